import { randomUUID } from "node:crypto";
import { io } from "socket.io-client";
import { type TestApp, travel, travelWithLibraries, until } from "../../testing/app.ts";
import { connected } from "../../testing/calls/call-events.ts";
import { testPassword } from "../../testing/people/people.ts";
import {
  createCompany,
  finish,
  openAnother,
  openSso,
  press,
  settingsOf,
} from "../../testing/people/single-sign-on.ts";
import { type IdentityProvider, visitProvider } from "../../testing/servers/identity-provider.ts";
import { clock } from "../clock.ts";

let api: TestApp;
let provider: IdentityProvider;
beforeEach(async () => {
  ({ api, provider } = await openSso());
});
afterEach(async () => {
  await provider.close();
  await api.close();
});

async function signIn(email: string, sub: string) {
  await provider.know(email, { sub, email, email_verified: true });
  const pressed = await press(api, email);
  const answer = await visitProvider(pressed.body.data.signInAt);
  return finish(api, pressed, answer);
}

test("a clock that is seconds ahead of a token's end matters not, one that is minutes ahead does", async () => {
  const { domain } = await createCompany(api, provider, { settings: { firstComers: "active" } });
  const email = `ada@${domain}`;
  const sub = randomUUID();
  const tokenValidMs = 3_600_000;
  travelWithLibraries(tokenValidMs + 10_000);
  expect((await signIn(email, sub)).status).toBe(200);
  travelWithLibraries(300_000);
  expect((await signIn(email, sub)).body.code).toBe("SSO_FAILED");
});

test("while a provider is down passwords go on, and without one a text says what to do", async () => {
  const { domain, organization } = await createCompany(api, provider);
  const user = await api.createUser({ email: `ada@${domain}`, organization });
  await provider.close();
  const second = await openAnother(api);
  expect((await press(second, user.email, testPassword)).body.data.user.id).toBe(user.id);
  expect((await press(second, user.email, "Wrong-Horse-7")).body.code).toBe("INVALID_CREDENTIALS");
  const { body } = await press(second, user.email);
  expect(body).toMatchObject({ code: "SSO_UNAVAILABLE", error: expect.stringContaining("have a password") });
  await second.close();
});

test("while a demanded provider is down the emergency account goes on alone", async () => {
  const { admin, domain, organization } = await createCompany(api, provider, { adminInDomain: true });
  const user = await api.createUser({ email: `ada@${domain}`, organization });
  const demand = { ...settingsOf(provider, domain), demanded: true };
  await api.request("PUT", "/api/organization/sso", { token: admin.token, body: demand });
  await provider.close();
  const second = await openAnother(api);
  expect((await press(second, user.email, testPassword)).body.code).toBe("SSO_UNAVAILABLE");
  expect((await press(second, admin.email, "Wrong-Horse-7")).body.code).toBe("SSO_UNAVAILABLE");
  expect((await press(second, admin.email, testPassword)).body.data.user.id).toBe(admin.id);
  await second.close();
});

test("a provider that dies during a sign-in is told, and a secret whose key is gone too", async () => {
  const { domain } = await createCompany(api, provider);
  const email = `ada@${domain}`;
  await provider.know(email, { sub: "ada", email, email_verified: true });
  const pressed = await press(api, email);
  const answer = await visitProvider(pressed.body.data.signInAt);
  const other = await openAnother(api, { secrets: ["another-secret-0123456789-0123456789-0123456789"] });
  expect((await press(other, email)).body.code).toBe("SSO_UNAVAILABLE");
  await other.close();
  await provider.close();
  expect((await finish(api, pressed, answer)).body.code).toBe("SSO_UNAVAILABLE");
});

describe("a sign-out at the provider", () => {
  test("ends the sessions that it has opened here with their sockets, and no later one when it is told again", async () => {
    const { domain, organizationId } = await createCompany(api, provider, {
      settings: { firstComers: "active" },
    });
    const email = `ada@${domain}`;
    const sub = randomUUID();
    const { body } = await signIn(email, sub);
    const session = await sessionOf(body.data.user.id);
    expect(session.provider).toMatchObject({ organizationId, issuer: provider.issuer });
    const claims = logoutClaims({ sub, sid: session.provider?.sid });
    const read = () => api.request("GET", "/api/account/sessions", { token: body.data.accessToken });
    expect((await read()).status).toBe(200);
    const socket = io(api.url, {
      transports: ["websocket"],
      forceNew: true,
      auth: { token: body.data.accessToken },
    });
    const gone = connected(socket).then(() => new Promise((resolve) => socket.once("disconnect", resolve)));
    await until(async () => socket.connected);
    expect(await provider.logOut({ sub, sid: String(session.provider?.sid) })).toBe("accepted");
    expect(await gone).toBe("io server disconnect");
    socket.disconnect();
    expect((await read()).body.code).toBe("TOKEN_INVALID");

    const token = await provider.sign({ ...claims, sid: undefined });
    travel(60_000);
    const later = await api.connection.collection("sessions").findOne({ userId: body.data.user.id });
    await api.connection.collection("sessions").insertOne({
      ...later,
      _id: randomUUID(),
      createdAt: clock.now(),
      endedAt: null,
    } as object);
    expect((await tell(organizationId, token)).status).toBe(200);
    expect(
      await api.connection
        .collection("sessions")
        .countDocuments({ endedAt: null, userId: body.data.user.id }),
    ).toBe(1);
  });

  test("is believed to nobody else", async () => {
    const { domain, organizationId } = await createCompany(api, provider, {
      settings: { firstComers: "active" },
    });
    const email = `ada@${domain}`;
    const sub = randomUUID();
    const { body } = await signIn(email, sub);
    const good = logoutClaims({ sub });
    const wrong: object[] = [
      { ...good, aud: "another-client" },
      { ...good, iss: "https://attacker.example" },
      { ...good, events: {} },
      { ...good, nonce: "of-an-id-token" },
      { ...good, iat: good.iat - 3600 },
      { ...good, jti: undefined },
      { ...good, sub: undefined },
    ];
    for (const claims of wrong)
      expect((await tell(organizationId, await provider.sign(claims))).body.code).toBe("SSO_FAILED");
    const [header = "", payload = ""] = (await provider.sign(good)).split(".");
    for (const token of ["", "x", `${header}.${payload}.AAAA`, `eyJhbGciOiJub25lIn0.${payload}.`])
      expect((await tell(organizationId, token)).status).toBe(400);
    const rival = await createCompany(api, provider);
    await tell(rival.organizationId, await provider.sign(good));
    expect((await tell("nobody", await provider.sign(good))).body.code).toBe("SSO_FAILED");
    const read = await api.request("GET", "/api/account/sessions", { token: body.data.accessToken });
    expect(read.status).toBe(200);
  });
});

async function sessionOf(userId: string) {
  const session = await api.connection.collection("sessions").findOne({ userId });
  return session as unknown as { provider?: { sid?: string } };
}

function logoutClaims({ sub, sid }: { sub: string; sid?: string | undefined }) {
  return {
    iss: provider.issuer,
    aud: provider.clientId,
    iat: Math.floor(clock.ms() / 1000),
    jti: randomUUID(),
    sub,
    ...(sid !== undefined && { sid }),
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  };
}

const tell = (organizationId: string, token: string) =>
  api.request("POST", `/api/auth/sso/${organizationId}/logout`, {
    body: new URLSearchParams({ logout_token: token }).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
