import { brotliDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { featuresOf, hashOf } from "./features.ts";
import type { Moment, SpokenTurn } from "./moment.ts";
import trained from "./trained.json" with { type: "json" };

/** What a reply is worth in a situation: less by its place among those that are right there. */
const worth = { right: 0.77, step: 0.04, harmless: 0.12, wrong: -1.4 };
/** What a reply must be worth to be certain: with it, fewer than one in a hundred known turns are wrong (decision 107). */
const leastWorth = 0.6;

const idsOf = (text: string) => text.split(" ").filter((id) => id !== "");
const situations = trained.situations.map(({ kinds, right, harmless }) => ({
  kinds: kinds.split(" "),
  right: idsOf(right),
  harmless: idsOf(harmless),
}));
const width = situations.length;
const unpacked = (text: string) => new Uint8Array(brotliDecompressSync(Buffer.from(text, "base64")));
const rows = new Map([...new Uint32Array(unpacked(trained.features).buffer)].map((hash, row) => [hash, row]));
const weights = new Int8Array(unpacked(trained.weights).buffer);

const worths = situations.map(
  ({ right, harmless }) =>
    new Map([
      ...harmless.map((id) => [id, worth.harmless] as const),
      ...right.map((id, place) => [id, worth.right - place * worth.step] as const),
    ]),
);
const replyIds = [...new Set(worths.flatMap((of) => [...of.keys()]))];

/** What speaks for each situation in a turn, by itself. */
function sumsOf({ client, agent }: SpokenTurn): Float64Array {
  const sums = new Float64Array(situations.length);
  const add = (row: number, factor: number) => {
    for (let at = 0; at < sums.length; at += 1)
      sums[at] = (sums[at] ?? 0) + (weights[row * width + at] ?? 0) * factor;
  };
  for (const [feature, factor] of featuresOf(client, agent)) {
    const row = rows.get(hashOf(feature));
    if (row !== undefined) add(row, factor);
  }
  // The last row is what each situation has at any time.
  add(rows.size, 1);
  return sums.map((one) => one * trained.scale);
}
/** Of turns that were read before: a call is read again at each of its turns. */
const sumsOfTurns = new LRUCache<string, Float64Array>({ max: 2000 });
function sums(turn: SpokenTurn): Float64Array {
  const key = `${turn.agent}\n\n${turn.client}`;
  const found = sumsOfTurns.get(key) ?? sumsOf(turn);
  sumsOfTurns.set(key, found);
  return found;
}

const kinds = ["service", "cold", "sale"] as const;
const isOfKind = kinds.map((kind) => situations.map((one) => one.kinds.includes(kind)));
/** How likely each situation is, of all or of those that a kind of call has. */
function shares(powers: Float64Array, isPossible?: readonly boolean[]): Float64Array {
  const most = powers.reduce(
    (max, one, at) => (isPossible?.[at] === false ? max : Math.max(max, one)),
    -Infinity,
  );
  const raised = powers.map((one, at) => (isPossible?.[at] === false ? 0 : Math.exp(one - most)));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}

/** What the expressions of a call's opening say of its kind weighs so much, beside what its turns are like. */
const opening = 1.5;
/** No single turn rules a kind out. */
const leastShare = 0.03;

/** How likely a call is of each kind, by all that its client has said. */
function kindShares({ kind, turns }: Moment): Float64Array {
  const powers = Float64Array.from(kinds, (one) => (one === kind ? opening : 0));
  for (const turn of turns) {
    const likely = shares(sums(turn));
    for (const [at, isPossible] of isOfKind.entries()) {
      const share = likely.reduce(
        (sum, one, situation) => (isPossible[situation] ? sum + one : sum),
        leastShare,
      );
      powers[at] = (powers[at] ?? 0) + Math.log(share);
    }
  }
  return shares(powers);
}

/** How likely each situation is at a moment. */
export function likelihoods(moment: Moment): Float64Array {
  const last = moment.turns.at(-1);
  const likely = new Float64Array(situations.length);
  if (last === undefined) return likely;
  for (const [kind, share] of kindShares(moment).entries()) {
    const ofKind = shares(sums(last), isOfKind[kind]);
    for (const [at, one] of ofKind.entries()) likely[at] = (likely[at] ?? 0) + share * one;
  }
  return likely;
}

/** The replies that answer a moment, the best first; none where it is not certain what it is. */
export function answersTo(moment: Moment): readonly string[] {
  const likely = likelihoods(moment);
  return replyIds
    .map((id) => {
      const sum = worths.reduce((all, of, at) => all + (likely[at] ?? 0) * (of.get(id) ?? worth.wrong), 0);
      return { id, sum };
    })
    .filter(({ sum }) => sum > leastWorth)
    .sort((a, b) => b.sum - a.sum)
    .map(({ id }) => id);
}
