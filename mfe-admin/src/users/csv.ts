/**
 * A table as RFC 4180 wants it: every field quoted, quotes doubled, lines ended by CRLF.
 * Spreadsheets run fields that look like formulas; those get an apostrophe before them.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** The signs that begin a formula, their full-width forms, and the blanks that spreadsheets skip before one. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

function field(value: string): string {
  const harmless = formula.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
