import { readPatch } from "./patch.ts";
import { readReplacement, readUser } from "./user-resource.ts";

const email = "ada@acme.example";
const schema = "urn:ietf:params:scim:schemas:core:2.0:User";
const patch = (...Operations: unknown[]) => readPatch({ Operations });
const off = { op: "replace", path: "active", value: false };

test.each([
  [false],
  ["False"],
  [" false "],
  [0],
  ["0"],
  [["False"]],
  [[{ value: "False" }]],
  [{ value: false }],
  [{ active: "false" }],
  [[true, false]],
])("is a deactivation in this form, by PATCH and by PUT: %j", (value) => {
  for (const wanted of [
    patch({ op: "Replace", path: "active", value }),
    patch({ op: "add", path: `${schema}:ACTIVE`, value }),
    patch({ op: "replace", value: { active: value } }),
    patch({ op: "replace", value: { [schema]: { active: value } } }),
    patch({ path: "active", value }),
    readPatch({ operations: { op: "replace", path: "active", value } }),
    readPatch({ active: value }),
    readReplacement({ userName: email, active: value }),
    readReplacement({ userName: email, [schema]: { active: value } }),
  ])
    expect(wanted.active).toBe(false);
});

test.each([
  [{ op: "replace", path: "userName", value: "0a21f0f2" }],
  [{ op: "replace", path: "name.givenName", value: { $gt: "" } }],
  [{ op: "replace", path: "active", value: "perhaps" }],
  [{ op: "replace", path: "shoeSize", value: 42 }],
  [{ op: "replace", path: 7, value: 42 }],
  [{ op: "move", path: "title" }],
  [{ op: "remove" }],
  [{ op: "replace", value: { externalId: {}, title: 1, id: "x" } }],
  ["x"],
  [null],
])("is lost beside nothing that can't be used: %j", (other) => {
  const names = { op: "replace", value: { "name.familyName": "Byron", shoeSize: 42 } };
  for (const wanted of [patch(off, other, names), patch(names, other, off)])
    expect(wanted).toEqual({ lastName: "Byron", active: false });
});

test("is the last word of several, and no removal", () => {
  expect(patch(off, { op: "replace", path: "active", value: true }).active).toBe(true);
  expect(patch(...Array.from({ length: 150 }, () => ({ op: "replace", path: "title" })), off).active).toBe(
    false,
  );
  expect(() => patch({ op: "remove", path: "active", value: false })).toThrow(/needed/);
});

test.each([
  [{ userName: "renamed@acme.example", active: false }, { email: "renamed@acme.example" }],
  [{ userName: "ada", name: "x", active: "False" }, {}],
  [
    { active: [{ value: "false" }], externalId: 7, name: { givenName: {}, familyName: "Byron" } },
    { lastName: "Byron" },
  ],
])("a replacement that deactivates leaves out what can't be used: %j", (body, expected) => {
  expect(readReplacement(body)).toMatchObject({ ...expected, active: false });
});

test("an id that is null or empty is none, and names are those that can be read", () => {
  for (const externalId of [null, ""]) {
    expect(readUser({ userName: email, externalId }).externalId).toBeNull();
    expect(patch({ op: "replace", path: "externalId", value: externalId })).toEqual({ externalId: null });
  }
  expect(patch({ op: "replace", value: { name: { givenName: "X", familyName: "-" } } })).toEqual({
    firstName: "X.",
    lastName: undefined,
  });
  expect(patch({ op: "Remove", path: "name.familyName" })).toEqual({});
});
