import { codeAfterCard, findCodes } from "./find-code.ts";
import { findIban } from "./find-iban.ts";
import { type Effort, type Found, findInRun, openDigits, type Stream } from "./find-numbers.ts";
import { linksOf, runsOf } from "./links.ts";
import { type Secret, type SecretKind, unite } from "./secrets.ts";
import { parseSpoken, type Run, type StreamLine } from "./spoken.ts";
import { unfinishedOf } from "./unfinished.ts";
import { plainDigits } from "./walk-numbers.ts";

export interface Findings {
  /** In order; overlapping readings are united. */
  secrets: Secret[];
  /** The digits of cards and accounts, of which parts may have been said elsewhere. */
  numbers: { kind: SecretKind; digits: string }[];
  /** The parts of a number at the end of the text that may become a secret. */
  unfinished: () => { start: number; end: number }[];
}

/** A secret's parts in the text: without the interjections between them. */
function partsOf({ spoken: { tokens } }: Stream, { kind, from, to, cuts, start }: Found): Secret[] {
  const starts = [from, ...cuts.map(([, next]) => next)];
  const ends = [...cuts.map(([end]) => end), to];
  return starts.map((first, at) => ({
    kind,
    start: at === 0 && start !== undefined ? start : (tokens[first]?.start ?? 0),
    end: tokens[(ends[at] ?? to) - 1]?.end ?? 0,
  }));
}

/** Parts of found numbers that were said before: until a correction, or again by the other speaker. */
export function findParts({ spoken, runs }: Stream, numbers: Findings["numbers"]): Secret[] {
  return runs.flatMap(({ from, to }) => {
    const digits = plainDigits(spoken, from, to);
    const whole = numbers.find(
      (number) =>
        number.digits !== digits &&
        ((digits.length >= 4 && number.digits.startsWith(digits)) ||
          (digits.length >= openDigits && number.digits.includes(digits))),
    );
    const [first, last] = [spoken.tokens[from], spoken.tokens[to - 1]];
    return whole && first && last ? [{ kind: whole.kind, start: first.start, end: last.end }] : [];
  });
}

/**
 * How many steps the search for a number takes from one place: at most `most`, fewer from where a text of many places has
 * used up `all` of them, and none beyond `end`, which only texts that are nothing but figures reach.
 */
const numberSteps = { most: 1024, least: 64, all: 4_000, end: 8_000 };
const ibanSteps = { most: 320, least: 40, all: 1500, end: 5_000 };

/** The steps that a whole text has for one kind of search. */
function createEffort({ most, least, all, end }: typeof numberSteps): Effort {
  let taken = 0;
  return {
    steps: () => (taken >= end ? 0 : taken >= all ? least : most),
    onSteps(used) {
      taken += used;
    },
  };
}

function streamOf(lines: readonly StreamLine[]): Stream {
  const spoken = parseSpoken(lines);
  const runs = runsOf(spoken);
  const runAt: Run[] = [];
  for (const run of runs) for (let index = run.from; index < run.to; index += 1) runAt[index] = run;
  return { spoken, runs, runAt, links: linksOf(spoken, runs) };
}

/** Reads one speaker's text for `findParts`. */
export const readStream = (text: string): Stream => streamOf([{ text }]);

/**
 * Finds the secrets of a speaker's lines, which must not be stored, and numbers at their end that may become a secret.
 * Positions are those in the speaker's own lines, joined by a line feed.
 */
export function findSecrets(lines: readonly StreamLine[]): Findings {
  const stream = streamOf(lines);
  const { spoken, runs } = stream;
  const { tokens, text } = spoken;
  if (runs.length === 0) return { secrets: [], numbers: [], unfinished: () => [] };
  const found: Found[] = [];
  /** What nothing has searched is masked as a whole. */
  const unsearched: Secret[] = [];
  const maskFrom = (token: number, kind: SecretKind) =>
    unsearched.push({ kind, start: tokens[token]?.start ?? 0, end: text.length });
  const effort = createEffort(numberSteps);
  for (const [at, run] of runs.entries()) {
    found.push(...findInRun(stream, at, effort));
    if (effort.steps() > 0) continue;
    maskFrom(run.from, "card");
    break;
  }
  const search = { links: stream.links, ...createEffort(ibanSteps) };
  for (let index = 0; index < tokens.length; index += 1) {
    const iban = findIban(spoken, index, search);
    if (iban) found.push({ kind: "iban", ...iban });
    if (search.steps() > 0) continue;
    maskFrom(index, "iban");
    break;
  }
  const last = runs.at(-1) as Run;
  // Each once: a text may repeat one at each of its places.
  const numbers = [...new Map(found.map(({ kind, digits }) => [digits, { kind, digits }])).values()];
  const secrets = found.flatMap((one) => partsOf(stream, one));
  const cards = found.filter(({ kind }) => kind === "card");
  const codes = [
    ...findCodes(spoken, runs, cards.length > 0),
    ...cards.flatMap(({ to }) => codeAfterCard(spoken, runs, to) ?? []),
  ];
  const before = numbers.length === 0 ? [] : findParts(stream, numbers);
  return {
    secrets: unite([...secrets, ...codes, ...before, ...unsearched]),
    numbers,
    unfinished: () =>
      isAtEnd(text, tokens[last.to - 1]?.end ?? 0) ? unfinishedOf(stream, cards.length > 0) : [],
  };
}

/** Whether no word follows a position. */
const isAtEnd = (text: string, end: number) => /^[^\p{L}\p{N}]{0,12}$/u.test(text.slice(end, end + 13));
