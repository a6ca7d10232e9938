import { randomUUID } from "node:crypto";
import { clock } from "../src/clock.ts";
import { createLogger } from "../src/http/logger.ts";
import type { TestApp } from "../testing/app.ts";
import { createCompany, finish, openSso, press, settingsOf } from "../testing/people/single-sign-on.ts";
import type { Answer } from "../testing/request.ts";
import { type IdentityProvider, visitProvider } from "../testing/servers/identity-provider.ts";

/** What providers send, from their public documents; what the documents leave open stands in none of the rows. */

let api: TestApp;
let provider: IdentityProvider;
let company: Awaited<ReturnType<typeof createCompany>>;
const logged: { msg: string; organization?: string; why?: string }[] = [];
beforeAll(async () => {
  const log = createLogger("warn", { write: (line: string) => void logged.push(JSON.parse(line)) });
  ({ api, provider } = await openSso(undefined, { log }));
  company = await createCompany(api, provider, { settings: { firstComers: "active" } });
});
afterAll(async () => {
  await provider.close();
  await api.close();
});
afterEach(async () => {
  await provider.say({});
  await provider.inform(undefined);
  await provider.describe({});
  await provider.deny(false);
});

interface Vendor {
  vendor: string;
  /** In the ID token; `$` stands for the person's address. */
  token?: object;
  /** The answer for the user information, in which `#` stands for the subject. */
  information?: { status?: number; type?: string; body?: string };
  trustsAddresses?: boolean;
  roleClaim?: string;
  role?: string;
  refused?: string;
  /** What the card says of a refusal, if not that there is no confirmed address. */
  reason?: string;
}

