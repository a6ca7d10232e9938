import type { PlaybookContent } from "@souffleur/contracts/playbook";
import { array, assert, constantFrom, property, record, string, uniqueArray } from "fast-check";
import { changesBetween } from "../draft/changes.ts";
import { playbookCsv } from "./playbook-csv.ts";
import { readCsv } from "./read-csv.ts";
import { mergeImport } from "./read-import.ts";
import { playbookJson, readJson } from "./read-json.ts";

/** A text with a letter that survives trimming; a leading apostrophe before a formula is the table's own. */
const text = string({ unit: "binary", maxLength: 20 })
  .map((part) => `${part.replace(/[{}\uFEFF]/gu, "")}é`.trim())
  .filter((one) => !one.startsWith("'"));
const contents = uniqueArray(constantFrom("a", "b", "c"), { minLength: 0 }).chain((ids) =>
  record({
    texts: array(text, { minLength: ids.length * 4, maxLength: ids.length * 4 }),
  }).map(({ texts }): PlaybookContent => {
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

test("what is exported is imported unchanged, as CSV and as JSON", () => {
  assert(
    property(contents, (content) => {
      for (const { content: read, mistakes } of [
        readCsv(`\uFEFF${playbookCsv(content)}`),
        readJson(playbookJson(content)),
      ]) {
        expect(mistakes).toBeUndefined();
        expect(changesBetween(content, read as PlaybookContent)).toEqual([]);
      }
    }),
  );
});

test("a table by hand needs no ids, and may have semicolons and other columns", () => {
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

test("every mistake of a table is named by its line", () => {
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
  ['Kind,Intent,Group,Text\nreply,"Prix,needs,Bonjour\n', "Quoted field unterminated"],
])("a table that is none is refused", (table, reason) => {
  expect(readCsv(table).mistakes).toMatchObject([{ text: reason }]);
});

test("every mistake of a JSON file is named by its line", () => {
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

test("an import replaces what has the same id, adds the rest, and removes nothing", () => {
  assert(
    property(contents, contents, (draft, imported) => {
      const changes = changesBetween(draft, mergeImport(draft, imported));
      expect(changes.every(({ after }) => after !== undefined)).toBe(true);
      expect(
        changesBetween(imported, mergeImport(draft, imported)).every(({ before }) => before === undefined),
      ).toBe(true);
    }),
  );
});
