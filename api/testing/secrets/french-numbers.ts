// Writes numbers as people dictate them, for tests of the masking.
const small =
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf".split(
    " ",
  );
const tens = "- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split(" ");

/** A whole number from 0 to 999 in French words. */
export function inWords(value: number): string {
  if (value >= 200) {
    const rest = value % 100;
    return `${small[Math.floor(value / 100)]} cent${rest === 0 ? "s" : ` ${inWords(rest)}`}`;
  }
  if (value >= 100) return value === 100 ? "cent" : `cent ${inWords(value - 100)}`;
  if (value < 20) return small[value] ?? "";
  if (value === 80) return "quatre-vingts";
  const ten = Math.floor(value / 10);
  const rest = ten === 7 || ten === 9 ? (value % 10) + 10 : value % 10;
  if (rest === 0) return tens[ten] ?? "";
  const joint = (rest === 1 || rest === 11) && ten < 8 ? " et " : "-";
  return tens[ten] + joint + small[rest];
}

/** Digits in groups of the given lengths (the last one repeats), each in words: its leading zeros, then a number. */
export function dictate(
  digits: string,
  lengths: readonly number[],
  toWords: (value: number) => string = inWords,
): string[] {
  const groups: string[] = [];
  for (let at = 0, turn = 0; at < digits.length; turn += 1) {
    const length = lengths[Math.min(turn, lengths.length - 1)] ?? 1;
    const group = digits.slice(at, at + length);
    const zeros = /^0*/u.exec(group)?.[0].length ?? 0;
    const rest = group.slice(zeros);
    groups.push([...Array(zeros).fill("zéro"), ...(rest ? [toWords(Number(rest))] : [])].join(" "));
    at += length;
  }
  return groups;
}

const luhnSum = (digits: string) =>
  Array.from(digits, Number)
    .reverse()
    .reduce(
      (sum, digit, index) => sum + (index % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2),
      0,
    );

export const passesLuhn = (digits: string) => luhnSum(digits) % 10 === 0;

/** The digits followed by their Luhn check digit. */
export function withLuhn(digits: string): string {
  return digits + String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** An IBAN for a country and an account of digits and uppercase letters. */
export function ibanOf(country: string, account: string): string {
  const numeric = Array.from(`${account}${country}00`, (char) => String(Number.parseInt(char, 36))).join("");
  return `${country}${String(98n - (BigInt(numeric) % 97n)).padStart(2, "0")}${account}`;
}

/** A social-security number of 13 characters with its key. */
export function nirOf(number: string): string {
  const numeric = BigInt(number.replace("2A", "19").replace("2B", "18"));
  return number + String(97n - (numeric % 97n)).padStart(2, "0");
}