const entraId = {
  // https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference: no email_verified.
  token: { email: "$", preferred_username: "$", name: "Adele Vance", oid: "0a21f0f2", tid: "7963" },
  // https://learn.microsoft.com/en-us/entra/identity-platform/userinfo: a subset of the token's.
  information: { body: '{"sub":"#","name":"Adele Vance","email":"$"}' },
};
/** https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims */
const groups = { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "x" } } };
const vendors: Vendor[] = [
  { vendor: "Entra ID as it is set up", ...entraId, refused: "SSO_REFUSED" },
  {
    vendor: "a token that names nobody, without the user information that could",
    information: { status: 500 },
    refused: "SSO_UNAVAILABLE",
    reason: "information",
  },
  {
    vendor: "a token that denies its address, without user information",
    token: { email: "$", email_verified: false },
    information: { status: 500 },
    refused: "SSO_REFUSED",
  },
  {
    vendor: "a token with an address of another domain, without user information",
    token: { email: "ada@elsewhere.example", email_verified: true },
    information: { status: 500 },
    refused: "SSO_REFUSED",
  },
  { vendor: "Entra ID, whose addresses are trusted", ...entraId, trustsAddresses: true },
  {
    // https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference
    vendor: "Entra ID with the optional claim xms_edov",
    ...entraId,
    token: { ...entraId.token, xms_edov: "1" },
  },
  {
    vendor: "Entra ID without a mailbox",
    token: { preferred_username: "$" },
    information: { body: '{"sub":"#"}' },
    trustsAddresses: true,
  },
  {
    // https://learn.microsoft.com/en-us/troubleshoot/entra/entra-id/app-integration/get-signed-in-users-groups-in-access-token
    vendor: "Entra ID with more groups than a token holds",
    ...entraId,
    token: {
      ...entraId.token,
      ...groups,
    },
    trustsAddresses: true,
    roleClaim: "groups",
    role: "agent",
  },
  {
    // https://learn.microsoft.com/en-us/entra/identity-platform/howto-add-app-roles-in-apps
    vendor: "Entra ID with app roles",
    ...entraId,
    token: { ...entraId.token, roles: ["lead"] },
    trustsAddresses: true,
    roleClaim: "roles",
    role: "supervisor",
  },
  {
    // https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/
    vendor: "Okta",
    information: { body: '{"sub":"#","email":"$","email_verified":true,"groups":["Everyone","lead"]}' },
    roleClaim: "groups",
    role: "supervisor",
  },
  {
    // https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
    vendor: "Google",
    token: { email: "$", email_verified: true, hd: "acme.example" },
    information: { body: '{"sub":"#","email":"$","email_verified":true}' },
  },
  {
    // https://zitadel.com/docs/apis/openidoauth/claims
    vendor: "Zitadel",
    information: {
      body: '{"sub":"#","email":"$","email_verified":true,"urn:zitadel:iam:org:project:roles":{"lead":{"1":"acme"}}}',
    },
    roleClaim: "urn:zitadel:iam:org:project:roles",
    role: "supervisor",
  },
  {
    // https://docs.goauthentik.io/add-secure-apps/providers/oauth2/verify-email-address/
    vendor: "Authentik as it is set up",
    token: { email: "$", email_verified: false },
    trustsAddresses: true,
    refused: "SSO_REFUSED",
  },
  {
    vendor: "Authentik with a mapping that confirms addresses",
    token: { email: "$", email_verified: true, groups: ["lead"] },
    roleClaim: "groups",
    role: "supervisor",
  },
  {
    // https://learn.microsoft.com/en-us/windows-server/identity/ad-fs/development/ad-fs-openid-connect-oauth-concepts
    vendor: "AD FS, which has all in the token",
    token: { upn: "$", unique_name: "ACME\\adele" },
    information: { status: 403, type: "text/html", body: "<h1>Forbidden</h1>" },
    trustsAddresses: true,
  },
  {
    // https://learn.microsoft.com/en-us/windows-server/identity/ad-fs/overview/ad-fs-faq: its user information is the subject.
    vendor: "AD FS with a rule for groups",
    token: { upn: "$", groups: ["lead"] },
    information: { body: '{"sub":"#"}' },
    trustsAddresses: true,
    roleClaim: "groups",
    role: "supervisor",
  },
  {
    // https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html
    vendor: "Cognito",
    // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
    token: { "cognito:groups": ["lead"] },
    information: { body: '{"sub":"#","email":"$","email_verified":"true"}' },
    roleClaim: "cognito:groups",
    role: "supervisor",
  },
  {
    vendor: "Cognito with an address that is not confirmed",
    information: { body: '{"sub":"#","email":"$","email_verified":"false"}' },
    trustsAddresses: true,
    refused: "SSO_REFUSED",
  },
  {
    // https://www.keycloak.org/docs/latest/server_admin/index.html#_protocol-mappers
    // Its client can have the user information signed: the token has all.
    vendor: "Keycloak, with signed user information",
    information: { type: "application/jwt", body: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIjIn0.c2lnbmVk" },
    token: { email: "$", email_verified: true, realm_access: { roles: ["offline_access", "lead"] } },
    roleClaim: "realm_access.roles",
    role: "supervisor",
  },
];

let current = "";

async function setUp({ trustsAddresses = false, roleClaim = "" }: Vendor) {
  const roles = roleClaim === "" ? [] : [{ value: "lead", role: "supervisor" }];
  const wanted = { firstComers: "active", trustsAddresses, roleClaim, roles };
  // They may be saved twenty times in a while.
  if (current === JSON.stringify(wanted)) return;
  const body = { ...settingsOf(provider, company.domain), ...wanted };
  const { token } = company.admin;
  expect((await api.request("PUT", "/api/organization/sso", { token, body })).status).toBe(200);
  current = JSON.stringify(wanted);
}

async function signIn(email: string, sub: string, { token = {}, information }: Vendor) {
  const fill = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value).replaceAll("$", email).replaceAll("#", sub));
  await provider.know(email, { sub });
  await provider.say(fill(token));
  await provider.inform(information && fill(information));
  const pressed = await press(api, email);
  return finish(api, pressed, await visitProvider(pressed.body.data.signInAt));
}

async function lastFailure({ admin }: Pick<typeof company, "admin"> = company) {
  const { body } = await api.request("GET", "/api/organization/sso", { token: admin.token });
  return body.data.lastFailure;
}
const lastReason = async (of?: typeof company) => (await lastFailure(of))?.reason;

