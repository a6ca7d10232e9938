import { maskSecrets } from "../calls/masking/masking.ts";

/** Each may name a person, or let somebody in. Linear, or quadratic in what is 500 characters at most. */
const personal: readonly [RegExp, string][] = [
  // The parameters of an address, before what they hold is anything else.
  [/[?#][\w%.-]*=[^\s"'<>)]*/g, ""],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "[email]"],
  // Ids, tokens and their parts; words have no digits.
  [/(?=[\w-]*\d)[\w-]{20,}/g, "[id]"],
  [/\+?\d[\d .()-]{7,}\d/g, "[number]"],
];

/** An error's message without what must not be stored: secrets as in transcripts, addresses, numbers, tokens. */
export function maskMessage(message: string): string {
  return personal
    .reduce((text, [pattern, label]) => text.replace(pattern, label), maskSecrets(message))
    .replace(/\s+/g, " ")
    .trim();
}
