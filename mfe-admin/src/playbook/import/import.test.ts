import type { PlaybookContent } from "@souffleur/contracts/playbook";
import { array, assert, constantFrom, property, string, uniqueArray } from "fast-check";
import { changesBetween } from "../draft/changes.ts";
import { playbookCsv } from "./playbook-csv.ts";
import { readCsv } from "./read-csv.ts";
import { mergeImport } from "./read-import.ts";
import { playbookJson, readJson } from "./read-json.ts";

/** Never empty after trimming; without a leading apostrophe, which the CSV format uses as an escape. */
const text = string({ unit: "binary", maxLength: 20 })
  .map((part) => `${part.replace(/[{}\uFEFF]/gu, "")}é`.trim())
  .filter((one) => !one.startsWith("'"));
const contents = uniqueArray(constantFrom("a", "b", "c")).chain((ids) =>
  array(text, { minLength: ids.length * 4, maxLength: ids.length * 4 }).map((texts): PlaybookContent => {
    const at = (entry: number, part: number) => texts[entry * 4 + part] ?? "é";
    return {
      entries: ids.map((id, entry) => ({
        id,
        intent: at(entry, 0),
        group: "needs",
        phrases: [{ text: at(entry, 1), strength: "weak" }],
        not: [at(entry, 2)],
        replies: [{ id: `${id}-1`, category: "other", text: at(entry, 3), alternative: at(entry, 1) }],
      })),
      facts: ids.map((id, entry) => ({ id, text: at(entry, 2) })),
    };
  }),
);

test("an export is imported unchanged, as CSV and as JSON", () => {
  assert(
    property(contents, (content) => {
      for (const { content: read, mistakes } of [
        readCsv(`\uFEFF${playbookCsv(content, ",")}`),
        readCsv(`\uFEFF${playbookCsv(content, ";")}`),
        readJson(playbookJson(content)),
      ]) {
        expect(mistakes).toBeUndefined();
        expect(changesBetween(content, read as PlaybookContent)).toEqual([]);
      }
    }),
  );
});

test("a hand-written table needs no ids, and may have semicolons and other columns", () => {
  const { content } = readCsv(
    "Text;Kind;Intent;Group;Owner\ntrop cher;phrase;Prix;Objections;Paul\nLe budget ?;reply;Prix;Objections;Paul\n\nEn France;Fact;;;\n",
  );
  expect(content).toMatchObject({
    entries: [
      {
        intent: "Prix",
        group: "objections",
        phrases: [{ text: "trop cher", strength: "normal" }],
        replies: [{ category: "response", text: "Le budget ?" }],
      },
    ],
    facts: [{ text: "En France" }],
  });
});

test("every mistake in a table is reported with its line", () => {
  const lines = [
    "Kind,Intent,Group,Text,Strength or category",
    'reply,Prix,objections,"Sur\ndeux lignes",response',
    "phrase,Prix,objections,trop cher,huge",
    "reply,Prix,closing,{budget} ?,question",
    "what,Prix,objections,Bonjour,",
    "phrase,Date,needs,quand,weak",
  ];
  expect(readCsv(lines.join("\n")).mistakes).toEqual([
    { line: 4, text: "Strength must be one of: weak, normal, strong" },
    { line: 5, text: "Group differs from line 2" },
    { line: 5, text: expect.stringMatching(/^\{budget\} is no placeholder/) },
    { line: 6, text: "Kind must be one of: phrase, not when, reply, fact" },
    { line: 7, text: "An entry needs a reply" },
  ]);
});

test.each([
  ["", "The first line must name the columns: Kind, Intent, Group, Text missing"],
  ["Kind,Text\n", "The first line must name the columns: Intent, Group missing"],
  ['Kind,Intent,Group,Text\nreply,"Prix,needs,Bonjour\n', "A quoted field has no closing quote"],
  ['Kind,Intent,Group,Text\nreply,"Prix" "net",needs,Bonjour\n', "There is text after a closing quote"],
])("an invalid table is refused: %j", (table, reason) => {
  expect(readCsv(table).mistakes).toMatchObject([{ text: reason }]);
});

test("every mistake in a JSON file is reported with its line", () => {
  const json = playbookJson({
    entries: [
      { id: "a", intent: "", group: "needs", phrases: [], not: [], replies: [] },
      {
        id: "a",
        intent: "B",
        group: "needs",
        phrases: [],
        not: [],
        replies: [{ id: "r", category: "other", text: "x" }],
      },
    ],
    facts: [],
  });
  const lineOf = (part: string) => json.split("\n").findIndex((line) => line.includes(part)) + 1;
  expect(readJson(json).mistakes).toEqual([
    { line: lineOf('"intent": ""'), text: "Intent is required" },
    { line: lineOf('"replies": []'), text: "An entry needs a reply" },
    { line: 12, text: "Entry id a is used twice" },
  ]);
  expect(readJson('{\n  "entries": [,]\n}').mistakes?.[0]).toMatchObject({ line: 2 });
  expect(readJson("[]").mistakes).toHaveLength(1);
  expect(readJson("").mistakes).toHaveLength(1);
});

test("an import replaces items with the same id, adds the others, and removes nothing", () => {
  assert(
    property(contents, contents, (draft, imported) => {
      const merged = mergeImport(draft, imported);
      expect(changesBetween(draft, merged).every(({ after }) => after !== undefined)).toBe(true);
      expect(changesBetween(imported, merged).every(({ before }) => before === undefined)).toBe(true);
    }),
  );
});
