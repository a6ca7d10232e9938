import { randomUUID } from "node:crypto";
import { startApp, type TestApp } from "../../testing/app.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { createCompany, finish, press } from "../../testing/people/single-sign-on.ts";
import { startMortal } from "../../testing/processes/source-process.ts";
import { createRequest } from "../../testing/request.ts";
import {
  type IdentityProvider,
  startIdentityProvider,
  visitProvider,
} from "../../testing/servers/identity-provider.ts";

const env = { SSO_PRIVATE_ISSUERS: "true" };
let database: Awaited<ReturnType<typeof testDatabase>>;
let api: TestApp;
let provider: IdentityProvider;
beforeAll(async () => {
  database = await testDatabase();
  provider = await startIdentityProvider();
  api = await startApp({ connection: database.connection, env });
});
afterAll(async () => {
  await api.close();
  await provider.close();
  await database.close();
});

test.each([
  ["before the code is exchanged", "sso-attempts"],
  ["after the exchange, before there is an account", "users"],
  ["when there is an account, before its session", "sessions"],
])(
  "a sign-in whose process dies %s leaves nothing half-made: the person starts again and succeeds",
  async (_when, collection) => {
    const { domain, organizationId } = await createCompany(api, provider, {
      settings: { firstComers: "active" },
    });
    const email = `ada@${domain}`;
    const sub = randomUUID();
    await provider.know(email, { sub, email, email_verified: true });
    const dying = await startMortal({ uri: database.uri, env }, collection);
    const there = { request: createRequest(dying.url, api.config.allowedOrigins[0]) };
    const pressed = await press(there, email);
    const answer = await visitProvider(pressed.body.data.signInAt);
    dying.arm();
    await expect(finish(there, pressed, answer)).rejects.toThrow();
    expect(await dying.end()).toBe(true);
    const accounts = () => database.connection.collection("users").find({ email }).toArray();
    const sessionsOf = (userId: unknown) =>
      database.connection.collection("sessions").countDocuments({ userId });
    for (const { _id } of await accounts()) expect(await sessionsOf(_id)).toBe(0);

    // The answer of the provider is of no more use, wherever it is brought.
    if (collection !== "sso-attempts")
      expect((await finish(api, pressed, answer)).body.code).toBe("SSO_FAILED");
    const again = await press(api, email);
    const entered = await finish(api, again, await visitProvider(again.body.data.signInAt));
    expect(entered.status).toBe(200);
    expect(await accounts()).toMatchObject([
      { organizationId, role: "agent", status: "active", identity: { subject: sub } },
    ]);
    expect(await sessionsOf(entered.body.data.user.id)).toBe(1);
  },
  180_000,
);
