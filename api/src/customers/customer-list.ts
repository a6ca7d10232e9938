import type { listCustomers } from "@souffleur/contracts/customers";
import type { QueryFilter } from "mongoose";
import type { z } from "zod";
import { createFinder } from "../calls/search/found-texts.ts";
import { searchTerms } from "../calls/search/search-terms.ts";
import { badCursor, cursorTo, placeOf } from "../http/cursor.ts";
import type { Member } from "../http/guard.ts";
import { tryParseJson } from "../http/try-parse-json.ts";
import { visibleTo } from "./access.ts";
import { textsOf } from "./customer-content.ts";
import { type CustomerDoc, type CustomerModel, toStoredCustomer } from "./customer-model.ts";

type Condition = QueryFilter<CustomerDoc>;
type Place = Pick<CustomerDoc, "_id" | "nameKey">;
type Query = z.output<typeof listCustomers.query>;

/** The most customers of a search's rarest word that one page examines; its cursor continues after them. */
const examined = 2000;
const order = { nameKey: 1, _id: 1 } as const;
const byWord = { organizationId: 1, words: 1, ...order } as const;

/** Lists customers by name, in pages. */
export function createCustomerList(customers: CustomerModel) {
  async function all(member: Member, { limit, cursor }: Query) {
    const found = await customers
      .find({ $and: [visibleTo(member), after(cursor)] })
      .sort(order)
      // One more than the page, to find out whether there is a next one.
      .limit(limit + 1)
      .lean<CustomerDoc[]>();
    return pageOf(found, limit);
  }

  /** Customers with all words of a search. @throws AppError VALIDATION_ERROR for a search without a word */
  async function search(member: Member, { q, limit, cursor }: Query & { q: string }) {
    const { organizationId } = member;
    const terms = searchTerms(q);
    const rest = after(cursor);
    const counts = await Promise.all(
      terms.needed.map((words) =>
        customers.countDocuments(
          { $and: [{ organizationId, words }, rest] },
          { limit: examined + 1, hint: byWord },
        ),
      ),
    );
    const least = Math.min(...counts);
    const rarest = terms.needed[counts.indexOf(least)] as string;
    const others = terms.needed.filter((word) => word !== rarest);
    const candidates = [{ organizationId, words: rarest }, rest];
    const end = least > examined ? await endOf(candidates) : undefined;
    const found = await customers
      .find({
        $and: [
          ...candidates,
          ...(end ? [until(end)] : []),
          visibleTo(member),
          // With `$all`, the planner would use any one of these words as the bound of the index.
          ...(others.length > 0 ? [{ $expr: { $setIsSubset: [others, { $ifNull: ["$words", []] }] } }] : []),
        ],
      })
      .hint(byWord)
      .sort(order)
      .limit(limit + 1)
      .lean<CustomerDoc[]>();
    const { customers: shown, nextCursor = end && cursorOf(end) } = pageOf(found, limit, withPhrases(terms));
    return { customers: shown, ...(nextCursor !== undefined && { nextCursor }) };
  }

  /** The last of the customers that a page examines. */
  async function endOf(candidates: Condition[]): Promise<Place | undefined> {
    const [end] = await customers
      .find({ $and: candidates }, { nameKey: 1 })
      .hint(byWord)
      .sort(order)
      .skip(examined - 1)
      .limit(1)
      .lean<Place[]>();
    return end;
  }

  return (member: Member, query: Query) => {
    const { q } = query;
    return q === undefined ? all(member, query) : search(member, { ...query, q });
  };
}

type Terms = ReturnType<typeof searchTerms>;

/** Words in quotation marks must follow each other in one text. */
function withPhrases(terms: Terms): (customer: CustomerDoc) => boolean {
  if (terms.phrases.length === 0) return () => true;
  const find = createFinder(terms);
  return (customer) => find(textsOf(customer).map((text) => ({ place: "client", text }))) !== undefined;
}

function pageOf(found: readonly CustomerDoc[], limit: number, isWanted = (_: CustomerDoc) => true) {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    customers: page.filter(isWanted).map(toStoredCustomer),
    ...(last && { nextCursor: cursorOf(last) }),
  };
}

const cursorOf = ({ nameKey, _id }: Place) => cursorTo(JSON.stringify([nameKey, _id]));

/** @throws AppError VALIDATION_ERROR for a cursor that this list did not give */
function after(cursor: string | undefined): Condition {
  if (cursor === undefined) return {};
  const place: unknown = tryParseJson(placeOf(cursor));
  const [nameKey, _id]: unknown[] = Array.isArray(place) ? place : [];
  if (typeof nameKey !== "string" || typeof _id !== "string") throw badCursor();
  return { nameKey: { $gte: nameKey }, $nor: [{ nameKey, _id: { $lte: _id } }] };
}

const until = ({ nameKey, _id }: Place): Condition => ({
  nameKey: { $lte: nameKey },
  $nor: [{ nameKey, _id: { $gt: _id } }],
});
