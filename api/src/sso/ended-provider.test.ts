import { randomUUID } from "node:crypto";
import { io } from "socket.io-client";
import { type TestApp, until } from "../../testing/app.ts";
import { connected } from "../../testing/calls/call-events.ts";
import { createCompany, finish, openSso, press, settingsOf } from "../../testing/people/single-sign-on.ts";
import type { Answer } from "../../testing/request.ts";
import {
  type IdentityProvider,
  startIdentityProvider,
  visitProvider,
} from "../../testing/servers/identity-provider.ts";
import { clock } from "../clock.ts";

let api: TestApp;
let provider: IdentityProvider;
let successor: IdentityProvider;
beforeAll(async () => {
  [{ api, provider }, successor] = await Promise.all([openSso(), startIdentityProvider()]);
});
afterAll(async () => {
  await Promise.all([provider.close(), successor.close()]);
  await api.close();
});

const open = () => createCompany(api, provider, { settings: { firstComers: "active" } });

/** A person who has come in through the provider. */
async function visit(email: string) {
  await provider.know(email, { sub: randomUUID(), email, email_verified: true });
  const pressed = await press(api, email);
  return finish(api, pressed, await visitProvider(pressed.body.data.signInAt));
}

const tokenOf = ({ body }: Answer): string => body.data.accessToken;
const read = (entered: Answer) => api.request("GET", "/api/account/sessions", { token: tokenOf(entered) });
const renew = ({ cookies }: Pick<Answer, "cookies">) => api.request("POST", "/api/auth/refresh", { cookies });

/** Tells of a sign-out with a token that this provider has signed. */
async function logOut(organizationId: string, by: IdentityProvider, claims: object = {}) {
  const token = await by.sign({
    iss: by.issuer,
    aud: by.clientId,
    iat: Math.floor(clock.ms() / 1000),
    jti: randomUUID(),
    sub: "ada",
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    ...claims,
  });
  return api.request("POST", `/api/auth/sso/${organizationId}/logout`, {
    body: new URLSearchParams({ logout_token: token }).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
}

test.each([
  ["removed", () => ({ method: "DELETE" })],
  ["replaced", (domain: string) => ({ method: "PUT", body: settingsOf(successor, domain) })],
])("a provider that is %s ends the sessions that it has opened, and no others", async (_how, change) => {
  const { domain, organization, organizationId } = await open();
  const boss = await api.createUser({ role: "admin", organization, email: `boss@${domain}` });
  const [guest, acting] = [await visit(`guest@${domain}`), await visit(boss.email)];
  const elsewhere = await visit(`guest@${(await open()).domain}`);
  const byPassword = await api.signIn(await api.createUser({ organization }));
  const socket = io(api.url, { transports: ["websocket"], forceNew: true, auth: { token: tokenOf(guest) } });
  const gone = connected(socket).then(() => new Promise((resolve) => socket.once("disconnect", resolve)));
  await until(async () => socket.connected);

  const { method, ...body } = change(domain);
  const done = await api.request(method, "/api/organization/sso", { token: tokenOf(acting), ...body });
  expect([done.status, done.body.data?.sso?.issuer]).toEqual([
    200,
    method === "PUT" ? successor.issuer : undefined,
  ]);
  expect(await gone).toBe("io server disconnect");
  socket.disconnect();
  expect((await read(guest)).body.code).toBe("TOKEN_INVALID");
  expect((await renew(guest)).body.code).toBe("SESSION_EXPIRED");
  // The administrator sees what they have done, and can undo it until the next renewal.
  expect((await read(acting)).status).toBe(200);
  expect((await renew(acting)).body.code).toBe("SESSION_EXPIRED");
  for (const other of [byPassword, elsewhere]) expect((await renew(other)).status).toBe(200);

  // Whom an earlier provider signs out is signed out already (OpenID Connect Back-Channel Logout 1.0, 2.8).
  expect((await logOut(organizationId, provider)).status).toBe(200);
  const unknown = await logOut(organizationId, provider, { iss: "https://attacker.example" });
  expect(unknown.body.code).toBe("SSO_FAILED");
});

test.each([
  ["was replaced", "single-sign-ons", { $set: { "provider.issuer": "https://successor.example" } }],
  ["was removed", "single-sign-ons", { $unset: { provider: 1 } }],
  ["is another organization's by now", "users", { $set: { organizationId: "organization-elsewhere" } }],
])(
  "a session is not renewed where its provider %s, even if nothing has ended it",
  async (_how, of, update) => {
    const { domain, organizationId } = await open();
    const guest = await visit(`guest@${domain}`);
    const _id = of === "users" ? guest.body.data.user.id : organizationId;
    await api.connection.collection(of).updateOne({ _id } as object, update);
    expect((await renew(guest)).body.code).toBe("SESSION_EXPIRED");
    expect((await read(guest)).body.code).toBe("TOKEN_INVALID");
  },
);

test("what a crash has left of an earlier provider ends with its sign-out", async () => {
  const { domain, organizationId } = await open();
  const guest = await visit(`guest@${domain}`);
  await api.connection.collection("single-sign-ons").updateOne({ _id: organizationId } as object, {
    $set: { "provider.issuer": "https://successor.example", former: [provider.issuer] },
  });
  expect((await logOut(organizationId, provider)).status).toBe(200);
  expect((await read(guest)).body.code).toBe("TOKEN_INVALID");
});
