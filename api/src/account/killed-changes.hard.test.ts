import { startApp, until } from "../../testing/app.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { createPeople, testPassword, testSecret } from "../../testing/people/people.ts";
import { startMortal } from "../../testing/processes/source-process.ts";
import { createRequest } from "../../testing/request.ts";
import { startMailServer } from "../../testing/servers/mail-server.ts";
import { readConfig } from "../config.ts";

test("a password whose process dies between the change and its mail is changed, and the mail is sent once", async () => {
  const database = await testDatabase();
  const config = readConfig({ NODE_ENV: "test", TRUST_PROXY: "1", SEED_DEMO: "false" });
  const people = createPeople(database.connection, config, [testSecret]);
  const user = await people.signIn(await people.createUser());
  const other = await people.signIn(user);
  // The write of the account has passed; the next one, of its session, has not.
  const dying = await startMortal({ uri: database.uri }, "sessions");
  dying.arm();
  const body = { currentPassword: testPassword, newPassword: "Another-Horse-8" };
  const { token } = user;
  const change = createRequest(dying.url)("PUT", "/api/account/password", { token, body });
  await expect(change).rejects.toThrow();
  expect(await dying.end()).toBe(true);

  const mailServer = await startMailServer();
  const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`;
  const api = await startApp({ connection: database.connection, env: { SMTP_URL } });
  await until(async () => mailServer.received.length > 0);
  const waiting = () =>
    database.connection.collection("users").countDocuments({ "outbox.0": { $exists: true } });
  await until(async () => (await waiting()) === 0);
  expect(mailServer.received.map(({ subject, recipients }) => [subject, recipients])).toEqual([
    [expect.stringContaining("password was changed"), [user.email]],
  ]);
  const logIn = (password: string) =>
    api.request("POST", "/api/auth/login", { body: { email: user.email, password } });
  expect((await logIn(testPassword)).body.code).toBe("INVALID_CREDENTIALS");
  expect((await logIn(body.newPassword)).status).toBe(200);
  const sessions = (of: { token: string }) => api.request("GET", "/api/account/sessions", of);
  // The write of the account has ended the others by its epoch.
  expect((await sessions({ token: other.token })).body.code).toBe("TOKEN_INVALID");
  expect((await sessions({ token })).status).toBe(200);
  await api.close();
  await mailServer.close();
  await database.close();
}, 180_000);
