import { otherNumberAt } from "./cues.ts";
import { fillers, monthNumbers, units } from "./digit-words.ts";
import type { Secret } from "./secrets.ts";
import type { Run, Spoken } from "./spoken.ts";
import { plainDigits, walk } from "./walk-numbers.ts";

type CodeKind = "cryptogram" | "pin";

/** What a card's code is called. */
const named =
  /\b(?:cryptogrammes?(?: visuel)?|cv[vc]|c v [vc]|csc|(?:code|numero|chiffres?|cle) (?:(?:pres|de|d|du|la|le|au|votre|ma|sa|une|carte|cb|visuel|a|trois|3|chiffres) ){0,4}?(?:securite(?! sociale)|verification|controle|cryptogramme|cv[vc]|dos|verso|arriere|derriere|signature)|(?:code|numero) (?:\w+ ){0,3}?a (?:trois|quatre|3|4) chiffres|(?:trois|quatre|3|4) (?:\w+ ){0,2}?(?:chiffres?|numeros?) (?:\w+ ){0,6}?(?:dos|verso|arriere|derriere|securite(?! sociale)|carte|signature|visuel)|chiffres? (?:\w+ ){0,4}?(?:dos|verso|derriere|arriere))\b/gu;
/** What may be about anything, unless a card is spoken of. */
const vague =
  /\b(?:(?:au|le) (?:dos|verso)|derriere|a l arriere|de l autre cote|(?:trois|3) (?:\w+ )?(?:chiffres?|numeros?)|securite(?! sociale)|bande de signature|code)\b/gu;
/** What is about a card where little else is said. */
const brief =
  /\b(?:(?:au|le) (?:dos|verso)|derriere|a l arriere|securite(?! sociale)|bande de signature)\b/gu;
const secret =
  /\b(?:code (?:secret|pin|confidentiel)|pin|code (?:de|d) (?:la |ma |sa )?(?:carte|cb|retrait))\b/gu;
/** Whether it is worth to look for a name. */
const worth =
  /signature|crypto|c\W?v\W?[vc]|csc|code|dos|verso|[ae]rri[eè]|chiffre|num[eé]ro|s[eé]curit|pin|contr[oô]l|v[eé]rif|cl[eé]|c[oô]t[eé]/iu;
const cards = /\b(?:cartes?|cb|visa|mastercard|amex|cryptogrammes?|carte masque)\b/u;

const briefWords = 8;
const wordsBetween = 12;
/** Including a card and its date. */
const tokensBetween = 60;
/** Words between a code and its name that follows. */
const wordsBack =
  /^(?:c|ce|ca|est|sont|le|la|les|l|au|a|voila|ici|pour|son|mon|ma|votre|trois|chiffres|code|numero|dit|dite|qui|marque|marques|sur|ecrit|et|ils|il|y|de)$/u;

interface Named {
  kind: CodeKind;
  /** Whether it may be about something else, so that no other word may follow the digits. */
  isVague: boolean;
  /** The first token of the name, and the token after it; both are that where digits may follow if it was heard. */
  from: number;
  to: number;
}

function* namesIn(words: readonly string[], isCardMeant: () => boolean): Generator<Named> {
  const starts: number[] = [];
  let joined = "";
  for (const word of words) {
    starts.push(joined.length);
    joined += `${word} `;
  }
  const place = (at: number) => starts.findLastIndex((start) => start <= at);
  const patterns = [
    [named, "cryptogram"],
    [secret, "pin"],
    [brief, "cryptogram"],
    [vague, "cryptogram"],
  ] as const;
  for (const [pattern, kind] of patterns) {
    if (pattern === brief && words.length > briefWords) continue;
    if (pattern === vague && !isCardMeant()) continue;
    for (const { 0: text, index } of joined.matchAll(pattern))
      yield {
        kind,
        isVague: pattern !== named && pattern !== secret,
        from: place(index),
        to: place(index + text.length - 1) + 1,
      };
  }
}

function namesOf(spoken: Spoken, isCardSaid: boolean): Named[] {
  const own = spoken.tokens.map(({ word }) => word);
  const all = () =>
    isCardSaid ||
    cards.test(`${own.join(" ")} ${spoken.heard.map(({ words }) => words.join(" ")).join(" ")}`);
  const names = worth.test(spoken.text) ? [...namesIn(own, all)] : [];
  for (const { at, words } of spoken.heard.slice(-3)) {
    if (!worth.test(words.join(" "))) continue;
    for (const { kind, isVague } of namesIn(words, all)) names.push({ kind, isVague, from: at, to: at });
  }
  return names;
}

const isAmount = ({ tokens }: Spoken, to: number) =>
  units.has(tokens[to]?.word ?? "") || /^(?:mille|millions?|milliards?|k)$/u.test(tokens[to]?.word ?? "");

/** Whether a noun follows. */
function isCounted({ tokens }: Spoken, to: number): boolean {
  const after = tokens[to];
  return after?.gap === "space" && !fillers.has(after.word) && !/^(?:c|s|au|sur)$/u.test(after.word);
}

