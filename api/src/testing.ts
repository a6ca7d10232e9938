import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { parseSetCookie } from "cookie";
import type { Connection } from "mongoose";
import { createFounding } from "./admin/founding.ts";
import { createRosters } from "./admin/rosters.ts";
import { type App, createApp } from "./app.ts";
import { auditEvent } from "./audit/event.ts";
import { createAccessTokens } from "./auth/access-token.ts";
import { createKeyring } from "./auth/keyring.ts";
import { createOrganizations, organizationIdOf } from "./auth/organizations.ts";
import { createPasswords } from "./auth/passwords.ts";
import { createRenewalCookies } from "./auth/renewal-cookie.ts";
import { createSessions } from "./auth/sessions.ts";
import { createSignIn } from "./auth/sign-in.ts";
import type { UserDoc } from "./auth/user-model.ts";
import { createUsers } from "./auth/users.ts";
import { type Config, readConfig } from "./config.ts";
import { type AccountStatus, type ErrorCode, type Role, statusOfCode } from "./contracts/index.ts";
import { testDatabase } from "./database/testing.ts";
import { createLogger, type Logger } from "./logger.ts";
import { createMetrics } from "./metrics.ts";
import type { Pages } from "./releases/pages.ts";

/** The password of every account that `createUser` makes. */
export const testPassword = "Correct-Horse-7";

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

interface RequestOptions {
  body?: unknown;
  token?: string | undefined;
  cookies?: Record<string, string> | undefined;
  headers?: Record<string, string>;
  /** The network address that the request seems to come from; each of its own by default, so that no limit is met by accident. */
  source?: string;
}

/** An answer of the API, its body as it came. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Cookies that the answer sets, by name; a cleared one is empty. */
  cookies: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any answer, whatever its contract says
  body: any;
}

export interface TestUser {
  id: string;
  email: string;
  role: Role;
  organizationId: string | null;
}

interface UserOptions {
  role?: Role;
  /** Its name; null makes a platform administrator. */
  organization?: string | null;
  status?: AccountStatus;
  email?: string;
}

export interface SignedInUser extends TestUser {
  token: string;
  cookies: Record<string, string>;
  sessionId: string;
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
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** The development mailbox, or what is in it for one address, the newest first. */
  mails(to?: string): Promise<StoredMail[]>;
  /** The mail to an address whose subject contains the text, as soon as it is there. */
  mailTo(email: string, subject?: string): Promise<StoredMail>;
  /** What `/metrics` says of one series, written as there; 0 where nothing was counted. */
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
  const database = given === undefined ? await testDatabase() : undefined;
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
  const request = requester(url, config);
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

/** The token that a mailed link carries. */
export function tokenIn(mail: { text: string }): string {
  return /(?:token|unlock)=([\w-]+)/.exec(mail.text)?.[1] ?? "";
}

let sources = 0;

/** An address that no other request of this process came from. */
export function freshSource(): string {
  sources++;
  return `10.${(sources >> 16) & 255}.${(sources >> 8) & 255}.${sources & 255}`;
}

function requester(url: string, config: Config): TestApp["request"] {
  const [origin = ""] = config.allowedOrigins;
  return async (method, path, { body, token, cookies = {}, headers = {}, source = freshSource() } = {}) => {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        "X-Forwarded-For": source,
        ...(method !== "GET" && { Origin: origin }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(cookie !== "" && { Cookie: cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
    const promised = answer.success === false ? statusOfCode[answer.code as ErrorCode] : response.status;
    // No test need say so of its own: each code has one status.
    if (response.status !== promised) throw new Error(`${answer.code} came with status ${response.status}`);
    return {
      status: response.status,
      headers: response.headers,
      cookies: Object.fromEntries(
        response.headers.getSetCookie().map((line) => {
          const { name, value } = parseSetCookie(line);
          return [name, value ?? ""];
        }),
      ),
      body: answer,
    };
  };
}

let testHash: Promise<string> | undefined;

/** Accounts and sessions through the auth feature's own functions, past its forms. */
function createPeople(connection: Connection, config: Config, secrets: readonly string[]) {
  const users = createUsers(connection);
  const sessions = createSessions(connection);
  const organizations = createOrganizations(connection);
  const keys = createKeyring(secrets);
  const cookies = createRenewalCookies(keys, config.production);
  const passwords = createPasswords(createMetrics());
  const rosters = createRosters(connection, users, () => {});
  const founding = createFounding({ users, organizations, rosters });
  const { open } = createSignIn({
    users,
    organizations,
    sessions,
    passwords,
    tokens: createAccessTokens(keys),
    guard: { attempt: (_email, _visitor, tryPassword) => tryPassword() },
    log: createLogger("silent"),
  });

  return {
    async createUser({
      role = "agent",
      organization = "Test Organization",
      status = "active",
      email,
    }: UserOptions = {}) {
      testHash ??= passwords.hash(testPassword);
      const now = new Date();
      const founds = role === "admin" && status === "active";
      const user: UserDoc = {
        _id: randomUUID(),
        firstName: "Test",
        lastName: "Person",
        email: email ?? `${role}-${randomUUID()}@example.com`,
        passwordHash: await testHash,
        role,
        status,
        organizationId: organization === null ? null : organizationIdOf(organization),
        ...(organization !== null && { organizationName: organization, industryType: "technology" }),
        createdAt: now,
        requestedAt: now,
        version: 0,
        epoch: 0,
        ...(founds && { founding: true }),
        outbox: [],
        audit: [],
      };
      if (!(await users.insert(user, now))) throw new Error(`${user.email} has an account`);
      if (founds) await enrol(user);
      return { id: user._id, email: user.email, role, organizationId: user.organizationId };
    },
    async signIn(user: TestUser): Promise<SignedInUser> {
      const found = await users.findById(user.id);
      if (found === null) throw new Error(`no account ${user.id}`);
      const { accessToken, session } = await open(found, false, new Date());
      const renewal = cookies.seal({ sessionId: session._id, n: session.n });
      return { ...user, token: accessToken, cookies: { [cookies.name]: renewal }, sessionId: session._id };
    },
  };

  /** The first administrator of an organization founds it; later ones are entered in its roster. */
  async function enrol(user: UserDoc): Promise<void> {
    const settled = await founding.finish(user);
    if (settled.rosterChange === undefined) {
      await rosters.change(settled, "active", auditEvent("administrator.created", user._id, new Date()));
    }
  }
}
