import { randomUUID } from "node:crypto";
import { clock } from "../src/clock.ts";
import { databaseFor } from "./database/database.ts";
import { testPassword, testSecret } from "./people/people.ts";
import { type ServeOptions, serve } from "./serve.ts";

/** The environment that production requires. */
export const productionEnv = {
  NODE_ENV: "production",
  SEED_DEMO: "",
  SMTP_URL: "smtp://127.0.0.1:9",
  PUBLIC_URL: "https://app.example",
  JWT_SECRET: testSecret,
};

/** Without a connection, the database is one of its own; the caller closes a given one. */
export type StartOptions = Partial<ServeOptions>;

export interface StoredMail {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

export type TestApp = Awaited<ReturnType<typeof startApp>>;

/** The whole API on a free port, with the real database. */
export async function startApp({ connection, ...options }: StartOptions = {}) {
  const database = await databaseFor(connection);
  const served = await serve({ ...options, connection: database.connection });
  /** The development mailbox, of all addresses or one, the newest mail first. */
  const mails = async (to?: string) => {
    const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
    return (await served.request("GET", `/dev/mail.json${query}`)).body.data.mails as StoredMail[];
  };

  return {
    ...served,
    mails,
    /** Waits for a mail to this address whose subject contains the text. */
    mailTo: (email: string, subject = "") =>
      until(async () => (await mails(email)).find((mail) => mail.subject.includes(subject))),
    async close(): Promise<void> {
      await served.close();
      await database.close();
    },
  };
}

/** Asks again and again, first often, until there is a value: each question costs the machine time. @throws when the time is up */
export async function until<T>(
  ask: () => Promise<T | undefined | null | false>,
  withinMs = 150_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let waitMs = 10; ; waitMs = Math.min(1.5 * waitMs, 60)) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > deadline) throw new Error("what the test waits for did not happen");
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Moves the clock of this process, which then stands still, until the test ends or calls `clock.reset()`. */
export function travel(ms: number): void {
  clock.move(ms);
}

/**
 * As `travel`, also for libraries that take no clock: windows of rate-limiter-flexible, ID tokens in openid-client, and
 * signatures of webhooks where standardwebhooks receives them.
 */
export function travelWithLibraries(ms: number): void {
  travel(ms);
  jest.spyOn(Date, "now").mockReturnValue(clock.ms());
}

afterEach(() => {
  clock.reset();
  jest.restoreAllMocks();
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
