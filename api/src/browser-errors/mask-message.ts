import { oneLine } from "@souffleur/contracts";

/**
 * Patterns of personal data and secrets. Their time is at most quadratic, in at most 500 characters: anybody may send reports,
 * so what is said in words, for which transcripts are searched, is not looked for.
 */
const personal: readonly [RegExp, string][] = [
  // The parameters of an address, before the patterns for their values.
  [/[?#][\w%.-]*=[^\s"'<>)]*/g, ""],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "[email]"],
  // Ids, tokens and their parts: unlike words, they have digits.
  [/(?=[\w-]*\d)[\w-]{20,}/g, "[id]"],
  [/\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,30}\b/g, "[number]"],
  [/\+?\d[\d .()-]{7,}\d/g, "[number]"],
];

/**
 * An error's message on one line, without data that must not be stored: addresses, numbers of cards, accounts and telephones,
 * tokens. What is hidden in it or turns its direction goes first, as it would hide them.
 */
export function maskMessage(message: string): string {
  return oneLine(personal.reduce((text, [pattern, label]) => text.replace(pattern, label), oneLine(message)));
}
