import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { Connection } from "mongoose";
import { type App, createApp } from "../src/app.ts";
import { type Config, readConfig } from "../src/config.ts";
import { createLogger, type Logger } from "../src/http/logger.ts";
import type { Pages } from "../src/releases/pages.ts";
import { emptyDatabase } from "./database.ts";
import { createPeople, type SignedInUser, type TestUser, testPassword, type UserOptions } from "./people.ts";
import { createRequest, type SendRequest } from "./request.ts";

const testSecret = "0123456789abcdef-a-secret-for-tests-alone";

interface StartOptions {
  /** Variables of the environment, over the tests' own. */
  env?: Record<string, string>;
  /** A database to go on with, after a restart; its owner closes it. */
  connection?: Connection;
  secrets?: readonly string[];
  /** How many times faster than real time scripted calls play. */
  speed?: number;
  log?: Logger;
  /** The shell and the registry of its remotes, where the test is about them. */
  pages?: Pages;
}

interface StoredMail {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface TestApp {
  url: string;
  app: App;
  config: Config;
  connection: Connection;
  request: SendRequest;
  /** The development mailbox, or what is in it for one address, the newest first. */
  mails(to?: string): Promise<StoredMail[]>;
  /** The mail to an address whose subject contains the text, as soon as it is there. */
  mailTo(email: string, subject?: string): Promise<StoredMail>;
  /** The value of one series in `/metrics`, written as there; 0 where nothing was counted. */
  metric(series: string): Promise<number>;
  /** An account that is in the database as if it had gone through registration and approval. */
  createUser(options?: UserOptions): Promise<TestUser>;
  /** Opens a session without a password's being checked. */
  signIn(user: TestUser): Promise<SignedInUser>;
  close(): Promise<void>;
}

/** The whole API on a free port, with the real database. */
export async function startApp({
  env = {},
  connection: given,
  secrets = [testSecret],
  speed = 1,
  log = createLogger("silent"),
  pages,
}: StartOptions = {}): Promise<TestApp> {
  const database = given === undefined ? await emptyDatabase() : undefined;
  const connection = given ?? database?.connection;
  if (connection === undefined) throw new Error("no database");
  const config = readConfig({
    NODE_ENV: "test",
    TRUST_PROXY: "1",
    SEED_DEMO: "false",
    ...env,
  });
  // Fifty at once are to be served on a busy machine too.
  const hashWaitMs = 60_000;
  const app = createApp({ config, log, connection, secrets, speed, hashWaitMs, ...(pages && { pages }) });
  await app.start();
  await new Promise<void>((resolve) => app.server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const people = createPeople(connection, config, secrets);
  const request = createRequest(url, config);
  const mails = async (to?: string) => {
    const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
    return (await request("GET", `/dev/mail.json${query}`)).body.data.mails as StoredMail[];
  };

  return {
    url,
    app,
    config,
    connection,
    request,
    mails,
    mailTo: (email, subject = "") =>
      until(async () => (await mails(email)).find((mail) => mail.subject.includes(subject))),
    async metric(series) {
      const text = await (await fetch(`${url}/metrics`)).text();
      const line = text.split("\n").find((each) => each.startsWith(`${series} `));
      return Number(line?.slice(series.length) ?? 0);
    },
    ...people,
    async close() {
      await app.stop();
      await database?.close();
    },
  };
}

/** The first value that is there, asked for again until the time is up. */
export async function until<T>(
  ask: () => Promise<T | undefined | null | false>,
  withinMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > deadline) throw new Error("what the test waits for did not happen");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Moves the clock forward for everything in this process; `jest.useRealTimers()` moves it back. */
export function travel(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    // The date alone: sockets and timers go on as they are.
    doNotFake: [
      "hrtime",
      "nextTick",
      "performance",
      "queueMicrotask",
      "setImmediate",
      "clearImmediate",
      "setInterval",
      "clearInterval",
      "setTimeout",
      "clearTimeout",
    ],
  });
}

/** A registration that is fine, for an address of its own. */
export function registrationForm(over: Record<string, unknown> = {}) {
  return {
    firstName: "Ada",
    lastName: "Lovelace",
    email: `ada-${randomUUID()}@example.com`,
    organizationName: "Analytical Engines",
    industryType: "technology",
    password: testPassword,
    confirmPassword: testPassword,
    ...over,
  };
}

/** The token in a mailed link. */
export function tokenIn(mail: { text: string }): string {
  return /(?:token|unlock)=([\w-]+)/.exec(mail.text)?.[1] ?? "";
}
