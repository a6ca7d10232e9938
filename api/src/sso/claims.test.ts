import { claimedRole, verifiedEmail } from "./claims.ts";

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
