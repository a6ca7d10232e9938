import { isAnnounced, otherNumberAfter, otherNumberAt } from "./cues.ts";
import { fillers, units } from "./digit-words.ts";
import { isCardLike, isFrenchAccount, isIssuedCard, isNir } from "./secret-numbers.ts";
import type { SecretKind } from "./secrets.ts";
import type { Link, Run, Spoken } from "./spoken.ts";
import { digitsAtMost } from "./spoken-digits.ts";
import { isTelephoneList } from "./telephone-list.ts";
import { type Crossed, cutsOf, plainDigits, walk } from "./walk-numbers.ts";

const shortestSecret = 13;
const longestDigits = 25;
export const openDigits = 7;
/** Without an announcement, what is between the digits must be little. */
const unannounced = { noise: 2, asides: 4 };
const announced = { noise: 10, asides: 10 };

export interface Stream {
  spoken: Spoken;
  runs: readonly Run[];
  /** The run of each token that belongs to one. */
  runAt: readonly (Run | undefined)[];
  links: ReadonlyMap<number, readonly Link[]>;
}

export interface Found {
  kind: SecretKind;
  /** Tokens, end exclusive. */
  from: number;
  to: number;
  digits: string;
  /** The last token before each interjection, end exclusive, and the first one after it. */
  cuts: readonly (readonly [to: number, from: number])[];
  /** The token at which a country code before it begins, in the text. */
  start?: number;
}

/** What says that a digit counts several times. */
const severalTimes = /^(?:fois|zeros|zeroes)$/u;
const longestRepeat = 4;

/** The most digits that a run may have, as far as they matter. */
function mostDigits({ tokens }: Spoken, { from, to }: Run): number {
  let most = 0;
  for (let index = from; index < to && most < shortestSecret; index += 1) {
    const token = tokens[index];
    most += token ? digitsAtMost(token) + (severalTimes.test(token.word) ? longestRepeat : 0) : 0;
  }
  return most;
}

/** Whether a run and those to which it leads have enough digits for a secret. */
function hasManyDigits({ spoken, runs, runAt, links }: Stream, at: number, isCard: boolean): boolean {
  let run = runs[at];
  let most = 0;
  while (run && most < shortestSecret) {
    most += mostDigits(spoken, run);
    const next = links.get(run.to)?.findLast(({ kind }) => kind !== "loose" || isCard);
    run = next && runAt[next.to];
  }
  return most >= shortestSecret;
}

/** Whether the digits of a run are grouped like those of a SIRET, which has the length of a Diners card. */
function isSiretLike({ tokens }: Spoken, from: number, to: number): boolean {
  const groups = tokens.slice(from, to);
  // Groups that are said one after the other are dictated.
  if (groups.some(({ gap, isStart }, at) => at > 0 && (gap !== "space" || isStart))) return false;
  return /^(?:3,3,3,5|9,5)$/u.test(
    groups.map(({ word, isDigits }) => (isDigits ? word.length : 0)).join(","),
  );
}

/** Whether what was crossed between the digits leaves it credible that they are one number. */
function isCredible({ spoken, runAt }: Stream, to: number, crossed: Crossed, isCard: boolean): boolean {
  if (isCard) return true;
  const run = runAt[to - 1];
  if (crossed.isUnusual) return false;
  const isAmount = crossed.noise > 0 && units.has(spoken.tokens[to]?.word ?? "");
  return run !== undefined && !isAmount && plainDigits(spoken, to, run.to).length <= openDigits;
}

/** Whether a run continues a time or an amount: "49" of "23h49". */
const isAfterNoise = ({ spoken: { tokens } }: Stream, { from }: Run) =>
  (tokens[from]?.gap === "noise" && tokens[from - 1]?.isNumber === true) ||
  (tokens[from]?.gap === "none" && units.has(tokens[from - 1]?.word ?? ""));

/** What a search may cost. */
export interface Effort {
  /** The maximum number of steps from the next place; 0 where the whole text has used them up. */
  steps: () => number;
  /** Receives how many steps were taken. */
  onSteps: (used: number) => void;
}

interface Start {
  run: Run;
  /** The first token. */
  token: number;
  /** Whether a card or an account was announced. */
  isCard: boolean;
  /** Whether another number was announced, so that it is no card. */
  isOther: boolean;
}

