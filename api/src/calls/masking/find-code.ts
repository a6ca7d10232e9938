import { otherNumberAt } from "./cues.ts";
import { fillers, monthNumbers, units } from "./digit-words.ts";
import type { Secret } from "./secrets.ts";
import type { Run, Spoken } from "./spoken.ts";
import { plainDigits, walk } from "./walk-numbers.ts";

type CodeKind = "cryptogram" | "pin";

/** Its abbreviations, also spelled ("C C V", "cé cé vé") and in another order. */
const letters =
  "(?:c[cv][vcn]|csc|cv(?= 2 )|c[e]? (?:c|ce) (?:v|ve)|c[e]? (?:v|ve) (?:v|ve|c|ce|n)|ceceve|cevece|ceveve|cryptogramm?e?s?(?: visuel)?|cr[iy]ptogram\\w*)";
/** A door and a bill have a back, too, and a building has a code. */
const ofCard =
  "(?! (?:(?:de|d|du|des|la|le|les|l|un|une|ma|mon|mes|sa|son|votre|notre|cette|ce) ){1,2}(?:porte|portail|alarme|ticket|bon|facture|chaise|immeuble|maison|batiment|boite|boitier|compteur|badge|box|appareil|produit|colis|carton|catalogue|devis|contrat|document|page|feuille|salle|parking|camion|voiture|telephone|bouteille|livre|brochure|notice|emballage))";
const side = "(?:dos|verso|arriere|derriere|devant)";
const within =
  "(?:pres|de|d|du|la|le|l|au|votre|ma|sa|une|carte|cb|bleue|visuel|a|trois|3|chiffres|qui|est|sont|se|trouve|trouvent|sur|ecrit|marque|celui|ceux|il|y)";
/** What a card's code is called. */
const named = new RegExp(
  [
    `\\b(?:${letters}`,
    `(?:code|numero|chiffres?|cle) (?:${within} ){0,5}?(?:securite(?! sociale)|secu(?! sociale)|verification|controle|${letters}|${side}|signature)`,
    "code (?:visuel|cb|(?:de )?validation (?:de )?(?:la |ma |votre )?(?:carte|cb))",
    "(?:code|numero) (?:\\w+ ){0,3}?a (?:trois|quatre|3|4) chiffres",
    `(?:trois|quatre|3|4) (?:\\w+ ){0,2}?(?:chiffres?|numeros?) (?:\\w+ ){0,6}?(?:${side}|securite(?! sociale)|carte|signature|visuel)`,
    `chiffres? (?:\\w+ ){0,4}?${side})\\b${ofCard}`,
  ].join("|"),
  "gu",
);
/** What it is called that is also called something else: a currency, a sign on a plan. */
const loose = /\b(?:crypto|picto(?:gramme)?s?|petit code|cid)\b/gu;
/** What may be about anything, unless a card is spoken of. */
const vague = new RegExp(
  `\\b(?:(?:au|le) (?:dos|verso)|derriere|a l arriere|de l autre cote|(?:trois|3) (?:\\w+ )?(?:chiffres?|numeros?)|securite(?! sociale)|bande de signature|code)\\b${ofCard}`,
  "gu",
);
/** What is about a card where little else is said. */
const brief = new RegExp(
  `\\b(?:(?:au|le) (?:dos|verso)|derriere|a l arriere|securite(?! sociale)|bande de signature)\\b${ofCard}`,
  "gu",
);
const secret =
  /\b(?:code (?:secret|pin|confidentiel)|pin|code (?:de|d) (?:la |ma |sa )?(?:carte|cb|retrait))\b/gu;
/** Whether it is worth to look for a name. */
const worth =
  /signature|cr[iy]pto|picto|\bcid\b|c\W?[cv]\W?[vcn2]|c[eé]\W?[cv][eé]?|csc|code|dos|verso|[ae]rri[eè]|chiffre|num[eé]ro|s[eé]curit|pin|contr[oô]l|v[eé]rif|cl[eé]|c[oô]t[eé]/iu;
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
  /** Whether only words that lead to the digits may be between. */
  isLoose?: boolean;
  /** The first token of the name, and the token after it; both are that where digits may follow if it was heard. */
  from: number;
  to: number;
}

