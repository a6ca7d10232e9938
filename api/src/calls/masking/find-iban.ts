import { ibanLengths, isIban } from "./secret-numbers.ts";
import type { Reading } from "./spoken-digits.ts";
import { longestSecret, type Spoken, walk } from "./walk-numbers.ts";

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

/** The position in the text of an IBAN whose country code begins at a token. */
export function findIban(spoken: Spoken, index: number): { start: number; end: number } | undefined {
  const country = countryAt(spoken, index);
  if (!country || spoken.read(country.to).length === 0) return undefined;
  const length = ibanLengths.get(country.code) ?? 0;
  let end = -1;
  walk(spoken, country.to, country.code, {
    visit: (read, to) => {
      if (isIban(read)) end = Math.max(end, spoken.tokens[to - 1]?.end ?? -1);
      return read.length < length && /^[A-Z]{2}\d(?:\d|$)/u.test(read);
    },
    isFound: () => end >= 0,
    letters: (at) => accountLetters(spoken, at),
    steps: 256,
  });
  return end < 0 ? undefined : { start: country.start, end };
}

/** The start of the country code directly before a token, if any. */
export function countryStartBefore(spoken: Spoken, index: number): number | undefined {
  for (const back of [1, 2, 4, 6]) {
    const country = countryAt(spoken, index - back);
    if (country?.to === index) return country.start;
  }
  return undefined;
}