test.each(vendors)("a first sign-in and the next one: $vendor", async (vendor) => {
  await setUp(vendor);
  const [email, sub] = [`${randomUUID()}@${company.domain}`, randomUUID()];
  const first = await signIn(email, sub, vendor);
  if (vendor.refused !== undefined) {
    expect(first.body.code).toBe(vendor.refused);
    expect(await lastReason()).toBe(vendor.reason ?? "address");
    return;
  }
  expect(first.body.data.user).toMatchObject({ email, role: vendor.role ?? "agent" });
  const next = await signIn(email, sub, vendor);
  expect(next.body.data.user.id).toBe(first.body.data.user.id);
});

test("a sign-in that the provider denies is on the card as that", async () => {
  await provider.deny(true);
  expect((await signIn(`ada@${company.domain}`, "ada", { vendor: "" })).body.code).toBe("SSO_REFUSED");
  expect(await lastReason()).toBe("denied");
});

test.each<[string, (other: typeof company) => Promise<Answer>]>([
  ["Sign In is pressed", ({ domain }) => press(api, `ada@${domain}`)],
  [
    "a sign-in begins there",
    ({ organizationId }) =>
      api.request("POST", "/api/auth/sso/start", { body: { organizationId, issuer: provider.issuer } }),
  ],
])("a provider that is down when %s is on the card as that", async (_name, begin) => {
  const other = await createCompany(api, provider);
  // What nobody can use is as good as down.
  await provider.describe({ issuer: "http://127.0.0.1:9" });
  expect((await begin(other)).body.code).toBe("SSO_UNAVAILABLE");
  expect(await lastReason(other)).toBe("unreachable");
});

test.each([
  // https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/OrgAS/#tag/OrgAS/Scopes
  ["Okta", ["openid", "email", "profile", "address", "groups"], "openid email profile groups"],
  // https://learn.microsoft.com/en-us/windows-server/identity/ad-fs/development/ad-fs-openid-connect-oauth-concepts
  ["AD FS", ["openid", "email", "profile", "allatclaims"], "openid email profile allatclaims"],
  ["a provider that names no scopes", undefined, "openid email profile"],
])(
  "the claim that gives roles is asked for where that has a scope: %s",
  async (_vendor, listed, expected) => {
    const roles = [{ value: "lead", role: "supervisor" }];
    const other = await createCompany(api, provider, { settings: { roleClaim: "groups", roles } });
    await provider.describe({ scopes_supported: listed });
    const { body } = await press(api, `ada@${other.domain}`);
    expect(new URL(body.data.signInAt).searchParams.get("scope")).toBe(expected);
  },
);

const lead: Vendor = {
  vendor: "",
  token: { groups: ["lead"] },
  roleClaim: "groups",
};

/** What the log says of roles that are not known, since it was asked last. */
const unknownRoles = () =>
  logged
    .splice(0)
    .filter(({ msg }) => msg === "a person's roles are not known: they stay")
    .map(({ organization, why }) => ({ organization, why }));

test.each<[string, Vendor, string]>([
  [
    "more groups than the user information holds",
    { vendor: "", information: { body: JSON.stringify({ sub: "#", ...groups }) } },
    "more values than a token holds",
  ],
  [
    "more groups than a token holds",
    { vendor: "", token: { hasgroups: true } },
    "more values than a token holds",
  ],
  ["user information that is refused", { vendor: "", information: { status: 403 } }, "no user information"],
  ["user information that fails", { vendor: "", information: { status: 500 } }, "no user information"],
  [
    "user information that is no JSON",
    { vendor: "", information: { type: "text/html", body: "<html>" } },
    "no user information",
  ],
  [
    "user information that is cut",
    { vendor: "", information: { body: '{"sub":"#","gr' } },
    "no user information",
  ],
  [
    "user information in an encrypted form",
    { vendor: "", information: { type: "application/jwt", body: "e.y.J" } },
    "no user information",
  ],
])("a role stays where it is not known, and the log says why: %s", async (_name, answer, why) => {
  await setUp(lead);
  const [email, sub] = [`${randomUUID()}@${company.domain}`, randomUUID()];
  const confirmed = { email, email_verified: true };
  const first = await signIn(email, sub, { ...lead, token: { ...confirmed, groups: ["lead"] } });
  expect(first.body.data.user.role).toBe("supervisor");
  const earlier = await lastFailure();
  unknownRoles();
  const next = await signIn(email, sub, { ...answer, token: { ...answer.token, ...confirmed } });
  expect(next.body.data.user).toMatchObject({ id: first.body.data.user.id, role: "supervisor" });
  const failure = await lastFailure();
  expect(failure.reason).toBe("roles");
  expect(failure.at).not.toBe(earlier?.at);
  expect(unknownRoles()).toEqual([{ organization: company.organizationId, why }]);
});

