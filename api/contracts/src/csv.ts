export type CsvSeparator = "," | ";";

/**
 * What spreadsheets of a region split at: where the comma separates decimals (German, Spanish, Dutch, French …) that is the
 * semicolon.
 * @param locale a browser's language, which may also be `fr_FR.UTF-8`, `C` or nothing
 */
export function csvSeparatorOf(locale: string | undefined): CsvSeparator {
  const [tag = ""] = /^[a-z0-9]+(?:[-_][a-z0-9]+)*/i.exec(locale ?? "") ?? [];
  try {
    const parts = new Intl.NumberFormat(tag.replaceAll("_", "-")).formatToParts(1.5);
    return parts.some(({ type, value }) => type === "decimal" && value !== ".") ? ";" : ",";
  } catch {
    return ",";
  }
}

/**
 * A table in the format of RFC 4180: every field quoted, quotes doubled, lines ended by CRLF.
 * Spreadsheets evaluate fields that look like formulas; those are prefixed with an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[], separator: CsvSeparator): string {
  return rows.map((row) => `${row.map(field).join(separator)}\r\n`).join("");
}

/** Characters that start a formula, their full-width forms, and white space that spreadsheets skip before one. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

function field(value: string): string {
  const escaped = formula.test(value) ? `'${value}` : value;
  return `"${escaped.replaceAll('"', '""')}"`;
}
