import { countryStartBefore, findIban } from "./find-iban.ts";
import { isCardLike, isFrenchAccount, isIssuedCard, isNir, mayBecomeSecret } from "./secret-numbers.ts";
import { digitsAtMost, fillers } from "./spoken-digits.ts";
import { isTelephoneList, parseSpoken, plainDigits, type Run, type Spoken, walk } from "./walk-numbers.ts";

export type SecretKind = "card" | "iban" | "nir" | "cryptogram";

/** A secret's position in the text, end exclusive. */
export interface Secret {
  kind: SecretKind;
  start: number;
  end: number;
}

export interface Findings {
  /** In order; overlapping readings are united. */
  secrets: Secret[];
  /** The start of a number that may continue after the text. */
  openStart: number | undefined;
  /** The start of a number at the end of the text that may become a secret. */
  unfinishedStart: number | undefined;
}

const shortestSecret = 13;
const longestDigits = 25;
const openDigits = 7;

/** The runs of tokens that may be read as one number; hesitations do not end a run. */
function runsOf({ tokens }: Spoken): Run[] {
  const runs: Run[] = [];
  let current: Run | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.gap === "break") current = undefined;
    if (digitsAtMost(token) > 0) {
      if (!current) {
        current = { from: index, to: index };
        runs.push(current);
      }
      current.to = index + 1;
    } else if (!fillers.has(token.word) && !/^[ab]$/u.test(token.word)) current = undefined;
  }
  return runs;
}

function hasManyDigits({ tokens }: Spoken, { from, to }: Run): boolean {
  let most = 0;
  for (let index = from; index < to && most < shortestSecret; index += 1) {
    const token = tokens[index];
    most += token ? digitsAtMost(token) : 0;
  }
  return most >= shortestSecret;
}

/** The longest card, social-security or account number that begins at a token of a run. */
function findNumber(spoken: Spoken, run: Run, start: number): Secret | undefined {
  const { tokens } = spoken;
  const first = tokens[start];
  const isAligned = start === run.from;
  const runEnd = tokens[run.to - 1]?.end;
  let best: Secret | undefined;
  // No number begins at a second half ("cinq" of "quarante-cinq") or in the middle of a very long number.
  if (!first || (first.isJoined && !isAligned)) return undefined;
  if (first.isInner && first.numberEnd - first.start > longestDigits) return undefined;
  const take = (kind: SecretKind, to: number) => {
    const end = tokens[to - 1]?.end ?? first.end;
    // An account without its letters is the reading that most often fits by chance.
    const isBetter = !best || end > best.end || (end === best.end && best.kind === "iban");
    if (isBetter) best = { kind, start: first.start, end };
  };
  walk(spoken, start, "", {
    visit: (read, to) => {
      // A secret within one long number begins or ends with it.
      const isCut = first.isInner && tokens[to]?.isInner === true;
      const mayContinue = read.length < longestDigits;
      if (isCut || read.length < shortestSecret) return mayContinue;
      const isWhole = isAligned && to === run.to;
      if (isWhole ? isCardLike(read) : isIssuedCard(read)) take("card", to);
      else if (isNir(read)) take("nir", to);
      else if (isFrenchAccount(read)) take("iban", to);
      return mayContinue;
    },
    isFound: () => best?.end === runEnd,
    letters: (index, read) => {
      const word = tokens[index]?.word ?? "";
      const isCorsican = read.length === 6 && read[5] === "2" && (word === "a" || word === "b");
      return isCorsican ? { to: index + 1, digits: word.toUpperCase() } : undefined;
    },
    // Within a run each further reading would raise the risk of a false positive.
    isPlainOnly: !isAligned,
  });
  return best;
}

function findInRun(spoken: Spoken, run: Run): Secret[] {
  if (!hasManyDigits(spoken, run)) return [];
  const found: Secret[] = [];
  const last = isTelephoneList(spoken, run) ? run.from + 1 : run.to;
  for (let start = run.from; start < last; start += 1) {
    const secret = findNumber(spoken, run, start);
    if (secret) found.push(secret);
  }
  return found;
}

/** The three or four digits after "cryptogramme" or "CVV", which must not be stored. */
function findCryptogram(spoken: Spoken, index: number): Secret | undefined {
  const { tokens } = spoken;
  if (!/^(?:cryptogrammes?|cv[vc])$/u.test(tokens[index]?.word ?? "")) return undefined;
  for (let from = index + 1; from <= index + 8; from += 1) {
    let end = -1;
    walk(spoken, from, "", {
      visit: (read, to) => {
        if (read.length === 3 || read.length === 4) end = Math.max(end, tokens[to - 1]?.end ?? -1);
        return read.length < 4;
      },
      isFound: () => end >= 0,
    });
    const start = tokens[from]?.start ?? 0;
    if (end >= 0) return { kind: "cryptogram", start, end };
  }
  return undefined;
}

function unite(found: Secret[]): Secret[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const united: Secret[] = [];
  for (const secret of found) {
    const last = united.at(-1);
    if (!last || secret.start >= last.end) united.push({ ...secret });
    else {
      if (secret.end - secret.start > last.end - last.start) last.kind = secret.kind;
      last.end = Math.max(last.end, secret.end);
    }
  }
  return united;
}

function unfinishedStart(spoken: Spoken, run: Run): number | undefined {
  // A French telephone number starts with 0, and none of the secrets does.
  if (plainDigits(spoken, run.from, run.to).startsWith("0")) return undefined;
  for (let index = run.from; index < run.to; index += 1) {
    const digits = plainDigits(spoken, index, run.to);
    if (digits.length < openDigits) return undefined;
    const country = countryStartBefore(spoken, index);
    if (country !== undefined) return country;
    if (mayBecomeSecret(digits)) return spoken.tokens[index]?.start;
  }
  return undefined;
}

/** Finds the secrets of a text, which must not be stored, and numbers at its end that may become a secret. */
export function findSecrets(text: string): Findings {
  const spoken = parseSpoken(text);
  const { tokens } = spoken;
  const runs = runsOf(spoken);
  const found = runs.flatMap((run) => findInRun(spoken, run));
  for (let index = 0; index < tokens.length; index += 1) {
    const iban = findIban(spoken, index);
    if (iban) found.push({ kind: "iban", ...iban });
    const cryptogram = findCryptogram(spoken, index);
    if (cryptogram) found.push(cryptogram);
  }
  const last = runs.at(-1);
  const lastEnd = last ? (tokens[last.to - 1]?.end ?? 0) : 0;
  const open = last && /^[\s.,;…-]{0,8}$/u.test(text.slice(lastEnd)) ? last : undefined;
  return {
    secrets: unite(found),
    openStart: open && tokens[open.from]?.start,
    unfinishedStart: open && unfinishedStart(spoken, open),
  };
}
