import fc from "fast-check";
import { csvSeparatorOf, toCsv } from "./csv.ts";

/** Parses RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted = "", end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    row.push(quoted.replaceAll('""', '"'));
    if (end === "\r\n") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const table = fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }));

test.each([
  [
    [
      ["a", 'say "hi"'],
      ["b,c", "two\nlines"],
    ],
    ",",
    '"a","say ""hi"""\r\n"b,c","two\nlines"\r\n',
  ],
  [[["a", "b;c"]], ";", '"a";"b;c"\r\n'],
] as const)("quotes every field, doubles quotes and ends lines with CRLF: %j", (rows, separator, text) => {
  expect(toCsv(rows, separator)).toBe(text);
});

test.each([
  [";", ["de", "de-AT", "es-ES", "nl", "it-IT", "fr", "fr_FR.UTF-8", "pt-BR", "pl", "ru", "en-DE", "ar-EG"]],
  [",", ["en", "en-US", "en-GB", "es-MX", "de-CH", "ja", "zh-Hans-CN", "*", "C", "x-", "", undefined]],
])("the separator is %s in %j", (separator, locales) => {
  expect(locales.filter((locale) => csvSeparatorOf(locale) !== separator)).toEqual([]);
});

test.each(["=1+1", "+33 1 23", "-2", "@SUM(A1)", "\tx", "\rx", "\n=1", "  =1", "＝1", "＋1", "－1", "＠a"])(
  "puts an apostrophe before the formula %j",
  (value) => {
    expect(parseCsv(toCsv([[value]], ","))).toEqual([[`'${value}`]]);
  },
);

test.each(["", "Camille", "a=b", "O'Neill", "camille@example.com", "2026-01-05"])(
  "does not change %j",
  (value) => {
    expect(parseCsv(toCsv([[value]], ","))).toEqual([[value]]);
  },
);

test("no parsed field starts a formula", () => {
  fc.assert(
    fc.property(table, (rows) => {
      for (const value of parseCsv(toCsv(rows, ",")).flat())
        expect(value).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/);
    }),
  );
});

test("parsing restores what was written, except for apostrophes", () => {
  fc.assert(
    fc.property(table, (rows) => {
      const read = parseCsv(toCsv(rows, ","));
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
      for (const [at, value] of read.flat().entries()) {
        const written = rows.flat()[at] ?? "";
        expect([written, `'${written}`]).toContain(value);
      }
    }),
  );
});
