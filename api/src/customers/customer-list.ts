import { may } from "@souffleur/contracts";
import type { listCustomers, StoredCustomer } from "@souffleur/contracts/customers";
import type { QueryFilter } from "mongoose";
import type { z } from "zod";
import { createFinder } from "../calls/search/found-texts.ts";
import { type SearchTerms, searchTerms } from "../calls/search/search-terms.ts";
import { badCursor, cursorTo, placeOf } from "../http/cursor.ts";
import type { Member } from "../http/guard.ts";
import { tryParseJson } from "../http/try-parse-json.ts";
import { createSlices } from "../slices.ts";
import { visibleTo } from "./access.ts";
import { beginningOf, textsOf } from "./customer-content.ts";
import { type CustomerDoc, type CustomerModel, toStoredCustomer } from "./customer-model.ts";

type Condition = QueryFilter<CustomerDoc>;
type Place = Pick<CustomerDoc, "_id" | "nameKey">;
type Query = z.output<typeof listCustomers.query>;

/** How many customers of each word a page examines at once, and how often; its cursor continues after them. */
const examined = { atOnce: 200, times: 4 };
const order = { nameKey: 1, _id: 1 } as const;
const indexes = {
  words: { organizationId: 1, words: 1, ...order },
  ownerId: { organizationId: 1, ownerId: 1, ...order },
} as const;

/** What customers of a search have: one of these values, by an index that has the customers of each in the order of the list. */
interface Part {
  organizationId: string;
  field: "words" | "ownerId";
  values: readonly (string | null)[];
}

/** The places of customers as columns, which takes the process a third of the time of documents. */
interface Places {
  ids: string[];
  nameKeys: string[];
}

/** Lists customers by name, in pages. */
export function createCustomerList(customers: CustomerModel) {
  async function all(member: Member, { limit, cursor }: Query) {
    const found = await customers
      .find({ $and: [visibleTo(member), after(placeIn(cursor))] })
      .sort(order)
      // One more than the page, to find out whether there is a next one.
      .limit(limit + 1)
      .lean<CustomerDoc[]>();
    const page = found.slice(0, limit);
    return pageOf(page, found.length > limit ? page.at(-1) : undefined);
  }

  /** Customers with all words of a search. @throws AppError VALIDATION_ERROR for a search without a word */
  async function search(member: Member, { q, limit, cursor }: Query & { q: string }) {
    const terms = searchTerms(q);
    const { places, end } = await placesOf(partsOf(member, terms), placeIn(cursor), limit + 1);
    const page = places.slice(0, limit);
    const found = await customers
      // Some may have got another owner since.
      .find({ $and: [visibleTo(member), { _id: { $in: page.map(({ _id }) => _id) } }] })
      .hint({ _id: 1 })
      .sort(order)
      .lean<CustomerDoc[]>();
    return pageOf(found, places.length > limit ? page.at(-1) : end, withPhrases(terms));
  }

  /**
   * The places of the first customers that all parts have, at least as many as are wanted unless a page examines no more. Of
   * the part whose next ones reach furthest, each is looked up in the others; what they have before these is passed over.
   * Indexes alone answer: to read the words of documents takes several times as long.
   * @returns with the last customer that was examined; without it, where all were
   */
  async function placesOf(
    parts: readonly Part[],
    start: Place | undefined,
    wanted: number,
  ): Promise<{ places: Place[]; end?: Place }> {
    const { atOnce, times } = examined;
    const [only] = parts;
    if (only && parts.length === 1) return { places: await nextOf(only, start, wanted) };
    const places: Place[] = [];
    let end = start;
    for (let time = 0; time < times && places.length < wanted; time++) {
      const next = await Promise.all(parts.map((part) => nextOf(part, end, atOnce)));
      const furthest = next.reduce((best, one) => (isFurther(one, best) ? one : best));
      let found = furthest;
      for (const [at, part] of parts.entries()) if (next[at] !== furthest) found = await among(found, part);
      places.push(...found);
      if (furthest.length < atOnce) return { places };
      end = furthest.at(-1);
    }
    return { places, ...(end && { end }) };
  }

  async function nextOf(part: Part, last: Place | undefined, size: number): Promise<Place[]> {
    const [{ ids, nameKeys } = { ids: [], nameKeys: [] }] = await customers
      .aggregate<Places>([
        { $match: following(part, last) },
        { $sort: order },
        { $limit: size },
        { $group: { _id: null, ids: { $push: "$_id" }, nameKeys: { $push: "$nameKey" } } },
      ])
      .hint(indexes[part.field]);
    return ids.map((_id, at) => ({ _id, nameKey: nameKeys[at] as string }));
  }

  /** Those of the places that a part has. */
  async function among(places: readonly Place[], { organizationId, field, values }: Part): Promise<Place[]> {
    if (places.length === 0) return [];
    const nameKey = { $in: places.map((place) => place.nameKey) };
    const _id = { $in: places.map((place) => place._id) };
    const [found] = await customers
      .aggregate<Pick<Places, "ids">>([
        { $match: { organizationId, [field]: { $in: values }, nameKey, _id } },
        { $group: { _id: null, ids: { $push: "$_id" } } },
      ])
      .hint(indexes[field]);
    const ids = new Set(found?.ids);
    return places.filter((place) => ids.has(place._id));
  }

  return (member: Member, query: Query) => {
    const { q } = query;
    return q === undefined ? all(member, query) : search(member, { ...query, q });
  };
}

