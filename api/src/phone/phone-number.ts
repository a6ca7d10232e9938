import { fold } from "@souffleur/contracts/fold";
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { LRUCache } from "lru-cache";
import { isWithheld } from "./withheld.ts";

/** A number without a country code is one of France, of which some parts have country codes of their own. */
const home: readonly CountryCode[] = ["FR", "GP", "MQ", "GF", "RE", "YT"];

/** What people write before a number, and what RFC 3966 has after it. */
export const numberLabels = ["tel", "telephone", "phone", "mobile", "mob", "portable", "port", "gsm", "fixe"];
const label = new RegExp(`^(?:${numberLabels.join("|")})[\\s.:]+`, "u");
const parameters = /;[a-z-]+=.*$/u;
const digitsAndMarks = /^[\s(]*\+?[\d\s()./·•∙_-]*\d[\d\s()./·•∙_-]*$/u;

/** The digits of a number with "+" for a country code; undefined where a text is no number. */
function dialled(text: string): string | undefined {
  const folded = fold(text).trim().replace(label, "").replace(parameters, "");
  if (!digitsAndMarks.test(folded)) return undefined;
  // "+33 (0)6": the zero is for domestic calls.
  return folded
    .replace(/\(\s*0\s*\)/gu, "")
    .replace(/[^+\d]/gu, "")
    .replace(/^00/u, "+");
}

interface Parsed {
  digits: string;
  number?: PhoneNumber;
}

/** A customer's numbers are read several times when it is stored or shown, each of which takes up to 0.3 ms. */
const parsedLast = new LRUCache<string, Parsed>({ max: 500 });

function parse(text: string): Parsed | undefined {
  const digits = dialled(text);
  if (digits === undefined || isWithheld(digits)) return undefined;
  const parsed = parsedLast.get(digits) ?? parseDigits(digits);
  parsedLast.set(digits, parsed);
  return parsed.number === undefined && zerosWithCode.test(digits) ? undefined : parsed;
}

/** Zeros alone after a country code: a place that was filled. */
const zerosWithCode = /^\+?[1-9]\d{0,2}0{7,}$/u;

function parseDigits(digits: string): Parsed {
  if (!digits.startsWith("0")) {
    // Telephone exchanges leave the "+" out. Shorter, a number may be any other one.
    const withCode = digits.startsWith("+") || digits.length >= withCodeMin;
    const number = withCode ? valid(`+${digits.replace("+", "")}`) : undefined;
    return { digits, ...(number && { number }) };
  }
  for (const country of home) {
    const number = valid(digits, country);
    if (number) return { digits, number };
  }
  return { digits };
}

/** The digits of a French number with its country code. */
const withCodeMin = 11;

function valid(digits: string, country?: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(digits, country);
  return number?.isValid() ? number : undefined;
}

/**
 * The digits by which a number is the same in all spellings, with the country code (E.164 without "+"); those of a number that
 * no plan has, such as an extension, as they are. Undefined where the text is no number.
 */
export function phoneKey(text: string): string | undefined {
  const parsed = parse(text);
  if (parsed?.number) return parsed.number.number.slice(1);
  return parsed?.digits.replace(/^\+/u, "").replace(/^0(?=\d{9}$)/u, "33");
}

/** No number is longer with its country code (E.164), and extensions are shorter. */
const digitsMax = 15;

/**
 * A number as it is stored: with its country code (E.164) where it has one or is written as in France, else its digits.
 * Undefined where the text is no number.
 */
export function storedPhone(text: string): string | undefined {
  const parsed = parse(text);
  if (parsed?.number) return parsed.number.number;
  // No plan has it: an extension, or a number that is reserved for fiction.
  const written = parsed?.digits.replace(/^0(?=\d{9}$)/u, "+33") ?? "";
  const { length } = written.replace("+", "");
  return length >= 2 && length <= digitsMax ? written : undefined;
}

/** The digits of all spellings of a number, from its `phoneKey`. */
export function spellingsOfKey(key: string): string[] {
  return [...new Set([key, key.replace(/^33(?=\d{9}$)/u, "0"), ...phoneSpellings(`+${key}`)])];
}

/** The digits of a number as people dial it: with its country code, and inside its country. */
export function phoneSpellings(text: string): string[] {
  const parsed = parse(text);
  if (parsed === undefined) return [];
  const { digits, number } = parsed;
  const spelled = number ? [number.number, number.formatNational()] : [digits];
  return [...new Set(spelled.map((one) => one.replace(/\D/gu, "")))];
}

/** A number grouped as its country does, as it was dialled: with the country code or inside the country. */
export function shownPhone(text: string): string {
  const parsed = parse(text);
  if (!parsed?.number) return text;
  return parsed.digits.startsWith("0") ? parsed.number.formatNational() : parsed.number.formatInternational();
}

/** A number as RFC 3966 has it in `tel` addresses; a text that is none as it is. */
export const telOf = (text: string): string => parse(text)?.number?.number ?? text;
