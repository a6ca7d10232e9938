import { claimedRole, namesOf, verifiedEmail } from "./claims.ts";

const roles = [
  { value: "sales-leads", role: "manager" },
  { value: "sales", role: "supervisor" },
  { value: "reporting", role: "analyst" },
] as const;
const by = (roleClaim: string) => ({ roleClaim, roles: [...roles] });

test.each([
  ["one of several values, the highest role", { groups: ["sales", "sales-leads"] }, "groups", "manager"],
  ["a single text", { groups: "reporting" }, "groups", "analyst"],
  ["a path", { realm_access: { roles: ["sales"] } }, "realm_access.roles", "supervisor"],
  [
    "a name with dots",
    { "https://acme.example/roles": ["sales"] },
    "https://acme.example/roles",
    "supervisor",
  ],
  ["no known value", { groups: ["kitchen"] }, "groups", "agent"],
  ["no claim", {}, "groups", "agent"],
  ["an object", { groups: { sales: true } }, "groups", "agent"],
  ["an inherited property", {}, "constructor.name", "agent"],
  ["no mapping", { groups: ["sales"] }, "", undefined],
])("the role by %s", (_name, claims, claim, expected) => {
  expect(claimedRole(claims, by(claim))).toBe(expected);
});

test.each([
  [{ email: "Ada@Acme.example", email_verified: true }, "ada@acme.example"],
  [{ email: "ada@acme.example", email_verified: false }, undefined],
  [{ email: "ada@acme.example", email_verified: "true" }, undefined],
  [{ email: "ada@acme.example" }, undefined],
  [{ email: ["ada@acme.example"], email_verified: true }, undefined],
  [{ email_verified: true }, undefined],
])("only a verified address counts: %j", (claims, expected) => {
  expect(verifiedEmail(claims)).toBe(expected);
});

test.each([
  [
    { given_name: "Ada", family_name: "Lovelace" },
    { firstName: "Ada", lastName: "Lovelace" },
  ],
  [{ name: "Ada Byron, PhD" }, { firstName: "Ada", lastName: "Byron" }],
  [{ name: "DE LOVELACE, Ada" }, { firstName: "Ada", lastName: "DE LOVELACE" }],
  [
    { given_name: "Ada", name: "Lovelace, Ada Augusta" },
    { firstName: "Ada", lastName: "Lovelace" },
  ],
  [{ name: "Ada de Lovelace" }, { firstName: "Ada", lastName: "de Lovelace" }],
  [{}, { firstName: "Ada", lastName: "Byron" }],
  [
    { given_name: "<b>", family_name: 7 },
    { firstName: "Ada", lastName: "Byron" },
  ],
])("names of %j are valid", (claims, expected) => {
  expect(namesOf(claims, "ada.byron@acme.example")).toEqual(expected);
});

test("an address without letters still makes a name", () => {
  expect(namesOf({}, "7@acme.example")).toEqual({ firstName: "New", lastName: "New" });
});
