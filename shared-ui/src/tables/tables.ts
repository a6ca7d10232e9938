import { sharedText as t } from "@souffleur/shared-ui";

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
