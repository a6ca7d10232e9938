import type { PlaybookContent } from "@souffleur/contracts/playbook";
import {
  array,
  assert,
  constantFrom,
  integer,
  jsonValue,
  property,
  string,
  tuple,
  uniqueArray,
} from "fast-check";
import { changesBetween } from "../draft/changes.ts";
import { playbookCsv } from "./playbook-csv.ts";
import { readCsv } from "./read-csv.ts";
import { mergeImport, readImport } from "./read-import.ts";
import { playbookJson, readJson } from "./read-json.ts";

/** The test's DOM has files without their bytes. */
function fileOf(content: string | Uint8Array, name = "livret.csv"): File {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return Object.assign(new File([], name), { arrayBuffer: async () => Uint8Array.from(bytes).buffer });
}

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

describe("a file as an office has it", () => {
  const french = [
    "Type;Sujet;Groupe;Texte;Force ou catégorie",
    "Expression;Prix;Objections;trop cher, vraiment, pour nous;Forte",
    "Sauf si;Prix;Objections;pas trop cher;",
    "Réponse;prix;OBJECTIONS;Quel budget aviez-vous prévu, et pour qui ?;Question",
    "Fait;;;Nos serveurs sont en France, à Lille;",
  ];
  const expected = {
    entries: [
      {
        intent: "Prix",
        group: "objections",
        phrases: [{ text: "trop cher, vraiment, pour nous", strength: "strong" }],
        not: ["pas trop cher"],
        replies: [{ category: "question", text: "Quel budget aviez-vous prévu, et pour qui ?" }],
      },
    ],
    facts: [{ text: "Nos serveurs sont en France, à Lille" }],
  };
  const table = french.join("\r\n");
  const tabbed = table.replaceAll(";", "\t");
  const utf16 = (text: string) =>
    new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (unit) => unit.charCodeAt(0)).buffer);
  const windows1252 = (text: string) => Uint8Array.from(text, (unit) => unit.charCodeAt(0));

  test.each<[string, string | Uint8Array]>([
    ["semicolons, and many commas in the texts", table],
    ["sep=; first", `sep=;\r\n${table}`],
    ["a quoted announcement, and a mark before it", `\uFEFF"sep=;"\n${table}`],
    ["an announcement that a program took for a row", `sep=;;;;;\n${table}`],
    ["spaces before the announcement", ` sep=;\n${table}`],
    ["an announcement that is not kept", `sep=,\n${table}`],
    ["empty rows before the titles", `\r\n;;;;\r\n"";;;;\n${table}`],
    [
      "strength and category in columns of their own",
      french
        .map((row, at) =>
          at === 0 ? row.replace(" ou c", ";C") : row.replace(/;([^;]*)$/u, at === 3 ? ";;$1" : ";$1;"),
        )
        .join("\n"),
    ],
    ["another separator that is announced", `sep=^\n${table.replaceAll(";", "^")}`],
    ["tabs", tabbed],
    [
      "no-break spaces in titles, kinds and groups",
      table.replaceAll("ou ", "ou\u00a0").replace("Sauf si", "Sauf\u202fsi "),
    ],
    ["quoted titles", table.replace(french[0] ?? "", '"Type";"Sujet";"Groupe";"Texte";"Force ou catégorie"')],
    ["capital titles without accents", table.replace("Force ou catégorie", "CATEGORIE")],
    ["bare line feeds", french.join("\n")],
    ["old line ends", french.join("\r")],
    ["UTF-16 with tabs", utf16(tabbed)],
    ["the code page of Western Europe", windows1252(table)],
  ])("is read: %s", async (_what, content) => {
    expect(await readImport(fileOf(content))).toMatchObject({ content: expected });
  });

  test("what is refused says where, and what to do", async () => {
    const lines = [
      "sep=;",
      ...french,
      "Réponse;Prix;Objections;Oui; bien sûr;Question",
      "Truc;Prix;Objections;Non;",
    ];
    expect((await readImport(fileOf(lines.join("\n")))).mistakes).toEqual([
      { line: 7, text: "There are more fields than columns: put texts with “;” in quotes" },
      { line: 7, column: "Force ou catégorie", text: expect.stringMatching(/^Category must be one of/) },
      { line: 8, column: "Type", text: expect.stringMatching(/^Kind must be one of/) },
    ]);
    const two = [";;;", "Type;Sujet;Groupe;Texte;Nature", "Fait;;;Oui;Fait", "Fait;;;Non;Réponse"];
    expect((await readImport(fileOf(two.join("\n")))).mistakes).toEqual([
      { line: 4, column: "Type, Nature", text: "Two columns have a text here: leave one of them empty" },
    ]);
    const other = await readImport(fileOf("Nom;Prénom\nA;B"));
    expect(other.mistakes).toEqual([
      { line: 1, text: "The first line must name the columns: Kind, Intent, Group, Text missing" },
    ]);
  });

  test("a table is read alike with any separator and any of the known titles", () => {
    const titles = [
      constantFrom("Kind", "type", " TYPE ", "Nature"),
      constantFrom("Intent", "sujet", "Intention", "theme"),
      constantFrom("Group", "groupe", "ETAPE", "phase"),
      constantFrom("Text", "Texte", "texte\u00a0"),
    ] as const;
    assert(
      property(tuple(...titles), constantFrom(",", ";", "\t", "|"), (header, separator) => {
        const rows = [header, ["reply", "Prix", "needs", `"a,b;c|d"`], ["fact", "", "", `"e${separator}f"`]];
        const read = readCsv(rows.map((row) => row.join(separator)).join("\n"));
        expect(read.content?.entries[0]?.replies[0]?.text).toBe("a,b;c|d");
        expect(read.content?.facts[0]?.text).toBe(`e${separator}f`.trim());
      }),
    );
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
    { line: 4, column: "Strength or category", text: "Strength must be one of: weak, normal, strong" },
    { line: 5, column: "Group", text: "Group differs from line 2" },
    { line: 5, column: "Text", text: expect.stringMatching(/^\{budget\} is no placeholder/) },
    { line: 6, column: "Kind", text: "Kind must be one of: phrase, not when, reply, fact" },
    { line: 7, text: "An entry needs a reply" },
  ]);
});

