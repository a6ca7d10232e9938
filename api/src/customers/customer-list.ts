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

/** The most customers of a search's rarest word that one page examines; its cursor continues after them. */
const examined = 2000;
const order = { nameKey: 1, _id: 1 } as const;
const byWord = { organizationId: 1, words: 1, ...order } as const;
const byOwner = { organizationId: 1, ownerId: 1, ...order } as const;

/** How a search goes through customers, in the order of the list. */
interface Walk {
  hint: typeof byWord | typeof byOwner;
  /** What the index finds. */
  candidates: Condition[];
  /** What is looked at in each of these customers. */
  wanted: Condition[];
  /** The last of the candidates that a page examines; undefined where it examines all. */
  end: Place | undefined;
}

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
    const terms = searchTerms(q);
    const { hint, candidates, wanted, end } = await furthestWalk(member, terms, after(cursor));
    const found = await customers
      .find({ $and: [...candidates, ...wanted, ...(end ? [until(end)] : [])] })
      .hint(hint)
      .sort(order)
      .limit(limit + 1)
      .lean<CustomerDoc[]>();
    const { customers: shown, nextCursor = end && cursorOf(end) } = await pageOf(
      found,
      limit,
      withPhrases(terms),
    );
    return { customers: shown, ...(nextCursor !== undefined && { nextCursor }) };
  }

  /**
   * The walk that gets furthest in one page: through the customers of the rarest word, or, where a page does not examine all
   * of any word, through those that the member may see.
   */
  async function furthestWalk(
    member: Member,
    { needed, typed }: SearchTerms,
    rest: Condition,
  ): Promise<Walk> {
    const { organizationId } = member;
    const words = needed.map((stem) => spellingsOf(stem, typed));
    const walks = await Promise.all(
      words.map(async (word): Promise<Walk> => {
        const candidates = [{ organizationId, words: { $in: word } }, rest];
        // As a plain condition, the planner would use any one of these words as the bound of the index.
        const others = words.filter((other) => other !== word).map((other) => ({ $expr: hasOneOf(other) }));
        const wanted = [visibleTo(member), ...others];
        return { hint: byWord, candidates, wanted, end: await endOf(candidates, byWord) };
      }),
    );
    const short = walks.filter(({ end }) => end === undefined);
    if (short.length > 0) {
      const counts = await Promise.all(short.map((walk) => (short.length === 1 ? 0 : countOf(walk))));
      return short[counts.indexOf(Math.min(...counts))] as Walk;
    }
    if (!may(member.role, "viewAllCalls")) {
      const candidates = [visibleTo(member), rest];
      const end = await endOf(candidates, byOwner);
      walks.push({ hint: byOwner, candidates, wanted: words.map((word) => ({ words: { $in: word } })), end });
    }
    return walks.reduce((best, walk) => (isFurther(walk.end, best.end) ? walk : best));
  }

  const countOf = ({ candidates, hint }: Walk) => customers.countDocuments({ $and: candidates }, { hint });

  /** The last of the candidates that a page examines; undefined where it examines all. */
  async function endOf(candidates: Condition[], hint: Walk["hint"]): Promise<Place | undefined> {
    const [end] = await customers
      .find({ $and: candidates }, { nameKey: 1 })
      .hint(hint)
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

/** Whether a page ends after another one; undefined is the end of the list. */
const isFurther = (end: Place | undefined, other: Place | undefined): boolean =>
  other !== undefined && (end === undefined || end.nameKey > other.nameKey);

/** What a word of a search may be in a customer: its stem, and the beginning of a word of its names. */
function spellingsOf(stem: string, typed: SearchTerms["typed"]): string[] {
  const word = typed.get(stem);
  return word === undefined ? [stem] : [stem, beginningOf(word)];
}

const hasOneOf = (word: readonly string[]) => ({
  $or: word.map((spelling) => ({ $in: [spelling, { $ifNull: ["$words", []] }] })),
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

async function pageOf(found: readonly CustomerDoc[], limit: number, isWanted = (_: CustomerDoc) => true) {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const customers: StoredCustomer[] = [];
  const pause = createSlices();
  for (const customer of page) {
    if (isWanted(customer)) customers.push(toStoredCustomer(customer));
    await pause();
  }
  return {
    customers,
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
