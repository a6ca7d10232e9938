import { fillers } from "./digit-words.ts";
import type { Effort } from "./find-numbers.ts";
import { ibanLengths, isIban } from "./secret-numbers.ts";
import type { Link, Spoken } from "./spoken.ts";
import type { Reading } from "./spoken-digits.ts";
import { type Crossed, longestSecret, walk } from "./walk-numbers.ts";

interface Country {
  code: string;
  start: number;
  /** The token after it. */
  to: number;
}

const skipSpelling = ({ tokens }: Spoken, index: number) =>
  tokens[index]?.word === "comme" ? index + 2 : index;

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
  return ibanLengths.has(code) ? { code, start: token.end - 2, to: index + 1 } : undefined;
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
): { from: number; to: number; digits: string; cuts: Crossed["cuts"]; start: number } | undefined {
  const country = beginning(spoken, index);
  if (!country) return undefined;
  const length = ibanLengths.get(country.code) ?? 0;
  let found: { to: number; digits: string; cuts: Crossed["cuts"] } | undefined;
  const used = walk(spoken, country.to, country.code, {
    visit: (read, to, { cuts }) => {
      if (isIban(read) && to > (found?.to ?? 0)) found = { to, digits: read.slice(2), cuts };
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

/** Country codes that are words. */
const frenchWords = new Set(["DE", "ES", "LI", "LU", "ME", "SA", "SE", "SI"]);

/** The start of the country code directly before a token, if any. */
export function countryStartBefore(spoken: Spoken, index: number): number | undefined {
  for (const back of [1, 2, 4, 6]) {
    const country = countryAt(spoken, index - back);
    if (country?.to !== index) continue;
    // "Un budget de 45 000"
    const isWord = frenchWords.has(country.code) && /^\p{Ll}/u.test(spoken.text.slice(country.start));
    if (!isWord) return country.start;
  }
  return undefined;
}
