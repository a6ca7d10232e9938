import { fold } from "@souffleur/contracts/fold";
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { LRUCache } from "lru-cache";
import { isWithheld } from "./withheld.ts";

/** A number without a country code is one of France, of which some parts have country codes of their own. */
const home: readonly CountryCode[] = ["FR", "GP", "MQ", "GF", "RE", "YT"];

/** What people write beside a number: which one it is, not whose. */
export const numberLabels = [
  ...[
    "tel",
    "telephone",
    "phone",
    "mobile",
    "mob",
    "portable",
    "port",
    "gsm",
    "fixe",
    "numero",
    "num",
    "n°",
    "no",
  ],
  ...[
    "perso",
    "personnel",
    "pro",
    "professionnel",
    "bureau",
    "domicile",
    "maison",
    "travail",
    "standard",
    "accueil",
  ],
  ...["ligne", "direct", "directe", "home", "work", "office", "cell", "main", "poste", "whatsapp"],
];
const labels = `(?:${numberLabels.join("|")})`;
const before = new RegExp(`^(?:${labels}(?:\\s?\\d(?=\\s?:))?[\\s.:]+)+`, "u");
const after = new RegExp(`(?:[\\s.,:-]+${labels})+$`, "u");
const inParentheses = new RegExp(`\\(\\s*${labels}(?:[\\s.]+${labels})*[\\s.]*\\)`, "gu");
/** Of RFC 3966. */
const parameters = /;(?!ext=)[a-z-]+=[^;]*/gu;
const extension =
  /(?<=\d\)?)[\s,/-]*(?:\(\s*)?(?:;ext=|(?:poste|ext|extension|interne|int)[\s.:]*(?:n°|no)?\s*|x\s?|#\s?)(\d{1,7})[\s)]*$/u;
const digitsAndMarks = /^[\s(]*\+?[\d\s()./·•∙_-]*\d[\d\s()./·•∙_-]*$/u;

/** The digits of a number with "+" for a country code, and those of its extension; undefined where a text is no number. */
function dialled(text: string): { digits: string; extension?: string } | undefined {
  const folded = fold(text).trim().replace(before, "").replace(parameters, "").replace(inParentheses, " ");
  const [written = "", inside] = extension.exec(folded) ?? [];
  const number = folded
    .slice(0, folded.length - written.length)
    .replace(/[\s.]+$/u, "")
    .replace(after, "")
    .trim()
    .replace(before, "");
  if (!digitsAndMarks.test(number)) return undefined;
  // "+33 (0)6": the zero is for domestic calls.
  const domestic = number.replace(/\(\s*0\s*\)/gu, "");
  const digits = domestic.replace(/[^+\d]/gu, "").replace(/^00/u, "+");
  if (isOfTwo(domestic)) return undefined;
  return { digits, ...(inside !== undefined && { extension: inside }) };
}

/** Whether something follows a number, as in "06 12 55 00 03 / 12", which is not a longer number. */
function isOfTwo(number: string): boolean {
  const [first = "", ...others] = number.split(/\/|\s-\s/u).map((part) => part.replace(/[^+\d]/gu, ""));
  const all = first + others.join("");
  const isGrouped = /^(?:\+|00)/u.test(all) && first.length <= groupsMax;
  return others.length > 0 && !isGrouped && !ofFrance.test(all);
}

/** The digits before the first slash in a number that has one. */
const groupsMax = 6;
const ofFrance = /^(?:0|\+?33|\+?330|0033)?[1-9]\d{8}$/u;

interface Parsed {
  digits: string;
  number?: PhoneNumber;
  extension?: string;
}

/** A customer's numbers are read several times when it is stored or shown, each of which takes up to 0.3 ms. */
const parsedLast = new LRUCache<string, Parsed>({ max: 500 });

function parse(text: string): Parsed | undefined {
  const read = dialled(text);
  if (read === undefined || isWithheld(read.digits)) return undefined;
  const parsed = parsedLast.get(read.digits) ?? parseDigits(read.digits);
  parsedLast.set(read.digits, parsed);
  return parsed.number === undefined && zerosWithCode.test(read.digits) ? undefined : { ...parsed, ...read };
}

/** Zeros alone after a country code: a place that was filled. */
const zerosWithCode = /^\+?[1-9]\d{0,2}0{7,}$/u;

function parseDigits(digits: string): Parsed {
  if (withoutZero.test(digits)) {
    const number = ofHome(`0${digits}`);
    return { digits, ...(number && { number }) };
  }
  if (!digits.startsWith("0")) {
    // Telephone exchanges leave the "+" out. Shorter, a number may be any other one.
    const withCode = digits.startsWith("+") || digits.length >= withCodeMin;
    const number = withCode ? valid(`+${digits.replace("+", "")}`) : undefined;
    return { digits, ...(number && { number }) };
  }
  const number = ofHome(digits);
  return { digits, ...(number && { number }) };
}

/** A French number whose zero a telephone exchange or a spreadsheet has left out. */
const withoutZero = /^[1-9]\d{8}$/u;

function ofHome(digits: string): PhoneNumber | undefined {
  for (const country of home) {
    const number = valid(digits, country);
    if (number) return number;
  }
  return undefined;
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
  const number = parsed?.number?.number ?? unplanned(parsed?.digits ?? "");
  return number && withExtension(number, parsed, ";ext=");
}

/** A number that no plan has: an extension, or one that is reserved for fiction. Undefined where digits are lacking or too many. */
function unplanned(digits: string): string | undefined {
  const written = digits.replace(/^0?(?=[1-9]\d{8}$)/u, "+33");
  const { length } = written.replace("+", "");
  if (length < 2 || length > digitsMax) return undefined;
  if (written.startsWith("0") && length > extensionMax) return undefined;
  const isLong = written.startsWith("+") && !parsePhoneNumberFromString(written)?.isPossible();
  return isLong ? undefined : written;
}

/** Of the digits of an extension. */
const extensionMax = 6;

const withExtension = (number: string, parsed: Parsed | undefined, mark: string) =>
  parsed?.extension === undefined ? number : `${number}${mark}${parsed.extension}`;

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
  if (parsed === undefined) return text;
  const { digits, extension: inside } = parsed;
  const number = parsed.number ?? possible(digits);
  if (number === undefined) return inside === undefined ? text : withExtension(digits, parsed, " ext. ");
  const shown = digits.startsWith("0") ? number.formatNational() : number.formatInternational();
  return withExtension(shown, parsed, " ext. ");
}

/** A number that no plan has, but of the length that its country's have, such as one that is reserved for fiction. */
function possible(digits: string): PhoneNumber | undefined {
  if (!/^(?:\+|0[1-9])/u.test(digits)) return undefined;
  const number = parsePhoneNumberFromString(digits, "FR");
  return number?.isPossible() ? number : undefined;
}

/** A number as RFC 3966 has it in `tel` addresses; a text that is none as it is. */
export function telOf(text: string): string {
  const parsed = parse(text);
  return parsed?.number ? withExtension(parsed.number.number, parsed, ";ext=") : text;
}

/** The extension that is written with a number. */
export const extensionOf = (text: string): string | undefined => parse(text)?.extension;
