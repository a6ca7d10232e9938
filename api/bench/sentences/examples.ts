import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../tools/run-step.mjs";
import { replyIds } from "./labelled-sentences.ts";

/**
 * Turns of clients by their situation, from which replies are learned (train.ts), in `examples/*.json`. They were written from
 * the situations; an author of some had seen the known calls (`api/docs/benchmarks.md`).
 *
 * - `replies`: "price:63 ~ budget:1 -" names those that answer it, the best first, and after "~" the harmless ones; "-" says
 *   that silence is right.
 * - `turns`: "(a|b) c" is "a c" and "b c"; "The agent's question? => an answer" says what the agent has said before.
 */
export interface Situation {
  name: string;
  /** The calls in which it occurs. */
  kinds: string;
  right: string[];
  harmless: string[];
  turns: string[];
}
interface Written {
  kinds: string;
  replies: string;
  turns: string[];
}

const folder = path.join(root, "api/bench/sentences/examples");
const filesOf = () =>
  readdirSync(folder)
    .sort()
    .map((file) => path.join(folder, file));
/** What features and weights are made of. */
const makers = ["src/suggestions/moments/features.ts", "src/suggestions/moments/concepts.json"].map((file) =>
  path.join(root, "api", file),
);

/** Says whether what was learned is of these examples and features. */
export function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of [...filesOf(), ...makers]) hash.update(readFileSync(file));
  return hash.digest("hex");
}

export function readSituations(): Situation[] {
  return filesOf()
    .flatMap((file) => Object.entries<Written>(JSON.parse(readFileSync(file, "utf8"))))
    .map(([name, { kinds, replies, turns }]) => {
      const named = replies.split(" ");
      const at = named.includes("~") ? named.indexOf("~") : named.length;
      const idsOf = (some: readonly string[]) => some.filter((one) => one !== "-").flatMap(replyIds);
      const right = idsOf(named.slice(0, at));
      const harmless = idsOf(named.slice(at + 1)).filter((id) => !right.includes(id));
      return { name, kinds, right, harmless, turns };
    });
}

/** "(a|b) c" as "a c" and "b c". */
export function variantsOf(turn: string): string[] {
  let variants = [""];
  for (const part of turn.split(/(\([^)]*\))/u)) {
    const choices = part.startsWith("(") ? part.slice(1, -1).split("|") : [part];
    variants = variants.flatMap((begun) => choices.map((choice) => begun + choice));
  }
  return variants.map((one) => one.replace(/\s+/gu, " ").trim());
}
