import { countryNamedAt } from "./countries.ts";
import { fillers } from "./digit-words.ts";
import type { Effort, Found } from "./find-numbers.ts";
import { ibanLengths, isIban } from "./secret-numbers.ts";
import type { Link, Spoken } from "./spoken.ts";
import type { Reading } from "./spoken-digits.ts";
import { cutsOf, longestSecret, walk } from "./walk-numbers.ts";

interface Country {
  code: string;
  start: number;
  /** The token after it. */
  to: number;
}

/** The token after "comme François", "comme les Pays-Bas". */
function skipSpelling({ tokens }: Spoken, index: number): number {
  if (tokens[index]?.word !== "comme") return index;
  const isArticle = /^(?:le|la|les|l|un|une)$/u.test(tokens[index + 1]?.word ?? "");
  const name = index + (isArticle ? 2 : 1);
  const country = countryNamedAt(tokens, name);
  if (country) return country.to;
  let to = name + 1;
  while (tokens[to]?.isJoined && to < name + 4) to += 1;
  return to;
}

/** A country code at a token: "FR", the end of "IBANFR" directly before digits, "F R", "F comme François R". */
function countryAt(spoken: Spoken, index: number): Country | undefined {
  const token = spoken.tokens[index];
  if (!token || token.isDigits) return undefined;
  if (token.word.length === 1) {
    const second = skipSpelling(spoken, index + 1);
    const code = (token.word + (spoken.tokens[second]?.word ?? "")).toUpperCase();
    return ibanLengths.has(code)
      ? { code, start: token.start, to: skipSpelling(spoken, second + 1) }
      : undefined;
  }
  const next = spoken.tokens[index + 1];
  const isGlued = next?.isDigits === true && next.gap === "none";
  if (token.word.length !== 2 && !isGlued) return undefined;
  const code = token.word.slice(-2).toUpperCase();
  if (!ibanLengths.has(code)) return undefined;
  // "BE comme Belgique"
  return { code, start: token.end - 2, to: isGlued ? index + 1 : skipSpelling(spoken, index + 1) };
}

function accountLetters({ text, tokens }: Spoken, index: number): Reading | undefined {
  const token = tokens[index];
  if (!token || token.isDigits || !/^[a-z]+$/u.test(token.word)) return undefined;
  if (token.word === "comme") return { to: index + 2, digits: "" };
  const letters = token.word.toUpperCase();
  const isGlued = token.gap === "none" || tokens[index + 1]?.gap === "none";
  const isCode = letters.length === 1 || isGlued || text.slice(token.start, token.end) === letters;
  return isCode && letters.length < longestSecret ? { to: index + 1, digits: letters } : undefined;
}

/** A country code whose number follows, perhaps after a hesitation, and the digits' first token. */
function beginning(spoken: Spoken, index: number): Country | undefined {
  const country = countryAt(spoken, index);
  if (!country) return undefined;
  for (let to = country.to; to < country.to + 4; to += 1) {
    if (spoken.read(to).length > 0) return { ...country, to };
    if (!fillers.has(spoken.tokens[to]?.word ?? "")) return undefined;
  }
  return undefined;
}

/** Words between the name of a country and its number: "en Belgique, c'est le". */
const wordsAfterName =
  /^(?:c|ce|est|le|la|l|les|de|du|d|mon|ma|notre|son|sa|votre|iban|compte|rib|numero|code|oui|alors|donc|euh|voila|je|vous|donne|dicte|note|notez|commence|par|qui|suivant|suit|bancaire|j|ai|un|une|et|banque)$/u;
const wordsAtMost = 8;

/** The number of a country that is said by its name alone: "un IBAN belge, 68 5390 …". */
function namedBeginning(spoken: Spoken, index: number): Country | undefined {
  const { tokens } = spoken;
  const named = countryNamedAt(tokens, index);
  if (!named) return undefined;
  for (let to = named.to; to < named.to + wordsAtMost; to += 1) {
    const token = tokens[to];
    if (!token) return undefined;
    if (spoken.read(to).length > 0) return { code: named.code, start: token.start, to };
    if (!wordsAfterName.test(token.word)) return undefined;
  }
  return undefined;
}

/** How much may lie between the digits. */
const crossedAtMost = 10;

interface IbanSearch extends Effort {
  links: ReadonlyMap<number, readonly Link[]>;
}

/** An IBAN whose country code begins at a token: its tokens, digits, and the start of its country code in the text. */
export function findIban(
  spoken: Spoken,
  index: number,
  { links, steps, onSteps }: IbanSearch,
): (Pick<Found, "from" | "to" | "digits" | "cuts"> & { start: number }) | undefined {
  const country = beginning(spoken, index) ?? namedBeginning(spoken, index);
  if (!country) return undefined;
  const length = ibanLengths.get(country.code) ?? 0;
  let found: Pick<Found, "to" | "digits" | "cuts"> | undefined;
  const used = walk(spoken, country.to, country.code, {
    visit: (read, to, crossed) => {
      if (read.length === length && to > (found?.to ?? 0) && isIban(read))
        found = { to, digits: read.slice(2), cuts: cutsOf(crossed) };
      return read.length < length && /^[A-Z]{2}\d(?:\d|$)/u.test(read);
    },
    isFound: () => found !== undefined,
    letters: (at) => accountLetters(spoken, at),
    // The check number makes it unlikely that other digits fit.
    links,
    mayTake: (link, { noise, asides }) => noise + link.noise <= crossedAtMost && asides < crossedAtMost,
    steps: steps(),
  });
  onSteps(used);
  return found && { from: country.to, ...found, start: country.start };
}

/** The tokens of a country code that is spelled. */
const spelledAtMost = 10;
/** Country codes that are words. */
const frenchWords = new Set(["DE", "ES", "LI", "LU", "ME", "SA", "SE", "SI"]);

/** The start of the country code directly before a token, if any. */
export function countryStartBefore(spoken: Spoken, index: number): number | undefined {
  for (let back = 1; back <= spelledAtMost; back += 1) {
    const country = countryAt(spoken, index - back);
    if (country?.to !== index) continue;
    // "Un budget de 45 000"
    const isWord = frenchWords.has(country.code) && /^\p{Ll}/u.test(spoken.text.slice(country.start));
    if (!isWord) return country.start;
  }
  return undefined;
}
