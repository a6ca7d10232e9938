import type { Language } from "./users.ts";

/**
 * A table in the format of RFC 4180: every field quoted, quotes doubled, lines ended by CRLF.
 * Spreadsheets evaluate fields that look like formulas; those are prefixed with an apostrophe.
 * With French settings they split at semicolons only, because the comma separates decimals.
 */
export function toCsv(rows: readonly (readonly string[])[], language: Language): string {
  const separator = language === "fr" ? ";" : ",";
  return rows.map((row) => `${row.map(field).join(separator)}\r\n`).join("");
}

/** Characters that start a formula, their full-width forms, and white space that spreadsheets skip before one. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

function field(value: string): string {
  const escaped = formula.test(value) ? `'${value}` : value;
  return `"${escaped.replaceAll('"', '""')}"`;
}