/** The first of so many places at which something is so, and from which on it is so; their number where there is none. */
function firstOf(count: number, isSo: (at: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isSo(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function* namesIn(words: readonly string[], isCardMeant: () => boolean): Generator<Named> {
  const starts: number[] = [];
  let joined = "";
  for (const word of words) {
    starts.push(joined.length);
    joined += `${word} `;
  }
  const place = (at: number) => firstOf(starts.length, (word) => (starts[word] ?? 0) > at) - 1;
  const patterns = [
    [named, "cryptogram"],
    [loose, "cryptogram"],
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
        isLoose: pattern === loose,
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
    for (const name of namesIn(words, all)) names.push({ ...name, from: at, to: at });
  }
  return names;
}

const isAmount = ({ tokens, text }: Spoken, to: number) => {
  const end = tokens[to - 1]?.end ?? 0;
  return (
    units.has(tokens[to]?.word ?? "") ||
    /^(?:mille|millions?|milliards?|k)$/u.test(tokens[to]?.word ?? "") ||
    /^\s?[%€$£]/u.test(text.slice(end, end + 2))
  );
};

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

/** The end of three or four digits that are said one by one with their articles: "le sept, le quatre, le deux". */
function apartCode(spoken: Spoken, runs: readonly Run[], at: number): number | undefined {
  let digits = 0;
  for (let next = at; next < runs.length && next < at + 4; next += 1) {
    const run = runs[next] as Run;
    const before = runs[next - 1];
    const isLinked = next === at || wordsIn(spoken, before?.to ?? 0, run.from).every((word) => word === "le");
    if (!isLinked || spoken.tokens[run.from - 1]?.word !== "le") break;
    const read = plainDigits(spoken, run.from, run.to);
    if (read.length !== 1) break;
    digits += 1;
    const isLast = runs[next + 1] === undefined || digits === 4;
    const isEnd = isLast || spoken.tokens[(runs[next + 1] as Run).from - 1]?.word !== "le";
    if (digits >= 3 && isEnd) return run.to;
  }
  return undefined;
}

function wordsIn({ tokens }: Spoken, start: number, end: number): string[] {
  return tokens
    .slice(start, end)
    .map(({ word }) => word)
    .filter((word) => !fillers.has(word));
}

/** What may be between a loose name and its digits. */
const leading =
  /^(?:c|ce|est|le|la|les|l|de|du|d|ma|mon|sa|son|votre|notre|carte|cb|bleue|visa|bancaire|mastercard|amex|american|express|visuel|numero|chiffres?|trois|oui|je|vois|lis|j|ai|dis|dos|au|derriere|sur|il|y|bien|s|plait|vous|moi|note|attendez)$/u;

/**
 * The digits after a card's code is named, or directly before.
 * @param until the token up to which they may follow
 */
function codeOf(
  spoken: Spoken,
  runs: readonly Run[],
  { kind, isVague, isLoose = false, from: start, to }: Named,
  until: number,
): Secret | undefined {
  const { tokens } = spoken;
  // "CVV2"
  const end = tokens[to]?.word === "2" && tokens[to].gap === "none" ? to + 1 : to;
  let skipped = 0;
  // "les 3 derniers chiffres". What the other speaker asks may stand between a card and its code, which are one run.
  for (let at = firstOf(runs.length, (run) => (runs[run]?.to ?? 0) > end); at < runs.length; at += 1) {
    const { from: first, to: last } = runs[at] as Run;
    const run = { from: Math.max(first, end), to: last };
    // "… 7893." "Et derrière ?" "Alors, 742": one run, over a hesitation.
    while (run.from < last - 1 && tokens[run.from]?.isNumber !== true) run.from += 1;
    if (run.from >= until) break;
    const length = plainDigits(spoken, run.from, run.to).length;
    if (run.from - end > tokensBetween || wordsIn(spoken, end, run.from).length - skipped > wordsBetween)
      break;
    if (isLoose && !wordsIn(spoken, end, run.from).every((word) => leading.test(word))) break;
    const codeTo = codeEnd(spoken, run);
    const isOther = otherNumberAt(spoken, run.from) !== undefined || (isVague && isCounted(spoken, run.to));
    if (codeTo !== undefined && !isAmount(spoken, codeTo) && !isOther) return from(spoken, run, codeTo, kind);
    const apart = isOther ? undefined : apartCode(spoken, runs, at);
    if (apart) return from(spoken, run, apart, kind);
    // A card, its date, or "trois chiffres".
    if (length > 4 && length < 12) break;
    skipped += run.to - run.from;
  }
  const before = runs[firstOf(runs.length, (run) => (runs[run]?.to ?? 0) > start) - 1];
  if (!before || start === end) return undefined;
  const between = wordsIn(spoken, before.to, start);
  // "742 pictogrammes"
  if (isLoose && between.length === 0) return undefined;
  const isSaid = between.every((word) => wordsBack.test(word));
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
  for (let at = firstOf(runs.length, (run) => (runs[run]?.to ?? 0) > card); at < runs.length; at += 1) {
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
  const names = namesOf(spoken, isCardSaid);
  const clear = names.filter(({ isVague }) => !isVague).sort((one, other) => one.from - other.from);
  // What follows the next clear name is found by that one, so that a text of names is read once.
  const untilOf = ({ to }: Named) =>
    clear[firstOf(clear.length, (at) => (clear[at]?.from ?? 0) > to)]?.to ?? Number.POSITIVE_INFINITY;
  return names.flatMap((name) => codeOf(spoken, runs, name, untilOf(name)) ?? []);
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