test("a claim that is plainly absent after one that gave a role takes it, and the card says so", async () => {
  await setUp(lead);
  const [email, sub] = [`${randomUUID()}@${company.domain}`, randomUUID()];
  const token = { email, email_verified: true };
  const first = await signIn(email, sub, { ...lead, token: { ...token, groups: ["lead"] } });
  expect(first.body.data.user.role).toBe("supervisor");
  const earlier = await lastFailure();
  unknownRoles();
  const next = await signIn(email, sub, { vendor: "", token });
  expect(next.body.data.user).toMatchObject({ id: first.body.data.user.id, role: "agent" });
  const failure = await lastFailure();
  expect(failure.reason).toBe("roles");
  expect(failure.at).not.toBe(earlier?.at);
  expect(unknownRoles()).toEqual([]);
});

test.each<Vendor>([
  {
    // https://learn.microsoft.com/en-us/entra/identity-platform/signing-key-rollover: at any time, in an emergency at once.
    vendor: "Entra ID",
    ...entraId,
    token: { ...entraId.token, xms_edov: true },
  },
  {
    // https://developer.okta.com/docs/concepts/key-rotation/: four times a year, in an emergency at any time.
    vendor: "Okta",
    information: { body: '{"sub":"#","email":"$","email_verified":true}' },
  },
  {
    // https://zitadel.com/docs/apis/resources/webkey_service_v2/zitadel-webkey-v-2-web-key-service-activate-web-key: when it is activated.
    vendor: "Zitadel",
    information: { body: '{"sub":"#","email":"$","email_verified":true}' },
  },
  {
    // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html
    vendor: "Cognito",
    information: { body: '{"sub":"#","email":"$","email_verified":"true"}' },
  },
  {
    // https://www.keycloak.org/docs/latest/server_admin/index.html#rotating-keys: with a higher priority, from then on.
    vendor: "Keycloak",
    token: { email: "$", email_verified: true },
  },
])("a new key of $vendor signs at once, and the sign-in is not lost", async (vendor) => {
  await setUp({ vendor: "" });
  const [email, sub] = [`${randomUUID()}@${company.domain}`, randomUUID()];
  const first = await signIn(email, sub, vendor);
  expect(first.status).toBe(200);
  await provider.rotate();
  const next = await signIn(email, sub, vendor);
  expect(next.body.data.user.id).toBe(first.body.data.user.id);
});

test("a failure stays on the card for a week, whoever signs in after it, or until the provider is saved anew", async () => {
  const vendor = { vendor: "", token: { email: "$", email_verified: true } };
  const fail = async () => {
    await provider.deny(true);
    await signIn(`ada@${company.domain}`, "ada", vendor);
    await provider.deny(false);
    expect((await signIn(`${randomUUID()}@${company.domain}`, randomUUID(), vendor)).status).toBe(200);
    expect(await lastReason()).toBe("denied");
  };
  await setUp(vendor);
  await fail();
  const failure = { reason: "denied", at: new Date(Date.now() - 7 * 24 * 60 * 60_000) };
  await api.connection
    .collection("single-sign-ons")
    .updateOne({ _id: company.organizationId } as object, { $set: { failure } });
  expect(await lastFailure()).toBeUndefined();
  await fail();
  current = "";
  await setUp(vendor);
  expect(await lastFailure()).toBeUndefined();
});

