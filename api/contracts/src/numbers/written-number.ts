/** A number as a decimal: `decimals` counts the digits after the mark, as they were written or said. */
export interface Decimal {
  value: number;
  decimals: number;
}

const spaces = "\\t\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const apostrophes = "'’‘ʼ`´′＇";

/**
 * A number in figures with everything that is joined to it by one character, so that no part of a date, a time, a version or
 * a telephone number is ever taken for a number.
 */
export const chunkPattern = `\\p{Nd}+(?:[${spaces}${apostrophes}.,:/\\-‐-―−_·]\\p{Nd}+)*`;

const grouping = new RegExp(`[${spaces}${apostrophes}.,]`, "gu");
const spaceKind = new RegExp(`[${spaces}]`, "gu");
const apostropheKind = new RegExp(`[${apostrophes}]`, "gu");

/** More digits are no figure that anyone means, and a double cannot hold them. */
const longest = 15;

const threes = /^[1-9]\d{0,2}(?:([ '.,])\d{3})(?:\1\d{3})*$/u;
/** Lakhs and crores, which Indian English writes with commas alone. */
const indian = /^[1-9]\d?(?:,\d{2})+,\d{3}$/u;
const plain = /^(?:0|[1-9]\d*)$/u;

function whole(text: string): string | undefined {
  if (!plain.test(text) && !threes.test(text) && !indian.test(text)) return undefined;
  const digits = text.replace(grouping, "");
  return digits.length > longest ? undefined : digits;
}

/**
 * The value of figures as they are written in French, Swiss, German and English: thousands apart by spaces, points, commas or
 * apostrophes, or not at all; decimals after a comma or a point.
 *
 * A single point or comma before exactly three digits separates thousands (`12.000`, `12,000`, `1.234`), whichever country
 * wrote it, except after a zero (`0,125`) or where the thousands stand already otherwise (`1 234,567`, `1234,567`): prices and
 * counts in thousands are frequent in sales, and thousandths are not.
 *
 * @param chunk a match of `chunkPattern`
 * @returns undefined where it is no number in any of these ways, or a longer one than 15 digits
 */
export function parseWritten(chunk: string): Decimal | undefined {
  const text = chunk.replace(spaceKind, " ").replace(apostropheKind, "'");
  const integer = whole(text);
  if (integer !== undefined) return { value: Number(integer), decimals: 0 };
  const mark = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (mark < 0) return undefined;
  const decimals = text.slice(mark + 1);
  const before = text.slice(0, mark);
  // The mark of the decimals is not that of the thousands as well.
  const digits = before.includes(text.charAt(mark)) ? undefined : whole(before);
  if (digits === undefined || !/^\d+$/u.test(decimals) || decimals.length > longest) return undefined;
  return { value: Number(`${digits}.${decimals}`), decimals: decimals.length };
}

/** A decimal times ten to a power, without the errors of binary multiplication. */
export function shift({ value, decimals }: Decimal, power: number): Decimal {
  return { value: Number(`${value}e${power}`), decimals: Math.max(0, decimals - power) };
}
