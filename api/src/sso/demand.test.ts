import { randomUUID } from "node:crypto";
import { io } from "socket.io-client";
import { type TestApp, until } from "../../testing/app.ts";
import { connected } from "../../testing/calls/call-events.ts";
import type { SignedInUser } from "../../testing/people/people.ts";
import { createCompany, finish, openSso, press, settingsOf } from "../../testing/people/single-sign-on.ts";
import { type IdentityProvider, visitProvider } from "../../testing/servers/identity-provider.ts";

let api: TestApp;
let provider: IdentityProvider;
beforeAll(async () => {
  ({ api, provider } = await openSso());
});
afterAll(async () => {
  await provider.close();
  await api.close();
});

const renew = ({ cookies }: Pick<SignedInUser, "cookies">) =>
  api.request("POST", "/api/auth/refresh", { cookies });

/** A person who has come in through the provider. */
async function visitor(domain: string) {
  const email = `visitor@${domain}`;
  await provider.know(email, { sub: randomUUID(), email, email_verified: true });
  const pressed = await press(api, email);
  return finish(api, pressed, await visitProvider(pressed.body.data.signInAt));
}

test("a demanded provider ends sessions of passwords at their renewal with their sockets, and no others", async () => {
  const { admin, domain, organization } = await createCompany(api, provider, {
    settings: { firstComers: "active" },
  });
  const demand = (demanded: boolean) =>
    api.request("PUT", "/api/organization/sso", {
      token: admin.token,
      body: { ...settingsOf(provider, domain), firstComers: "active", demanded },
    });
  const user = await api.createUser({ organization });
  const [agent, second] = [await api.signIn(user), await api.signIn(user)];
  const boss = await api.signIn(await api.createUser({ role: "admin", organization }));
  const guest = await visitor(domain);

  await demand(true);
  const socket = io(api.url, { transports: ["websocket"], forceNew: true, auth: { token: agent.token } });
  const gone = connected(socket).then(() => new Promise((resolve) => socket.once("disconnect", resolve)));
  await until(async () => socket.connected);
  // The work of the moment goes on.
  expect((await api.request("GET", "/api/calls", { token: agent.token })).status).toBe(200);
  const both = await Promise.all([renew(agent), renew(agent)]);
  expect(both.map(({ body }) => body.code)).toEqual(["SESSION_EXPIRED", "SESSION_EXPIRED"]);
  expect(await gone).toBe("io server disconnect");
  socket.disconnect();
  expect((await api.request("GET", "/api/calls", { token: agent.token })).body.code).toBe("TOKEN_INVALID");
  expect((await renew(boss)).body.code).toBe("SESSION_EXPIRED");
  // The emergency account, and who has come through the provider.
  expect((await renew(admin)).status).toBe(200);
  expect((await renew(guest)).status).toBe(200);

  await demand(false);
  expect((await renew(second)).status).toBe(200);
});
