import { CustomerFields, customerFieldNames, customerFields } from "@souffleur/contracts/customer-fields";
import french from "@souffleur/contracts/fr.json";
import { array, assert, constantFrom, property, string } from "fast-check";
import { columnOf, repeatedColumn } from "./columns.ts";
import { customerOf, parseTable, readTable, readTexts } from "./read-table.ts";

const rows = [
  "Nom;Prénom;Société;Téléphone;Portable;E-mail;Catégorie;Commentaires;Âge",
  "Moreau;Claire;Ateliers Brunel;01 99 00 42 17;'+33 6 12 34 56 78;claire@example.com;VIP, Clé;Préfère le matin;41",
];
const expected = {
  name: "Claire Moreau",
  company: "Ateliers Brunel",
  numbers: ["01 99 00 42 17", "+33 6 12 34 56 78"],
  emails: ["claire@example.com"],
  tags: ["VIP", "Clé"],
  notes: "Préfère le matin",
};
const table = rows.join("\r\n");
const customersOf = (text: string) => {
  const { titles, rows: read } = parseTable(text);
  return read.map(({ fields }) => customerOf(fields, titles.map(columnOf)));
};
/** The test's DOM has files without their bytes. */
const fileOf = (bytes: Uint8Array) =>
  Object.assign(new File([], "clients.csv"), { arrayBuffer: async () => Uint8Array.from(bytes).buffer });

test.each([
  ["semicolons", table],
  ["tabs", table.replaceAll(";", "\t")],
  [
    "commas and quotes",
    rows
      .map((row) =>
        row
          .split(";")
          .map((field) => `"${field}"`)
          .join(","),
      )
      .join("\n"),
  ],
  ["a byte order mark", `\uFEFF${table}`],
  ["sep=; and empty rows first", `sep=;\n;;;\n${table}`],
  [
    "capital titles without accents",
    table.replace(rows[0] ?? "", (rows[0] ?? "").normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()),
  ],
])("a table is read: %s", (_what, text) => {
  expect(customersOf(text)).toEqual([expected]);
});

test("a file is read in its encoding, and asked for where that is unsure", async () => {
  const latin = (text: string) => fileOf(Uint8Array.from(text, (unit) => unit.charCodeAt(0)));
  expect(await readTexts(latin(table))).toEqual([table]);
  expect(await readTexts(latin("name\nCAF\u00c9"))).toEqual(["name\nCAFÉ", "name\nCAF…"]);
});

test("the lines with bytes that are no characters are named, and the others read", async () => {
  const bytes = new TextEncoder().encode("name,notes\nZoë,x\nChlo?,x\nAna,x\n");
  bytes[bytes.indexOf("?".charCodeAt(0))] = 0xe9;
  const [text] = await readTexts(fileOf(bytes));
  const { unreadable, rows } = readTable(text);
  expect(unreadable).toEqual([3]);
  expect(rows.map(({ fields }) => fields[0])).toEqual(["Zoë", "Chlo\uFFFD", "Ana"]);
});

test("Google's groups are tags, but for its own", () => {
  expect(customerOf(["A", "* myContacts ::: Clients ::: VIP"], ["name", "tags"]).tags).toEqual([
    "Clients",
    "VIP",
  ]);
});

test.each([
  ["3,36E+10", ["3,36E+10"]],
  ["3.36e10", ["3.36e10"]],
  ["612345678", ["612345678"]],
  ["33612345678.0", ["33612345678"]],
  ["612345678.0", ["612345678"]],
  ["612345678,0", ["612345678"]],
  [" 33612345678,00 ", ["33612345678"]],
  ["0612345678 / 01 99 00 42 17", ["0612345678", "01 99 00 42 17"]],
  ["06/12/34/56/78", ["06/12/34/56/78"]],
  ["+33 6 12 34 56 78;3456", ["+33 6 12 34 56 78", "3456"]],
  ["34,3456", ["34", "3456"]],
  ["06,44,55,66,77", ["06 44 55 66 77"]],
  ["06,44,55,66,77,06,44,99,88,71", ["06 44 55 66 77", "06 44 99 88 71"]],
  ["06,44,55,66,77, 01 99 00 42 17", ["06 44 55 66 77", "01 99 00 42 17"]],
  ["+33,6,44,55,66,77", ["+33 6 44 55 66 77"]],
  ["0644556677,0644998871", ["0644556677", "0644998871"]],
  ["633,345,696", ["633 345 696"]],
  ["633,345,696.00", ["633 345 696"]],
  ["+33,6,44,55,66,77,+33,6,44,99,88,71", ["+33 6 44 55 66 77", "+33 6 44 99 88 71"]],
  ["01.44.55.66.00", ["01.44.55.66.00"]],
  ["06,44,55,66,00", ["06 44 55 66 00"]],
  ["+33 1 44 55 66 00", ["+33 1 44 55 66 00"]],
  ["101,102,103,104", ["101", "102", "103", "104"]],
  ["612 345 678", ["612 345 678"]],
  ["612\u202f345\u202f678", ["612\u202f345\u202f678"]],
  ["6 12 34 56 78", ["6 12 34 56 78"]],
  ["612.345.678", ["612.345.678"]],
])("the numbers of %s, as spreadsheets leave them, are %j", (field, numbers) => {
  expect(customerOf(["A", field], ["name", "numbers"]).numbers).toEqual(numbers);
});

