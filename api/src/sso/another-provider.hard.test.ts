import { randomUUID } from "node:crypto";
import { type TestApp, until } from "../../testing/app.ts";
import { createCompany, finish, openSso, press } from "../../testing/people/single-sign-on.ts";
import { type IdentityProvider, visitProvider } from "../../testing/servers/identity-provider.ts";

let api: TestApp;
let provider: IdentityProvider;
beforeAll(async () => {
  ({ api, provider } = await openSso("better-auth-provider"));
});
afterAll(async () => {
  await provider.close();
  await api.close();
});

async function signIn(email: string) {
  const pressed = await press(api, email);
  return finish(api, pressed, await visitProvider(pressed.body.data.signInAt));
}

test("somebody signs in through Better Auth for the first time and again, and is signed out from there", async () => {
  const { domain } = await createCompany(api, provider, { settings: { firstComers: "active" } });
  const email = `ada@${domain}`;
  const sub = await provider.know(email, { sub: "", email_verified: true });
  const first = await signIn(email);
  expect(first.body.data.user).toMatchObject({
    email,
    role: "agent",
    firstName: "Ada",
    lastName: "Lovelace",
  });
  const next = await signIn(email);
  expect(next.body.data.user.id).toBe(first.body.data.user.id);
  await provider.logOut({ sub: String(sub) });
  await until(async () => {
    const { accessToken: token } = next.body.data;
    return (await api.request("GET", "/api/account/sessions", { token })).body.code === "TOKEN_INVALID";
  });
});

test("an address that Better Auth has not confirmed lets nobody in", async () => {
  const { domain } = await createCompany(api, provider, { settings: { firstComers: "active" } });
  const email = `${randomUUID()}@${domain}`;
  await provider.know(email, { sub: "", email_verified: false });
  expect((await signIn(email)).body.code).toBe("SSO_REFUSED");
});
