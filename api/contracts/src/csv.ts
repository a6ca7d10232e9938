/**
 * A table in the format of RFC 4180: every field quoted, quotes doubled, lines ended by CRLF.
 * Spreadsheets evaluate fields that look like formulas; those are prefixed with an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** Characters that start a formula, their full-width forms, and white space that spreadsheets skip before one. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

function field(value: string): string {
  const escaped = formula.test(value) ? `'${value}` : value;
  return `"${escaped.replaceAll('"', '""')}"`;
}
