import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { startApp, type TestApp, tokenIn } from "../../testing/app.ts";
import { pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

/** Releases whose screens may still be open or return by a rollback. */
const releasesKept = 5;
/** The placeholder of a mailed token. */
const mailedToken = "mailed-token";

const Exchange = z.object({
  who: z.number(),
  method: z.string(),
  path: z.string(),
  token: z.string().optional(),
  body: z.unknown().optional(),
  status: z.number(),
  answer: z.unknown(),
});
type Exchange = z.infer<typeof Exchange>;
const Person = z.object({ email: z.string() });

const recordings = readdirSync(__dirname)
  .filter((file) => file.endsWith(".jsonl"))
  .sort()
  .slice(-releasesKept);

function read(file: string): Exchange[] {
  const lines = readFileSync(path.join(__dirname, file), "utf8").trim().split("\n");
  return lines.map((line) => Exchange.parse(JSON.parse(line)));
}

let app: TestApp;

beforeEach(async () => {
  const folder = temporaryFolder();
  await writeBuild(path.join(folder, "mfe-admin/dist"), "mfe-admin", "admin");
  app = await startApp({ env: { SEED_DEMO: "true" }, pages: pagesIn(folder) });
});
afterEach(() => app.close());

test.each(recordings)(
  "the requests of the screens of %s are accepted, and the answers have all that the screens read",
  async (file) => {
    const exchanges = read(file);
    expect(exchanges.length).toBeGreaterThan(30);
    /** This server's ids and tokens by those of the recording. */
    const given = new Map<string, string>();
    const jars = new Map<number, Record<string, string>>();
    const differences: string[] = [];
    for (const exchange of exchanges) {
      const { who, method, status } = exchange;
      const cookies = jars.get(who) ?? {};
      const { path: sent, token, body } = translated(exchange, given);
      const answer = await app.request(method, sent, { body, token, cookies });
      jars.set(who, { ...cookies, ...answer.cookies });
      const what = `${method} ${exchange.path}`;
      if (answer.status !== status)
        differences.push(`${what} answered ${status}, now ${answer.status}: ${JSON.stringify(answer.body)}`);
      differences.push(...missing(exchange.answer, answer.body, what));
      learn(exchange.answer, answer.body, given);
      const email = Person.safeParse(body).data?.email;
      if (sent === "/api/auth/register" && email !== undefined)
        given.set(mailedToken, tokenIn(await app.mailTo(email, "Verify")));
    }
    expect(differences).toEqual([]);
  },
);

/** A recorded request with this server's ids and tokens. */
function translated({ path, token, body }: Exchange, given: ReadonlyMap<string, string>) {
  const now = (text: string) => given.get(text) ?? text;
  const within = (value: unknown): unknown => {
    if (typeof value === "string") return now(value);
    if (Array.isArray(value)) return value.map(within);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, within(one)]));
  };
  return {
    path: path.replace(/[^/?&=]+/g, now),
    token: token === undefined ? undefined : now(token),
    body: within(body),
  };
}

/** Ids and tokens, which differ between servers. */
const ofOneServer = /^([0-9a-f-]{36}|access-token-\d+)$/;

/** Collects the ids and tokens at the same place of two answers. */
function learn(recorded: unknown, actual: unknown, given: Map<string, string>): void {
  if (typeof recorded === "string" && typeof actual === "string") {
    if (ofOneServer.test(recorded)) given.set(recorded, actual);
  } else if (typeof recorded === "object" && recorded !== null) {
    for (const [key, value] of Object.entries(recorded)) learn(value, counterpart(actual, key, value), given);
  }
}

/** What an answer no longer has, or has in another type. Null is not compared. */
function missing(recorded: unknown, actual: unknown, where: string): string[] {
  if (recorded === null || actual === null) return [];
  if (kindOf(recorded) !== kindOf(actual)) return [`${where} was ${kindOf(recorded)}, now ${kindOf(actual)}`];
  if (typeof recorded !== "object") return [];
  // The lines of a running call differ, so lists may be shorter and a suggestion may have no trigger.
  const compared = Object.entries(recorded)
    .map(([key, value]) => ({ key, value, now: counterpart(actual, key, value) }))
    .filter(({ key, now }) => key !== "trigger" && (now !== undefined || !Array.isArray(recorded)));
  return compared.flatMap(({ key, value, now }) => missing(value, now, `${where} .${key}`));
}

/** The same person in a list of people, otherwise the value at the same place. */
function counterpart(actual: unknown, key: string, recorded: unknown): unknown {
  const person = Person.safeParse(recorded).data;
  if (Array.isArray(actual) && person !== undefined)
    return actual.find((one) => Person.safeParse(one).data?.email === person.email);
  return typeof actual === "object" && actual !== null ? (actual as Record<string, unknown>)[key] : undefined;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}
