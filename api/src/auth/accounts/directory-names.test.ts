import { namesOf, readableName } from "./directory-names.ts";

test.each([
  [
    { given_name: "Ada", family_name: "Lovelace" },
    { firstName: "Ada", lastName: "Lovelace" },
  ],
  [{ name: "Ada Byron, PhD" }, { firstName: "Ada", lastName: "Byron PhD" }],
  [{ name: "DE LOVELACE, Ada" }, { firstName: "Ada", lastName: "DE LOVELACE" }],
  [
    { given_name: "Ada", name: "Lovelace, Ada Augusta" },
    { firstName: "Ada", lastName: "Lovelace" },
  ],
  [
    { given_name: "Ada Lovelace", name: "Ada Lovelace" },
    { firstName: "Ada", lastName: "Lovelace" },
  ],
  [
    { given_name: "Lovelace, Ada", family_name: "", name: "Lovelace, Ada" },
    { firstName: "Ada", lastName: "Lovelace" },
  ],
  [{ name: "John Smith, Jr." }, { firstName: "John", lastName: "Smith Jr." }],
  [{ name: "Ada de Lovelace" }, { firstName: "Ada", lastName: "de Lovelace" }],
  [{}, { firstName: "Ada", lastName: "Byron" }],
  [
    { given_name: "<7>", family_name: 7 },
    { firstName: "Ada", lastName: "Byron" },
  ],
])("names of %j are valid", (claims, expected) => {
  expect(namesOf(claims, "ada.byron@acme.example")).toEqual(expected);
});

test("an address without letters makes a name of its domain", () => {
  expect(namesOf({}, "7@acme.example")).toEqual({ firstName: "Acme", lastName: "Acme" });
  expect(namesOf({}, "7@42.example")).toEqual({ firstName: "Example", lastName: "Example" });
});

test.each([
  ["Jean-Luc", "Jean-Luc"],
  ["X", "X."],
  ["李", "李."],
  ["Jr.", "Jr."],
  ["Smith, Jr.", "Smith Jr."],
  ["Smith & Sons", "Smith Sons"],
  ["Gal·la", "Gal.la"],
  ["マイケル・ジャクソン", "マイケル ジャクソン"],
  ["R2-D2", "R D"],
  ["King 3rd", "King"],
  ["Ann (Contractor)", "Ann Contractor"],
  ["'t Hooft #", "'t Hooft"],
  ["Ada\u0000\ud800", "Ada"],
  [`${"Ann ".repeat(20)}`, "Ann ".repeat(12).trim()],
  ["é".repeat(60), "é".repeat(50)],
  ["-", undefined],
  ["--", undefined],
  ["", undefined],
  ["007", undefined],
  ["&", undefined],
  [7, undefined],
  [null, undefined],
])("what a directory has as a name is readable: %j", (given, expected) => {
  expect(readableName(given)).toBe(expected);
});

test.each([
  [{ given_name: "X", family_name: "-" }, "X.", "Byron"],
  [{ name: "Madonna" }, "Madonna", "Byron"],
  [{ name: "卡尔·马克思" }, "卡尔", "马克思"],
  [{ given_name: "007", name: "Agent 007" }, "Agent", "Byron"],
])("a part that can't be read is made from the others: %j", (said, firstName, lastName) => {
  expect(namesOf(said, "ada.byron@acme.example")).toEqual({ firstName, lastName });
});
