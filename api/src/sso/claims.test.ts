import { claimedRole, confirmedEmail, joinClaims } from "./claims.ts";

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
  ["an object, by its keys", { groups: { sales: { "1": "acme" } } }, "groups", "supervisor"],
  ["an inherited property", {}, "constructor.name", "agent"],
  ["more values than a token holds", { _claim_names: { groups: "src1" } }, "groups", undefined],
  ["the same of the implicit flow", { hasgroups: "true" }, "groups", undefined],
  ["another claim's overage", { _claim_names: { roles: "src1" } }, "groups", "agent"],
  ["no mapping", { groups: ["sales"] }, "", undefined],
])("the role by %s", (_name, claims, claim, expected) => {
  expect(claimedRole(claims, by(claim))).toBe(expected);
});

const email = "ada@acme.example";
const confirmed = (token: object, info: object = {}, trusts = false) =>
  confirmedEmail(joinClaims({ ...info }, { ...token }), trusts);

test.each([
  [{ email: "Ada@Acme.example", email_verified: true }],
  [{ email, email_verified: "true" }],
  [{ email, xms_edov: true }],
  [{ email, xms_edov: "1" }],
  [{ email, verified_primary_email: [email] }],
  [{ verified_primary_email: [email] }],
  [{ email: "Ada@Acme.example", verified_primary_email: [email] }],
  [{ email: "", verified_primary_email: ["", email] }],
  [{ email: null }, { email, email_verified: true }],
  [{ email: "Ada@Acme.example" }, { email, email_verified: true }],
  [{}, { email, email_verified: true }],
  [{ email }, { email, email_verified: true }],
])("an address counts that the provider has confirmed: %j %j", (token, info: object = {}) => {
  expect(confirmed(token, info)).toBe(email);
});

test.each([
  [{ email }],
  [{ preferred_username: email }],
  [{ upn: email }],
  [{ email: "", preferred_username: email }],
  [
    { email: "", preferred_username: "" },
    { email: null, preferred_username: email },
  ],
  [{ preferred_username: null, upn: email }],
  [{ email, verified_primary_email: [] }],
])(
  "without a confirmation, it counts where the provider's addresses are trusted: %j %j",
  (token, info: object = {}) => {
    expect(confirmed(token, info)).toBeUndefined();
    expect(confirmed(token, info, true)).toBe(email);
  },
);

test.each([
  [{ email, email_verified: false }],
  [{ email, email_verified: "false" }],
  [{ email, xms_edov: "0" }],
  [{ email, email_verified: true, xms_edov: false }],
  [{ email_verified: false }, { email, email_verified: true }],
  [{ email: [email], email_verified: true }],
  [{ preferred_username: "ada", email_verified: true }],
  [{ email_verified: true }],
])("what is denied, or no address, never counts: %j %j", (token, info: object = {}) => {
  expect(confirmed(token, info, true)).toBeUndefined();
});

test("another address is not confirmed by the user information", () => {
  expect(confirmed({ email }, { email: "eve@acme.example", email_verified: true })).toBeUndefined();
});
