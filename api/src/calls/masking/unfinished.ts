import { otherNumberAt } from "./cues.ts";
import { unfinishedCode } from "./find-code.ts";
import { countryStartBefore } from "./find-iban.ts";
import { openDigits, type Stream } from "./find-numbers.ts";
import { mayBecomeSecret } from "./secret-numbers.ts";
import type { Run } from "./spoken.ts";
import { plainDigits } from "./walk-numbers.ts";

/** The runs at the end of the text that may be one number, the last one first. */
function lastRuns({ runs, links }: Stream): Run[] {
  const last = runs.at(-1);
  if (!last) return [];
  const chain = [last];
  for (let at = runs.length - 2; at >= 0; at -= 1) {
    const run = runs[at] as Run;
    const isLinked = links
      .get(run.to)
      ?.some((link) => link.to === chain.at(-1)?.from && link.kind !== "loose");
    if (!isLinked) break;
    chain.push(run);
  }
  return chain;
}

/** The parts of a number at the end of the text that may become a secret. @param isCardSaid whether a card was found before */
export function unfinishedOf(stream: Stream, isCardSaid: boolean): { start: number; end: number }[] {
  const { spoken } = stream;
  const chain = lastRuns(stream).reverse();
  const last = chain.at(-1);
  if (!last) return [];
  const { tokens } = spoken;
  const parts = (from: number, start = tokens[from]?.start ?? 0) =>
    chain
      .filter((run) => run.to > from)
      .map((run, index) => ({
        start: index === 0 ? start : (tokens[run.from]?.start ?? 0),
        end: tokens[run.to - 1]?.end ?? 0,
      }));
  if (unfinishedCode(spoken, last, isCardSaid)) return parts(last.from);
  for (const [at, run] of chain.entries()) {
    const country = countryStartBefore(spoken, run.from);
    const digits = chain.slice(at).map(({ from, to }) => plainDigits(spoken, from, to));
    // A French telephone number starts with 0, and none of the secrets does.
    if (digits[0]?.startsWith("0") || otherNumberAt(spoken, run.from) !== undefined) continue;
    for (let index = run.from; index < run.to; index += 1) {
      const read = plainDigits(spoken, index, run.to) + digits.slice(1).join("");
      if (read.length < openDigits) break;
      if (index === run.from && country !== undefined) return parts(index, country);
      const inner = countryStartBefore(spoken, index);
      if (inner !== undefined) return parts(index, inner);
      if (mayBecomeSecret(read)) return parts(index);
    }
  }
  return [];
}
