/**
 * The decimal digits of a text as ASCII, whatever keyboard wrote them (Arabic-Indic, full-width …); everything else is
 * left out.
 */
export function readDigits(text: string): string {
  // Most numbers are ASCII, and testing for that is faster than normalizing.
  if (/^[\x20-\x7e]*$/.test(text)) return text.replace(/[^0-9]+/g, "");
  return text
    .normalize("NFKC")
    .replace(/\P{Nd}/gu, "")
    .replace(/[^0-9]/gu, digitValue);
}

/** The ASCII digit for a decimal one; empty for other characters. Unicode's decimal digits stand in runs of ten, from zero to nine. */
export function digitValue(character: string): string {
  if (!/^\p{Nd}$/u.test(character)) return "";
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}
