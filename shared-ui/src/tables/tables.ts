import { sharedText as t } from "@souffleur/shared-ui";

/**
 * Reads UTF-8, UTF-16, and else what spreadsheets of Western Europe save without being asked. Undefined where it is no text, as
 * pictures, and what spreadsheets save by default.
 */
export function decodeTable(bytes: ArrayBuffer): string | undefined {
  const text = decode(bytes);
  return text.includes("\0") ? undefined : text;
}

function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return new TextDecoder(first === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  // Without its mark, every other byte of the titles is zero.
  if (first === 0 || second === 0)
    return new TextDecoder(second === 0 ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export const separators = [";", ",", "\t", "|"] as const;

export const lineBreaksIn = (text: string): number => text.match(/\r\n|\r|\n/gu)?.length ?? 0;

/** The line at which each row begins: quoted fields may contain line breaks. */
export function linesOf(rows: readonly (readonly string[])[], linesBefore: number): number[] {
  let line = 1 + linesBefore;
  return rows.map((fields) => {
    const begin = line;
    line += 1 + lineBreaksIn(fields.join(""));
    return begin;
  });
}

/** The quotes by which a table can't be read. @param errors the parser's */
export function quoteMistakes(
  errors: readonly { type: string; code: string; row?: number | undefined }[],
  lines: readonly number[],
): { line: number; text: string }[] {
  return errors
    .filter(({ type }) => type === "Quotes")
    .map(({ row = 0, code }) => ({
      line: lines[row] ?? 1,
      text: t(
        code === "MissingQuotes"
          ? "A quoted field has no closing quote: end it with one, and double the quotes inside"
          : "There is text after a closing quote: double the quotes inside a field",
      ),
    }));
}

/** Removes the apostrophe by which an export escapes what a spreadsheet would read as a formula. */
export const unescapeField = (field: string): string =>
  field.replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/u, "").trim();
