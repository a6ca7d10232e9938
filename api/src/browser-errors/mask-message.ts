import { maskSecrets } from "../calls/masking/masking.ts";

/** Patterns of personal data and secrets. Their time is at most quadratic, in at most 500 characters. */
const personal: readonly [RegExp, string][] = [
  // The parameters of an address, before the patterns for their values.
  [/[?#][\w%.-]*=[^\s"'<>)]*/g, ""],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "[email]"],
  // Ids, tokens and their parts: unlike words, they have digits.
  [/(?=[\w-]*\d)[\w-]{20,}/g, "[id]"],
  [/\+?\d[\d .()-]{7,}\d/g, "[number]"],
];

/** An error's message without data that must not be stored: secrets as in transcripts, addresses, numbers, tokens. */
export function maskMessage(message: string): string {
  return personal
    .reduce((text, [pattern, label]) => text.replace(pattern, label), maskSecrets(message))
    .replace(/\s+/g, " ")
    .trim();
}