/** Whether the next customers of a part reach further in the list than those of another: all that are left, the fewest of them. */
const isFurther = (next: readonly Place[], other: readonly Place[]): boolean =>
  next.length === other.length
    ? (next.at(-1)?.nameKey ?? "") > (other.at(-1)?.nameKey ?? "")
    : next.length < other.length;

/** What a word of a search may be in a customer: its stem, and the beginning of a word of its names. */
function spellingsOf(stem: string, typed: SearchTerms["typed"]): string[] {
  const word = typed.get(stem);
  return word === undefined ? [stem] : [stem, beginningOf(word)];
}

function partsOf({ organizationId, userId, role }: Member, { needed, typed }: SearchTerms): Part[] {
  const words = needed.map(
    (stem): Part => ({ organizationId, field: "words", values: spellingsOf(stem, typed) }),
  );
  return may(role, "viewAllCalls")
    ? words
    : [...words, { organizationId, field: "ownerId", values: [userId, null] }];
}

/** A part's customers after a place. Only as conditions of their own do the values need no documents, nor to be sorted. */
const following = ({ organizationId, field, values }: Part, last: Place | undefined): Condition => ({
  $or: values.flatMap((value): Condition[] => {
    const one: Condition = { organizationId, [field]: value };
    if (last === undefined) return [one];
    return [
      { ...one, nameKey: last.nameKey, _id: { $gt: last._id } },
      { ...one, nameKey: { $gt: last.nameKey } },
    ];
  }),
});

/** Words in quotation marks must follow each other in one text. */
function withPhrases({ phrases }: SearchTerms): (customer: CustomerDoc) => boolean {
  if (phrases.length === 0) return () => true;
  const find = createFinder({ words: [], phrases });
  // Spelling numbers takes longer than all else.
  const hasFigures = phrases.flat().some((word) => /\d/u.test(word));
  return (customer) => {
    const texts = textsOf(hasFigures ? customer : { ...customer, numbers: [] });
    return find(texts.map((text) => ({ place: "client", text }))) !== undefined;
  };
}

async function pageOf(
  found: readonly CustomerDoc[],
  last: Place | undefined,
  isWanted = (_: CustomerDoc) => true,
) {
  const customers: StoredCustomer[] = [];
  const pause = createSlices();
  for (const customer of found) {
    if (isWanted(customer)) customers.push(toStoredCustomer(customer));
    await pause();
  }
  return { customers, ...(last && { nextCursor: cursorOf(last) }) };
}

const cursorOf = ({ nameKey, _id }: Place) => cursorTo(JSON.stringify([nameKey, _id]));

/** @throws AppError VALIDATION_ERROR for a cursor that this list did not give */
function placeIn(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const place: unknown = tryParseJson(placeOf(cursor));
  const [nameKey, _id]: unknown[] = Array.isArray(place) ? place : [];
  if (typeof nameKey !== "string" || typeof _id !== "string") throw badCursor();
  return { nameKey, _id };
}

const after = (place: Place | undefined): Condition =>
  place === undefined
    ? {}
    : { nameKey: { $gte: place.nameKey }, $nor: [{ nameKey: place.nameKey, _id: { $lte: place._id } }] };