test.each([
  ["", "The first line must name the columns: Kind, Intent, Group, Text missing"],
  ["Kind,Text\n", "The first line must name the columns: Intent, Group missing"],
  [
    'Kind,Intent,Group,Text\nreply,"Prix,needs,Bonjour\n',
    "A quoted field has no closing quote: end it with one, and double the quotes inside",
  ],
  [
    'Kind,Intent,Group,Text\nreply,"Prix" "net",needs,Bonjour\n',
    "There is text after a closing quote: double the quotes inside a field",
  ],
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

test("JSON that is no playbook is refused in the user's words, and one slip is one mistake", () => {
  // Whatever stands in the place of a part has a text of its own.
  assert(
    property(contents, jsonValue(), integer({ min: 1, max: 40 }), (content, wrong, place) => {
      let at = 0;
      const spoiled = JSON.stringify(content, (_key, value) => (at++ === place ? wrong : value));
      for (const { text } of readJson(spoiled).mistakes ?? [])
        expect(text).not.toMatch(/^Invalid|no playbook/);
    }),
  );
  const textsOf = (json: unknown) => readJson(JSON.stringify(json)).mistakes?.map(({ text }) => text);
  for (const json of [[], null, 7, "text"])
    expect(textsOf(json)).toEqual(["This is no playbook: it needs “entries” and “facts”"]);
  expect(textsOf({ entries: [7], facts: [] })).toEqual(["“entries.0” is not as an export has it"]);
  expect(readJson('{"entries": [}, "facts": []}').mistakes).toHaveLength(1);
});

test("a file that is empty or no text is refused as that", async () => {
  const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]);
  const refused = async (content: string | Uint8Array, name: string) =>
    (await readImport(fileOf(content, name))).mistakes?.map(({ text }) => text);
  expect(await refused(" \n", "a.csv")).toEqual(["The file is empty"]);
  expect(await refused("", "a.json")).toEqual(["The file is empty"]);
  const noText = "The file is no text: save the table as CSV in your spreadsheet program";
  expect(await refused(png, "a.csv")).toEqual([noText]);
  expect(await refused("PK\u0003\u0004\u0014\0", "a.xlsx")).toEqual([noText]);
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

test("a table without ids that is imported twice changes nothing the second time", async () => {
  const lines = [
    "Kind;Intent;Group;Text;Strength or category",
    "phrase;Price;needs;trop cher;weak",
    "reply;Price;needs;Que comparez-vous ?;question",
    "reply;Price;needs;Voyons le prix par mois.;response",
    "fact;;;Paiement en trois fois.;",
    "fact;;;Paiement en trois fois.;",
  ];
  const read = () => readCsv(lines.join("\n"));
  const replies = [{ id: "r", category: "other" as const, text: "Autre chose." }];
  const draft: PlaybookContent = {
    entries: [{ id: "e", group: "objections", intent: "Price", phrases: [], not: [], replies }],
    facts: [],
  };
  const [first, second] = [read(), read()];
  if (first.mistakes || second.mistakes) throw new Error("the table has mistakes");
  const once = mergeImport(draft, first.content, first.madeIds);
  const twice = mergeImport(once, second.content, second.madeIds);
  expect(twice).toEqual(once);
  expect(once.entries.map(({ group, replies }) => [group, replies.length])).toEqual([
    ["objections", 1],
    ["needs", 2],
  ]);
  expect(once.facts).toHaveLength(2);
});

test("a reply without id takes none that the file names, in whichever entry", () => {
  const price = { id: "price", intent: "Price", group: "needs" as const, phrases: [], not: [] };
  const needs = { ...price, id: "needs", intent: "Needs" };
  const reply = (id: string, text: string) => ({ id, category: "other" as const, text });
  const draft: PlaybookContent = {
    entries: [
      { ...price, replies: [reply("r", "Par mois ?")] },
      { ...needs, replies: [] },
    ],
    facts: [],
  };
  const imported: PlaybookContent = {
    entries: [
      { ...price, replies: [reply("made", "Par mois ?")] },
      { ...needs, replies: [reply("r", "Par an ?"), reply("made-2", "Par jour ?")] },
    ],
    facts: [],
  };
  const merged = mergeImport(draft, imported, new Set(["made", "made-2"]));
  expect(merged.entries.map(({ replies }) => replies.map(({ id }) => id))).toEqual([
    ["made"],
    ["r", "made-2"],
  ]);
});

test("a reply whose id was used before gets one that is free", () => {
  const entry = (id: string, ...ids: string[]) => ({
    ...{ id, intent: id, group: "needs" as const, phrases: [], not: [] },
    replies: ids.map((reply) => ({ id: reply, category: "other" as const, text: "Oui." })),
  });
  const draft = { entries: [entry("a", "r")], facts: [] };
  const merged = mergeImport(draft, { entries: [entry("b", "r", "r-2")], facts: [] });
  expect(merged.entries.map(({ replies }) => replies.map(({ id }) => id))).toEqual([["r"], ["r-3", "r-2"]]);
});
