import { brotliDecompressSync } from "node:zlib";
import { featuresOf, hashOf } from "./features.ts";
import type { Moment } from "./moment.ts";
import trained from "./trained.json" with { type: "json" };

/** What a reply is worth in a situation: less by its place among those that are right there. */
const worth = { right: 0.77, step: 0.04, harmless: 0.12, wrong: -1.4 };
/** What a reply must be worth to be certain: with it, about two in a hundred turns are wrong (decision 107). */
const leastWorth = 0.4;

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

/** How likely each situation is, of those that a call of this kind has. */
export function likelihoods(client: string, agent: string, kind: Moment["kind"]): number[] {
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
  const powers = situations.map(({ kinds }, at) =>
    kinds.includes(kind) ? Math.exp((sums[at] ?? 0) * trained.scale) : 0,
  );
  const total = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / total);
}

/** The replies that answer a moment, the best first; none where it is not certain what it is. */
export function answersTo({ clientTurn, agentTurn, kind }: Moment): readonly string[] {
  const likely = likelihoods(clientTurn, agentTurn, kind);
  return replyIds
    .map((id) => {
      const sum = worths.reduce((all, of, at) => all + (likely[at] ?? 0) * (of.get(id) ?? worth.wrong), 0);
      return { id, sum };
    })
    .filter(({ sum }) => sum > leastWorth)
    .sort((a, b) => b.sum - a.sum)
    .map(({ id }) => id);
}
