import type { Language } from "@souffleur/contracts";
import {
  type AllCustomerFields,
  CustomerFields,
  eachCustomerField,
} from "@souffleur/contracts/customer-fields";
import type { ImportResult } from "@souffleur/contracts/customers";
import { foldedLine } from "@souffleur/contracts/fold";
import { isAppError } from "../http/errors.ts";
import type { By } from "../http/guard.ts";
import { createSlices } from "../slices.ts";
import { type ApiText, messageIn, textIn, type Values } from "../texts/texts.ts";
import { mayChange, maySee } from "./access.ts";
import { changedFields, contactsOf, derivedId, distinct, enteredOf, personOf } from "./customer-content.ts";
import type { CustomerDoc, Owner } from "./customer-model.ts";
import type { CustomerRecords } from "./customer-records.ts";

interface Import {
  by: By;
  duplicates: "merge" | "leave";
  owner: Owner | null;
  language: Language;
  /** Whether nobody waits for the results any more. */
  isGone: () => boolean;
}

interface Row {
  line: number;
  customer?: unknown;
}

/**
 * Stores the customers of rows, one after the other. Each row is one write, and the same rows once more change nothing: a
 * customer is known again by name and a number or an address, and that of a row without both by name and company. The rows after the
 * one at which the caller left are not stored.
 */
export async function importRows(
  records: CustomerRecords,
  rows: readonly Row[],
  importing: Import,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  const pause = createSlices();
  for (const { line, customer } of rows) {
    await pause();
    if (importing.isGone()) break;
    const parsed = CustomerFields.safeParse(customer);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      results.push({
        line,
        result: "refused",
        field: String(issue?.path[0] ?? "name"),
        error: messageIn(importing.language, issue?.message ?? ""),
      });
      continue;
    }
    results.push({ line, ...(await importRow(records, parsed.data, importing)) });
  }
  return results;
}

type Outcome = Omit<ImportResult, "line">;

async function importRow(
  records: CustomerRecords,
  given: CustomerFields,
  importing: Import,
  isRepeated = false,
): Promise<Outcome> {
  const { by, duplicates, language } = importing;
  const { organizationId } = by.caller;
  const refused = (error: string, field?: string): Outcome => ({
    result: "refused",
    error,
    ...(field !== undefined && { field }),
  });
  const say = (text: ApiText, values?: Values) => textIn(language, text, values);
  try {
    const entered = enteredOf(given);
    const isKeyless = contactsOf(entered).length === 0;
    let holders = await records.holdersOf(organizationId, entered);
    // A name alone is that of several people; with a company, the customer was stored before its number was known. Where
    // customers are left alone, its number would be stored nowhere.
    const mayComplete = given.company !== undefined && duplicates === "merge";
    if (holders.length === 0 && (isKeyless || mayComplete))
      holders = await records.namesakesOf(by.caller, given, importing.owner);
    const [holder, other] = holders;
    if (holder === undefined) return await createRow(records, given, importing, isKeyless);
    if (!holders.every((one) => maySee(one, by.caller)))
      return refused(say("A colleague's customer has this number or address. Ask a manager."));
    const customer = namedOf(holder);
    if (other !== undefined)
      return refused(
        say("This row has numbers or addresses of two customers: {first} and {second}.", {
          first: holder.name,
          second: other.name,
        }),
      );
    const merged = merge(holder, given);
    // An import that names a customer says that it is still one.
    await records.active(holder._id);
    if (merged === undefined) return { result: "unchanged", customer };
    if (duplicates === "leave") return { result: "duplicate", customer };
    if (!mayChange(holder, by.caller))
      return refused(say("Only the owner of this customer, and managers, may do that."));
    const fits = CustomerFields.safeParse(merged);
    if (!fits.success)
      return refused(
        messageIn(language, fits.error.issues[0]?.message ?? ""),
        String(fits.error.issues[0]?.path[0]),
      );
    await records.save(by, holder._id, { given: fits.data, revision: holder.revision });
    return { result: "merged", customer };
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown;
    // Another import may have stored or changed the customer since it was looked for.
    if (!isRepeated && (thrown.code === "INVALID_TRANSITION" || thrown.code === "CUSTOMER_EXISTS"))
      return importRow(records, given, importing, true);
    return refused(thrown.messageIn(language), thrown.details.field);
  }
}

async function createRow(
  records: CustomerRecords,
  given: CustomerFields,
  { by, owner }: Import,
  isKeyless: boolean,
): Promise<Outcome> {
  const create = (id?: string) => records.create(by, given, { owner, audited: false, id });
  let stored: CustomerDoc | undefined;
  if (isKeyless) {
    // The same id for two imports at once, so that one of them finds the other's row.
    const names = [given.name, given.company ?? ""].map(foldedLine);
    stored = await create(derivedId(by.caller.organizationId, owner?.userId, ...names));
    const [namesake] = stored === undefined ? await records.namesakesOf(by.caller, given, owner) : [];
    if (namesake !== undefined) {
      await records.active(namesake._id);
      return { result: "unchanged", customer: namedOf(namesake) };
    }
  }
  // It may be somebody else's by now, or have another name.
  stored ??= await create();
  return { result: "created", ...(stored !== undefined && { customer: namedOf(stored) }) };
}

const namedOf = ({ _id: id, name }: Pick<CustomerDoc, "_id" | "name">) => ({ id, name });

/** A stored customer with what a row adds: nothing that is stored is replaced, but for a number or address as the name. Undefined where it adds nothing. */
function merge(stored: CustomerDoc, given: CustomerFields): AllCustomerFields | undefined {
  const added = enteredOf(given);
  const merged = eachCustomerField({
    // Of one who had none, whose number or address stood in its place.
    name: (field) => (personOf(stored) === "" ? added[field] : stored[field]),
    line: (field) => stored[field] ?? added[field],
    list: (field) => distinct(field, [...stored[field], ...added[field]]),
    text: (field) =>
      stored[field].includes(added[field])
        ? stored[field]
        : [stored[field], added[field]].filter(Boolean).join("\n"),
  });
  return changedFields(stored, merged).length === 0 ? undefined : merged;
}
