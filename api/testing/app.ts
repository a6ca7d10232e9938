import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { Connection } from "mongoose";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { createLogger, type Logger } from "../src/http/logger.ts";
import type { Pages } from "../src/releases/pages.ts";
import { emptyDatabase } from "./database.ts";
import { createPeople, testPassword } from "./people.ts";
import { createRequest } from "./request.ts";

const testSecret = "0123456789abcdef-a-secret-for-tests-alone";

/** The environment that production requires. */
export const productionEnv = {
  NODE_ENV: "production",
  SEED_DEMO: "",
  SMTP_URL: "smtp://127.0.0.1:9",
  PUBLIC_URL: "https://app.example",
  JWT_SECRET: testSecret,
};

interface StartOptions {
  /** Overrides the tests' environment variables. */
  env?: Record<string, string>;
  /** A database to continue with, as after a restart; the caller closes it. */
  connection?: Connection;
  secrets?: readonly string[];
  /** How many times faster than real time scripted calls play. */
  speed?: number;
  log?: Logger;
  /** Makes the shell and the registry of its remotes, for tests of them. */
  pages?: (connection: Connection) => Promise<Pages>;
}

export interface StoredMail {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

export type TestApp = Awaited<ReturnType<typeof startApp>>;

/** The whole API on a free port, with the real database. */
export async function startApp({
  env = {},
  connection: given,
  secrets = [testSecret],
  speed = 1,
  log = createLogger("silent"),
  pages: makePages,
}: StartOptions = {}) {
  const database = given === undefined ? await emptyDatabase() : undefined;
  const connection = given ?? database?.connection;
  if (connection === undefined) throw new Error("no database");
  const config = readConfig({ NODE_ENV: "test", TRUST_PROXY: "1", SEED_DEMO: "false", ...env });
  // Long enough for fifty sign-ins at once on a busy machine.
  const hashWaitMs = 60_000;
  const pages = await makePages?.(connection);
  const app = createApp({ config, log, connection, secrets, speed, hashWaitMs, ...(pages && { pages }) });
  await app.start();
  await new Promise<void>((resolve) => app.server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const request = createRequest(url, config.allowedOrigins[0]);
  /** The development mailbox, of all addresses or one, the newest mail first. */
  const mails = async (to?: string) => {
    const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
    return (await request("GET", `/dev/mail.json${query}`)).body.data.mails as StoredMail[];
  };

  return {
    url,
    app,
    config,
    connection,
    /** @throws where the test has none */
    get pages(): Pages {
      if (pages === undefined) throw new Error("no pages");
      return pages;
    },
    request,
    mails,
    /** Waits for a mail to this address whose subject contains the text. */
    mailTo: (email: string, subject = "") =>
      until(async () => (await mails(email)).find((mail) => mail.subject.includes(subject))),
    /** The value of one series in `/metrics`, named as there; 0 if nothing was counted. */
    async metric(series: string): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text();
      const line = text.split("\n").find((each) => each.startsWith(`${series} `));
      return Number(line?.slice(series.length) ?? 0);
    },
    ...createPeople(connection, config, secrets),
    async close(): Promise<void> {
      await app.stop();
      await database?.close();
    },
  };
}

/** Asks again and again until there is a value. @throws when the time is up */
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

/** Moves the clock of this process forward, until the test ends or calls `jest.useRealTimers()`. */
export function travel(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    // Only the date: timers and sockets are real.
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

afterEach(() => {
  jest.useRealTimers();
});

/** A valid registration with an unused e-mail address. */
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
