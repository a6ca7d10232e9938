import { type CsvSeparator, type Language, toCsv } from "@souffleur/contracts";
import { customerFieldNames, customerFields, customerText } from "@souffleur/contracts/customer-fields";
import type { listCustomers, StoredCustomer } from "@souffleur/contracts/customers";
import type { z } from "zod";
import { type ApiText, textIn } from "../texts/texts.ts";

type Page = z.output<typeof listCustomers.data>;

/** The titles are known to the import. */
const columns: readonly [title: ApiText, value: (customer: StoredCustomer) => string][] = [
  ...customerFieldNames.map((field): (typeof columns)[number] => [
    customerFields[field].label,
    (customer) => customerText(customer, field),
  ]),
  ["Owner", ({ owner }) => owner?.name ?? ""],
];

/** All pages of customers as CSV. The byte order mark makes spreadsheets read it as UTF-8. */
export async function* customersCsv(
  first: Page,
  next: (cursor: string) => Promise<Page>,
  language: Language,
  separator: CsvSeparator,
): AsyncGenerator<string> {
  yield `\uFEFF${toCsv([columns.map(([title]) => textIn(language, title))], separator)}`;
  for (let page = first; ; page = await next(page.nextCursor)) {
    if (page.customers.length > 0)
      yield toCsv(
        page.customers.map((customer) => columns.map(([, value]) => value(customer))),
        separator,
      );
    if (page.nextCursor === undefined) return;
  }
}
