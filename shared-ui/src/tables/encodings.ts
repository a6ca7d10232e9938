/** A text that a file's bytes can be read as, and how well it fits. */
interface Reading {
  text: string;
  score: number;
}

/** What tables are saved in beside UTF-8 and UTF-16, which say themselves what they are. */
const codePages = ["windows-1252", "macintosh", "iso-8859-15"];

/**
 * The texts that bytes without a mark may be, the likeliest first: two only where it is unsure which of them it is.
 * Undefined where they are no text, as pictures, and what spreadsheets save by default.
 */
export function readingsOf(bytes: ArrayBuffer): [string, string?] | undefined {
  const known = marked(bytes) ?? utf8Of(bytes);
  const readings: [string, string?] = known === undefined ? guess(bytes) : [known];
  return readings[0].includes("\0") ? undefined : readings;
}

/** UTF-16, with its mark or without it: then every other byte of the titles is zero. */
function marked(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return decode(first === 0xff ? "utf-16le" : "utf-16be", bytes);
  if (first === 0 || second === 0) return decode(second === 0 ? "utf-16le" : "utf-16be", bytes);
  return undefined;
}

const decode = (encoding: string, bytes: ArrayBuffer): string => new TextDecoder(encoding).decode(bytes);

/** Undefined where bytes are none, or only by chance: then scripts are mixed in a word. */
function utf8Of(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return mixed.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
const mixed = /\p{Script=Latin}(?!\p{Script=Latin})\p{L}/u;

/** UTF-8 with a few bytes that are none, or a code page: what reads most like French. */
function guess(bytes: ArrayBuffer): [string, string?] {
  const utf8 = decode("utf-8", bytes);
  // In a tie, the order counts.
  const readings: Reading[] = [
    ...codePages.map((encoding) => {
      const text = decode(encoding, bytes);
      return { text, score: total(text, fit) };
    }),
    { text: utf8, score: total(utf8, fitUtf8) },
  ].toSorted((a, b) => b.score - a.score);
  const [best, ...others] = readings as [Reading, ...Reading[]];
  const other = others.find(({ text }) => text !== best.text);
  if (other === undefined || isSure(best, other)) return [best.text];
  return [best.text, other.text];
}

/** Enough to know a file by. */
const examined = 2000;
const unusual = /\P{ASCII}/gu;

/** The sum of how well characters beyond ASCII fit where they stand. */
function total(text: string, fits: (char: string, at: number, text: string) => number): number {
  let sum = 0;
  let count = 0;
  for (const { 0: char, index } of text.matchAll(unusual)) {
    sum += fits(char, index, text);
    count += 1;
    if (count === examined) break;
  }
  return sum;
}

/** As many as its bytes, which a code page hardly ever has one after the other. */
const fitUtf8 = (char: string) => (char === "\uFFFD" ? -1 : char < "\u0800" ? 2 : 3);

/** Whether a reading fits better than another by more than a quarter of the characters in which they differ. */
function isSure(best: Reading, other: Reading): boolean {
  const isSameLength = best.text.length === other.text.length;
  const differing = total(best.text, (char, at) => (isSameLength && other.text.charAt(at) === char ? 0 : 1));
  return best.score >= 0 && best.score - other.score > differing / 4;
}

const frenchLetters = /[àâäçéèêëîïôöùûüÿœæ]/iu;
const latinLetters = /[À-ÖØ-öø-ÿŠšŽž]/u;
const isLower = (char: string) => /\p{Ll}/u.test(char);
const isUpper = (char: string) => /\p{Lu}/u.test(char);
const isLetter = (char: string) => /\p{L}/u.test(char);
const isApart = (char: string) => !isLetter(char);

/** Whether a character stands where French has it: 1, or -1; between them for a letter of other languages. */
function fit(char: string, at: number, text: string): number {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)];
  if (frenchLetters.test(char) || latinLetters.test(char)) {
    const isFirst = isApart(before);
    const isCased = isUpper(char)
      ? isFirst || (isUpper(before) && !isLower(after))
      : !(isUpper(before) && isUpper(after));
    if (!isCased || (isFirst && isApart(after) && !/[àÀ]/u.test(char))) return -1;
    return frenchLetters.test(char) ? 1 : 0.5;
  }
  return marks.some(([mark, fits]) => mark === char && fits(before, after)) ? 1 : -1;
}

/** Marks that French tables have beside their letters, and where. */
const marks: readonly (readonly [mark: string, fits: (before: string, after: string) => boolean])[] = [
  ["’", (before, after) => isLetter(before) && isLetter(after)],
  ["«", (before) => isApart(before)],
  ["»", (_before, after) => isApart(after)],
  ["“", (before) => isApart(before)],
  ["”", (_before, after) => isApart(after)],
  ["…", (_before, after) => isApart(after)],
  ["–", (before, after) => isApart(before) && isApart(after)],
  ["—", (before, after) => isApart(before) && isApart(after)],
  ["€", (before) => /[\d\s\u00a0]/u.test(before)],
  ["°", (before) => /[nN\d]/u.test(before)],
  ["²", (before) => /[m\d]/u.test(before)],
  ["\u00a0", (before, after) => isApart(before) || isApart(after)],
];