/** The longest card, social-security or account number that begins at a token of a run. */
function findNumber(
  stream: Stream,
  { run, token, isCard, isOther }: Start,
  { steps, onSteps }: Effort,
): Found | undefined {
  const { spoken, links } = stream;
  const { tokens } = spoken;
  const first = tokens[token];
  const isAligned = token === run.from;
  let best: Found | undefined;
  // No number begins at a second half ("cinq" of "quarante-cinq") or in the middle of a very long number.
  if (!first || (first.isJoined && !isAligned)) return undefined;
  if (first.isInner && first.numberEnd - first.start > longestDigits) return undefined;
  const take = (kind: SecretKind, to: number, digits: string, crossed: Crossed) => {
    // An account without its letters is the reading that most often fits by chance.
    const isBetter = !best || to > best.to || (to === best.to && best.kind === "iban");
    if (isBetter) best = { kind, from: token, to, digits, cuts: cutsOf(crossed) };
  };
  const most = isCard ? announced : isAfterNoise(stream, run) ? { ...unannounced, noise: 0 } : unannounced;
  const used = walk(spoken, token, "", {
    steps: steps(),
    visit(read, to, crossed) {
      // A secret within one long number begins or ends with it.
      const isCut = first.isInner && tokens[to]?.isInner === true;
      const mayContinue = read.length < longestDigits;
      if (isCut || read.length < shortestSecret) return mayContinue;
      const isPlain = crossed.noise + crossed.asides === 0;
      const isWhole = isPlain && isAligned && to === run.to;
      const isKnown = isWhole ? isCardLike(read) : isIssuedCard(read);
      const isSiret = read.length === 14 && !isCard && isSiretLike(spoken, token, to);
      if (!isPlain && !isCredible(stream, to, crossed, isCard)) return mayContinue;
      if (isKnown && !isSiret && !isOther) take("card", to, read, crossed);
      else if (isNir(read)) take("nir", to, read, crossed);
      else if (isFrenchAccount(read)) take("iban", to, read, crossed);
      return mayContinue;
    },
    isFound: () => best !== undefined && best.to >= run.to,
    letters(index, read) {
      const word = tokens[index]?.word ?? "";
      const isCorsican = read.length === 6 && read[5] === "2" && (word === "a" || word === "b");
      return isCorsican ? { to: index + 1, digits: word.toUpperCase() } : undefined;
    },
    links: isAligned ? links : undefined,
    mayTake: ({ kind, noise }, crossed) =>
      crossed.noise + noise <= most.noise &&
      crossed.asides + (kind === "noise" ? 0 : 1) <= most.asides &&
      (kind !== "loose" || isCard),
    // Within a run each further reading would raise the risk of a false positive.
    isPlainOnly: !isAligned,
  });
  onSteps(used);
  return best;
}

/** The token after the telephone number with which a run begins, and after which another number follows. */
function afterTelephone({ tokens, read }: Spoken, { from, to }: Run): number {
  let digits = "";
  for (let index = from; index < to && digits.length < 10; ) {
    const reading = read(index)[0];
    digits += reading?.digits ?? "";
    index = reading?.to ?? index + 1;
    const isWhole = /^0[1-9]\d{8}$/u.test(digits) && index < to;
    if (isWhole && (tokens[index]?.gap === "pause" || fillers.has(tokens[index]?.word ?? ""))) return index;
  }
  return from;
}

/** The token after the digits of another number that is announced before a run; the run's first token if none is. */
function afterOther({ spoken }: Stream, run: Run, other: ReturnType<typeof otherNumberAt>): number {
  if (other === undefined) return afterTelephone(spoken, run);
  if (other === "any") return run.from;
  let digits = "";
  for (let index = run.from; index < run.to; ) {
    const reading = spoken.read(index)[0];
    digits += reading?.digits ?? "";
    index = reading?.to ?? index + 1;
    // A number of another length is not what was announced.
    if (other.includes(digits.length) && (index >= run.to || digits.length === Math.max(...other)))
      return index;
  }
  return run.from;
}

/** Whether a run counts: "un, deux, trois, quatre, cinq". */
function isCounting({ read }: Spoken, { from, to }: Run): boolean {
  const values: number[] = [];
  for (let index = from; index < to; ) {
    const reading = read(index)[0];
    if (reading) values.push(Number(reading.digits));
    index = reading?.to ?? index + 1;
  }
  return values.length > 4 && values.every((value, at) => at === 0 || value === (values[at - 1] ?? 0) + 1);
}

/** The card, social-security and account numbers that begin in a run. */
export function findInRun(stream: Stream, at: number, effort: Effort): Found[] {
  const { spoken, runs } = stream;
  const run = runs[at] as Run;
  // An announcement matters only where it leads to more digits.
  const hasMany = mostDigits(spoken, run) >= shortestSecret;
  if (!hasMany && !hasManyDigits(stream, at, true)) return [];
  const isCard = isAnnounced(spoken, run.from);
  if (!hasMany && !hasManyDigits(stream, at, isCard)) return [];
  if (isCounting(spoken, run)) return [];
  const other = otherNumberAt(spoken, run.from) ?? otherNumberAfter(spoken, run.to);
  const from = afterOther(stream, run, other);
  const isOther = other === "any";
  const found: Found[] = [];
  // Only a whole run may continue after an interjection.
  const last = !hasMany || isTelephoneList(spoken, run) ? from + 1 : run.to;
  const rest = { from, to: run.to };
  for (let token = from; token < Math.min(last, run.to); token += 1) {
    const secret = findNumber(stream, { run: rest, token, isCard: isCard && !isOther, isOther }, effort);
    if (secret) found.push(secret);
  }
  return found;
}