/** A secret from the first token of a run up to `to`. */
function from({ tokens }: Spoken, run: Run, to: number, kind: CodeKind): Secret {
  return { kind, start: tokens[run.from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}

/** The end of three or four digits with which a run begins, and after which it ends or a date follows. */
function codeEnd(spoken: Spoken, run: Run): number | undefined {
  const { tokens } = spoken;
  let end: number | undefined;
  walk(spoken, run.from, "", {
    visit(read, to) {
      const isPart = to > run.to || read.length > 4;
      if (isPart) return false;
      const rest = plainDigits(spoken, to, run.to);
      const isApart = rest.length === 4 && (tokens[to]?.gap === "pause" || tokens[to]?.gap === "noise");
      if (read.length >= 3 && (to === run.to || isApart)) end ??= to;
      return read.length < 4;
    },
    isFound: () => end !== undefined,
  });
  return end;
}

function wordsIn({ tokens }: Spoken, start: number, end: number): string[] {
  return tokens
    .slice(start, end)
    .map(({ word }) => word)
    .filter((word) => !fillers.has(word));
}

/** The digits after a card's code is named, or directly before. */
function codeOf(
  spoken: Spoken,
  runs: readonly Run[],
  { kind, isVague, from: start, to }: Named,
): Secret | undefined {
  const { tokens } = spoken;
  // "CVV2"
  const end = tokens[to]?.word === "2" && tokens[to].gap === "none" ? to + 1 : to;
  let skipped = 0;
  for (const { from: first, to: last } of runs) {
    // "les 3 derniers chiffres". What the other speaker asks may stand between a card and its code, which are one run.
    if (last <= end) continue;
    const run = { from: Math.max(first, end), to: last };
    const length = plainDigits(spoken, run.from, run.to).length;
    if (run.from - end > tokensBetween || wordsIn(spoken, end, run.from).length - skipped > wordsBetween)
      break;
    const codeTo = codeEnd(spoken, run);
    const isOther = otherNumberAt(spoken, run.from) !== undefined || (isVague && isCounted(spoken, run.to));
    if (codeTo !== undefined && !isAmount(spoken, codeTo) && !isOther) return from(spoken, run, codeTo, kind);
    // A card, its date, or "trois chiffres".
    if (length > 4 && length < 12) break;
    skipped += run.to - run.from;
  }
  const before = runs.findLast((run) => run.to <= start);
  if (!before || start === end) return undefined;
  const isSaid = wordsIn(spoken, before.to, start).every((word) => wordsBack.test(word));
  return isSaid &&
    otherNumberAt(spoken, before.from) === undefined &&
    codeEnd(spoken, before) === before.to &&
    !isAmount(spoken, before.to) &&
    start - before.to <= 5
    ? from(spoken, before, before.to, kind)
    : undefined;
}

/** Whether digits are a month and a year: "12 27", "0327", "12 2027". */
const isExpiry = (digits: string) => /^(?:0?[1-9]|1[0-2])(?:20)?[2-4]\d$/u.test(digits);

/** The three digits after a card and its date: "12/27, 123". */
export function codeAfterCard(spoken: Spoken, runs: readonly Run[], card: number): Secret | undefined {
  const { tokens } = spoken;
  let digits = "";
  for (let at = runs.findIndex(({ to }) => to > card); at >= 0 && at < runs.length; at += 1) {
    const run = runs[at] as Run;
    const start = Math.max(run.from, card);
    if (start - card > tokensBetween || wordsIn(spoken, card, start).length > 2 * wordsBetween)
      return undefined;
    for (let index = start; index < run.to; ) {
      const { digits: read = "", to = index + 1 } = spoken.read(index)[0] ?? {};
      const isLast = to >= run.to;
      const month = monthNumbers.get(tokens[index - 1]?.word ?? "");
      if (month !== undefined && /^(?:20)?[2-4]\d$/u.test(read)) digits = String(month) + read;
      else if (isExpiry(digits)) {
        const rest = plainDigits(spoken, index, run.to);
        const isCode = rest.length === 3 && !isAmount(spoken, run.to);
        const code = { from: index, to: run.to };
        return isCode ? from(spoken, code, run.to, "cryptogram") : undefined;
      } else digits += read;
      // Directly after the card: "… 7893, 742."
      const isAlone = digits === read && read.length === 3 && isLast && index === card;
      const code = { from: index, to: run.to };
      if (isAlone && isDirect(spoken, code)) return from(spoken, code, run.to, "cryptogram");
      if (digits.length > 6) return undefined;
      index = to;
    }
  }
  return undefined;
}

/** Whether digits follow a card after a pause, and no word follows them. */
function isDirect({ tokens }: Spoken, { from: first, to }: Run): boolean {
  const after = tokens[to];
  return (after === undefined || after.gap !== "space") && tokens[first]?.gap !== "space";
}

/** The security codes and secret codes of cards, which must not be stored. @param isCardSaid whether a card's number was found */
export function findCodes(spoken: Spoken, runs: readonly Run[], isCardSaid: boolean): Secret[] {
  return namesOf(spoken, isCardSaid).flatMap((name) => codeOf(spoken, runs, name) ?? []);
}

/** Whether a code has begun at the end of the text. */
export function unfinishedCode(spoken: Spoken, run: Run, isCardSaid: boolean): boolean {
  if (plainDigits(spoken, run.from, run.to).length > 4) return false;
  return namesOf(spoken, isCardSaid).some(
    ({ from: start, to }) =>
      start <= run.from &&
      run.from >= to &&
      wordsIn(spoken, to, run.from).length <= wordsBetween &&
      run.from - to <= tokensBetween,
  );
}