test("a cell of several addresses, as Google and mail programs write them, has each", () => {
  const cell = "Mia Colin <mia@example.com> ::: leo@example.org";
  expect(customerOf(["Mia", cell], ["name", "emails"]).emails).toEqual([
    "mia@example.com",
    "leo@example.org",
  ]);
});

test("a picture is no text", async () => {
  await expect(readTexts(fileOf(Uint8Array.from("\x89PNG\0", (unit) => unit.charCodeAt(0))))).rejects.toThrow(
    "The file is no text. Save the table as CSV",
  );
});

test("a table of more columns than a screen can show is refused", () => {
  const titles = Array.from({ length: 201 }, (_, at) => `c${at}`).join(";");
  expect(() => readTable(titles)).toThrow("The file has 201 columns, and 200 can be shown.");
});

test("the first line with more fields than titles is named, not one with separators at its end", () => {
  const { wideLine, titleLine } = parseTable("\nname,notes\nA,x,,\nB,x, y\nC,x,z\n");
  expect([titleLine, wideLine]).toEqual([2, 4]);
  expect(parseTable("name,notes\nA,x,,\n").wideLine).toBeUndefined();
});

test("of a field of megabytes as much is sent as the server needs to refuse it", () => {
  const long = "a".repeat(100_000);
  const customer = customerOf(
    [long, long, Array(5000).fill("06 12 34 56 78").join(", "), long],
    ["name", "notes", "numbers", "tags"],
  );
  expect(CustomerFields.safeParse(customer).error?.issues.map(({ path }) => path[0])).toEqual([
    "name",
    "numbers",
    "tags",
    "notes",
  ]);
  expect(JSON.stringify(customer).length).toBeLessThan(20_000);
});

test("a second column of names is told, a second column of numbers is none too many", () => {
  expect(repeatedColumn(["name", undefined, "numbers", "numbers"])).toBeUndefined();
  expect(repeatedColumn([undefined, "company", "name", "company"])).toEqual({
    column: "company",
    first: 1,
    second: 3,
  });
});

test.each([
  ["Nom du client;Adresse email;Tél. portable", ["name", "emails", "numbers"]],
  ["NOM DE LA SOCIÉTÉ;Nº de téléphone;E-mail pro", ["company", "numbers", "emails"]],
  ["Nom *;Tél.:;GSM;Tel. mobile :", ["name", "numbers", "numbers", "numbers"]],
  [
    "First Name;Organization Name;Phone 1 - Value;E-mail 2 - Value",
    ["firstName", "company", "numbers", "emails"],
  ],
  [
    "Company;E-mail 2 Address;Business Phone 2;Number of employees",
    ["company", "emails", "numbers", undefined],
  ],
])("the columns of %s are known", (titles, expected) => {
  expect(titles.split(";").map(columnOf)).toEqual(expected);
});

test.each(customerFieldNames)("the title that an export has for %s is known in both languages", (field) => {
  const { label } = customerFields[field];
  expect([label, french[label]].map(columnOf)).toEqual([field, field]);
});

test("English titles, one name, and a company alone", () => {
  expect(
    customersOf(
      "Full name,Company,Phone,Mobile,Email address,Notes\nAda Byron,,0611223344,,,a\n,Globex,,,,\n",
    ),
  ).toMatchObject([
    { name: "Ada Byron", numbers: ["0611223344"], notes: "a" },
    { name: "Globex", company: "Globex" },
  ]);
});

test("lines are those of the file, whatever is in quotes, and broken quotes are named", () => {
  const read = parseTable('sep=,\nname,notes\nA,"x\ny"\n,\nB,z\n');
  expect(read.rows.map(({ line }) => line)).toEqual([3, 6]);
  expect(read.mistakes).toEqual([]);
  expect(parseTable('name,notes\nA,"x\n').mistakes).toEqual([
    { line: 2, text: expect.stringMatching(/no closing quote/) },
  ]);
  expect(parseTable("").rows).toEqual([]);
});

test("what the export writes is read again, with any separator and text", () => {
  const text = string({ unit: "binary", maxLength: 12 })
    .map((part) => `${part.replace(/[,;|\n\r\t\uFEFF\0"]/gu, "")}é`.trim())
    .filter((one) => !one.startsWith("'"));
  assert(
    property(
      array(text, { minLength: 4, maxLength: 4 }),
      constantFrom(",", ";", "\t"),
      ([name = "", company = "", tag = "", notes = ""], separator) => {
        const line = [name, company, tag, notes].map((field) => `"${field}"`).join(separator);
        const header = ["Name", "Company", "Tags", "Notes"].join(separator);
        expect(customersOf(`${header}\r\n${line}\r\n`)).toMatchObject([
          { name, company, tags: [tag], notes },
        ]);
      },
    ),
  );
});