test.each([
  ["signs with the client secret alone", { id_token_signing_alg_values_supported: ["HS256"] }, /RS256/],
  ["has no keys", { jwks_uri: "$/.well-known/openid-configuration" }, /no key/],
])("settings of a provider that %s are refused, with the reason", async (_name, description, reason) => {
  const { admin, domain } = await createCompany(api, provider);
  await provider.describe(JSON.parse(JSON.stringify(description).replace("$", provider.issuer)));
  const settings = settingsOf(provider, domain);
  for (const body of [settings, { ...settings, clientSecret: undefined }]) {
    const saved = await api.request("PUT", "/api/organization/sso", { token: admin.token, body });
    expect(saved.body).toMatchObject({ field: "issuer", error: expect.stringMatching(reason) });
  }
});

test("while a provider can't be read, the settings change with the secret that is stored", async () => {
  const { admin, domain } = await createCompany(api, provider);
  await provider.describe({ issuer: "http://127.0.0.1:9" });
  const body = { ...settingsOf(provider, domain), clientSecret: undefined, firstComers: "active" };
  const saved = await api.request("PUT", "/api/organization/sso", { token: admin.token, body });
  expect(saved.body.data.sso.firstComers).toBe("active");
});

test.each<[string, string | number | undefined, object]>([
  // https://zitadel.com/docs/guides/integrate/back-channel-logout: always with the session, which ID tokens then name, too
  // (https://openid.net/specs/openid-connect-backchannel-1_0.html#BCSupport).
  ["of Zitadel, of the session that its ID token has named", "V1_311", { sid: "V1_311" }],
  ["of Zitadel, of a session that nobody knows here", "V1_312", { sid: "V1_311" }],
  // https://docs.goauthentik.io/add-secure-apps/providers/oauth2/frontchannel_and_backchannel_logout
  ["of Authentik, of a session that nobody knows here", "unknown", {}],
  // https://www.keycloak.org/docs/latest/server_admin/index.html: with the session, if it is required there.
  ["of Keycloak, of a session that nobody knows here", "unknown", {}],
  ["of Keycloak without a session", undefined, {}],
  ["of a provider whose sessions are numbers", 42, {}],
])("a sign-out %s ends its owner's sessions", async (_vendor, sid, named) => {
  await setUp({ vendor: "" });
  const [email, sub] = [`${randomUUID()}@${company.domain}`, randomUUID()];
  const token = { email, email_verified: true, ...named };
  const { body } = await signIn(email, sub, { vendor: "", token });
  const logoutToken = await provider.sign({
    iss: provider.issuer,
    aud: provider.clientId,
    iat: Math.floor(clock.ms() / 1000),
    jti: randomUUID(),
    sub,
    sid,
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  });
  const told = await api.request("POST", `/api/auth/sso/${company.organizationId}/logout`, {
    body: new URLSearchParams({ logout_token: logoutToken }).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(told.status).toBe(200);
  const read = await api.request("GET", "/api/account/sessions", { token: body.data.accessToken });
  expect(read.body.code).toBe("TOKEN_INVALID");
});

describe("provisioning", () => {
  const user = "urn:ietf:params:scim:schemas:core:2.0:User";
  const patchOf = (...Operations: object[]) => ({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations,
  });
  let token: string;
  beforeAll(async () => {
    const body = { name: "Provider", scopes: ["users:provision"] };
    const made = await api.request("POST", "/api/tokens", { token: company.admin.token, body });
    token = made.body.data.token;
  });
  const send = (method: string, path: string, body?: object) =>
    api.request(method, `/scim/v2${path}`, {
      token,
      ...(body !== undefined && {
        body,
        headers: { "Content-Type": "application/scim+json; charset=utf-8" },
      }),
    });
  const byName = async (userName: string) =>
    (await send("GET", `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)).body;

  test.each<
    [
      string,
      (userName: string) => {
        created: object;
        changed: object;
        method: string;
        ended: object;
        endedBy?: string;
        gone?: string;
      },
    ]
  >([
    [
      // https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups; a name that was freed
      // by a deletion there: https://github.com/onyx-dot-app/onyx/pull/14074
      "Entra ID",
      (userName) => ({
        created: {
          userName,
          active: true,
          externalId: "0a21f0f2",
          roles: [],
          name: { givenName: "A", familyName: "Vance" },
        },
        method: "PATCH",
        changed: patchOf({ op: "Replace", path: "name.familyName", value: "Vance-Smith" }),
        ended: patchOf(
          { op: "Replace", path: "userName", value: `${"0a21f0f2".repeat(4)}${userName}` },
          { op: "Replace", path: "active", value: "False" },
        ),
        gone: `${"0a21f0f2".repeat(4)}${userName}`,
      }),
    ],
    [
      // https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/
      "Okta",
      (userName) => ({
        created: {
          userName,
          active: true,
          name: { givenName: "Olga", familyName: "" },
          groups: [],
          password: "1mz050nq",
        },
        method: "PUT",
        changed: { userName, active: true, name: { givenName: "Olga", familyName: "User" } },
        ended: patchOf({ op: "replace", value: { active: false } }),
      }),
    ],
    [
      // https://docs.goauthentik.io/add-secure-apps/providers/scim/, with the address as userName; its source sends whole users alone.
      "Authentik",
      (userName) => {
        const name = { formatted: "Ada", givenName: "Ada", familyName: "" };
        const created = {
          userName,
          name,
          photos: [],
          emails: [{ value: userName, type: "other", primary: true }],
        };
        return {
          created: { ...created, externalId: "6b1f" },
          method: "PUT",
          changed: { ...created, name: { ...name, familyName: "Byron" } },
          endedBy: "PUT",
          ended: { ...created, active: false },
        };
      },
    ],
  ])("%s tests the connection, creates, changes, deactivates and deletes", async (_vendor, sends) => {
    const userName = `Ada.${randomUUID().slice(0, 8)}@${company.domain}`;
    const { created, method, changed, ended, endedBy = "PATCH", gone = userName } = sends(userName);
    expect((await send("GET", "/Users?startIndex=1&count=2")).status).toBe(200);
    expect((await send("GET", "/Groups?count=100&startIndex=1")).body.totalResults).toBe(0);
    expect((await byName(userName)).totalResults).toBe(0);
    const made = await send("POST", "/Users", { schemas: [user], ...created });
    expect([made.status, made.body.userName, made.body.active]).toEqual([201, userName, true]);
    expect((await send("POST", "/Users", { schemas: [user], ...created })).status).toBe(409);
    // Okta's "Username Case Sensitivity Check": https://developer.okta.com/docs/guides/scim-provisioning-integration-prepare/main/
    expect((await byName(userName.toUpperCase())).totalResults).toBe(1);
    expect((await send(method, `/Users/${made.body.id}`, changed)).status).toBe(200);
    const off = await send(endedBy, `/Users/${made.body.id}`, ended);
    expect([off.status, off.body.userName, off.body.active]).toEqual([200, gone, false]);
    expect((await send("DELETE", `/Users/${made.body.id}`)).status).toBe(204);
    expect((await send("GET", `/Users/${made.body.id}`)).status).toBe(404);
  });

  // https://scimvalidator.microsoft.com/, by https://learn.microsoft.com/en-us/entra/identity/app-provisioning/scim-validator-tutorial;
  // what it sends: https://learn.microsoft.com/en-us/answers/questions/2238842/microsoft-entra-id-scim-validator-test-failing-pat and
  // the reports in https://github.com/pranems/SCIMServer. Its names are those of its tests.
  test("Microsoft's validator finds what it asks for", async () => {
    const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
    const [userName, renamed] = [`${randomUUID()}@${company.domain}`, `${randomUUID()}@${company.domain}`];
    const created = {
      userName,
      active: true,
      displayName: "NDSQQTECVAAC",
      title: "CJSGUNOAAMMQ",
      emails: [{ type: "work", value: "thaddeus@hammes.example", primary: true }],
      preferredLanguage: "hi",
      name: { givenName: "Sandy", familyName: "Nia", formatted: "Aric", honorificPrefix: "Minerva" },
      phoneNumbers: [{ type: "work", value: "10-040-1308", primary: true }],
      roles: [{ primary: "True", display: "MRONYWGFFHXQ", value: "WDEIISGWWQBE", type: "XVTUOHMYUFRL" }],
      locale: "RJWNTUNNOHNZ",
      timezone: "America/Guayaquil",
      externalId: randomUUID(),
      [enterprise]: { department: "ZYWTBPDFHIIP", manager: { value: "XYMKVVRYDIOO" } },
      schemas: [user, enterprise],
    };
    // Create a new User; Create a duplicate User
    const made = await send("POST", "/Users", created);
    expect([made.status, made.body.userName, made.body.externalId]).toEqual([
      201,
      userName,
      created.externalId,
    ]);
    const path = `/Users/${made.body.id}`;
    expect((await send("GET", path)).body).toEqual(made.body);
    const duplicate = await send("POST", "/Users", created);
    expect([duplicate.status, duplicate.body.scimType]).toEqual([409, "uniqueness"]);
    // Filter for an existing user; for a non-existing user; for an existing user with a different case
    expect((await byName(userName)).Resources).toEqual([made.body]);
    expect((await byName(renamed)).Resources).toEqual([]);
    expect((await byName(userName.toUpperCase())).Resources).toEqual([made.body]);

    const patch = async (...operations: object[]) => {
      const answer = await send("PATCH", path, patchOf(...operations));
      expect(answer.status).toBe(200);
      return answer.body;
    };
    // Patch User - Replace Attributes Verbose, and without paths
    const verbose = await patch(
      { op: "replace", path: 'emails[type eq "work"].value', value: "marge@hammes.example" },
      { op: "replace", path: "name.givenName", value: "Elfrieda" },
      { op: "replace", path: "name.familyName", value: "Urban" },
      { op: "replace", path: 'roles[primary eq "True"].value', value: "GZILLRZCFPNC" },
      { op: "replace", path: `${enterprise}:department`, value: "ASHTVSKANCGL" },
    );
    expect(verbose.name).toMatchObject({ givenName: "Elfrieda", familyName: "Urban" });
    const whole = await patch({
      op: "replace",
      value: {
        "name.givenName": "Julien",
        "name.familyName": "Rueden",
        [`${enterprise}:division`]: "WXNFEJQDRAVI",
      },
    });
    expect(whole.name).toMatchObject({ givenName: "Julien", familyName: "Rueden" });
    // Patch User - Add, Replace and Remove Manager
    const manager = `${enterprise}:manager`;
    await patch({ op: "add", path: manager, value: "SGTLNMZBBQQA" });
    await patch({ op: "replace", path: manager, value: "XYMKVVRYDIOO" });
    await patch({ op: "remove", path: manager });
    // Patch User - Multiple Ops on different attributes, on the same attribute
    const [firstId, lastId] = [randomUUID(), randomUUID()];
    const different = await patch(
      { op: "remove", path: "preferredLanguage" },
      { op: "add", path: "externalId", value: firstId },
      { op: "replace", path: "displayName", value: "QEHBLETAAQEZ" },
    );
    expect(different.externalId).toBe(firstId);
    const same = await patch(
      { op: "remove", path: "externalId" },
      { op: "add", path: "externalId", value: firstId },
      { op: "replace", path: "externalId", value: lastId },
    );
    expect(same.externalId).toBe(lastId);
    // Update User userName
    expect((await patch({ op: "replace", path: "userName", value: renamed })).userName).toBe(renamed);
    expect((await byName(renamed)).totalResults).toBe(1);
    // Patch User - Disable User
    expect((await patch({ op: "replace", path: "active", value: false })).active).toBe(false);
    expect((await send("GET", path)).body.active).toBe(false);
    expect((await byName(renamed)).Resources).toMatchObject([{ active: false }]);
    // Delete a User; Delete the same User twice; Delete a non-existent User
    expect((await send("DELETE", path)).status).toBe(204);
    for (const gone of [path, `/Users/${randomUUID()}`])
      for (const method of ["GET", "DELETE"]) {
        const answer = await send(method, gone);
        expect([answer.status, answer.body.status]).toEqual([404, "404"]);
      }
  });

  // https://developer.okta.com/docs/guides/scim-provisioning-integration-test/main/: the requests of Okta's suite that must fail.
  test.each([
    ["somebody unknown", "/Users/00919288221112222", {}, 404],
    ["a request with no token", "/Users", { headers: { Authorization: "non-token" } }, 401],
  ])("%s is answered with an error of SCIM", async (_name, path, options, status) => {
    const answer = await api.request("GET", `/scim/v2${path}`, { token, ...options });
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        status: String(status),
      }),
    ]);
  });
});
