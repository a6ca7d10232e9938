import fc from "fast-check";
import { endpoints } from "../../src/openapi/endpoints.ts";
import { registrationForm, tokenIn } from "../../testing/app.ts";
import { testPassword } from "../../testing/people/people.ts";
import { freshSource } from "../../testing/request.ts";
import { eventsOf, sendAll } from "./events.ts";
import { judge } from "./judge.ts";
import { exampleRequests, type FuzzRequest, requestsOf } from "./requests.ts";
import { startWorld, type World } from "./world.ts";

/** Both are set by `npm run fuzz`. */
const runs = Number(process.env.FUZZ_RUNS ?? 300);
const seed = Number(process.env.FUZZ_SEED ?? 7);
/** The share of socket events. */
const eventShare = 0.2;
const atOnce = 8;
const batch = 250;
const answerMs = 20_000;
/** After this many faults the run ends. */
const faultsShown = 10;
/**
 * Their examples need what only another request makes: a mailed secret, an id, a passkey's answer or a state; what a browser has heard,
 * a server without a recognizer.
 * The example of every other call must succeed; otherwise a run would only show that requests are refused.
 */
const needOthers = new Set(
  [
    "acceptInvitation addHeardText addPasskey answerLineNote addLineNote changeUserRole changeUserStatus",
    "closeLineNote deleteCall deleteToken endSession finishSso forgetSignIn initiateVerification openRemotePreview previewRelease",
    "promoteCanary proveByPasskey publishPlaybook readCalendar readInvitation readPlaybookVersion removeRemote resendVerification",
    "resetPassword resetPasskeys resolveBrowserError rollBackRelease saveCustomer sendMailAgain startCanary",
    "startPasskey startSso",
    "unlock verifyCode verifyEmail withdrawInvitation",
  ].flatMap((names) => names.split(" ")),
);
/** Calls that end or replace the session. */
const endsSessions = new Set(["login", "logout", "refresh"]);

describe(`requests and events made from the contracts (seed ${seed})`, () => {
  let world: World;
  const granted = new Set<string>();
  const rejections: unknown[] = [];
  const keep = (reason: unknown) => void rejections.push(reason);
  beforeAll(async () => {
    process.on("unhandledRejection", keep);
    world = await startWorld();
  }, 240_000);
  afterAll(async () => {
    await world.close();
    process.off("unhandledRejection", keep);
  });

  const shortened = (body: FuzzRequest["body"]) => {
    if (body instanceof Uint8Array) return `${body.length} bytes`;
    return body !== undefined && body.length > 600
      ? `${body.slice(0, 600)}… (${body.length} characters)`
      : body;
  };
  const report = (number: number, what: string, fault: string) => `${number}. ${what}\n   ${fault}`;

  /** Sends a request, and signs in again if it ended the session. @returns the fault of the answer, if any */
  async function send(request: FuzzRequest): Promise<string | undefined> {
    const { endpoint, asker, path, contentType, body } = request;
    const { token, cookies = {} } = world.credentials(asker);
    const [origin = ""] = world.api.config.allowedOrigins;
    try {
      const response = await fetch(world.api.url + path, {
        method: endpoint.method,
        signal: AbortSignal.timeout(answerMs),
        headers: {
          origin,
          "x-forwarded-for": freshSource(),
          ...(body !== undefined && { "content-type": contentType }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          cookie: Object.entries(cookies)
            .map(([name, value]) => `${name}=${value}`)
            .join("; "),
        },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const ended = response.status === 401 || endsSessions.has(request.operation);
      if (ended) await world.replace(asker);
      if (response.ok) granted.add(request.operation);
      return judge(request, { status: response.status, text }, world.foreign);
    } catch (error) {
      return `no answer: ${error instanceof Error ? (error.cause ?? error.message) : error}`;
    }
  }

  test(
    `get answers that their contract allows (${runs} of them)`,
    async () => {
      const requestCount = Math.round(runs * (1 - eventShare));
      const calls = endpoints();
      const faults: string[] = [];
      const describe = ({ operation, asker, endpoint, path, contentType, body }: FuzzRequest) =>
        `${operation} as ${asker}: ${endpoint.method} ${path} ${contentType} ${shortened(body)}`;
      // One after the other, because some depend on the calls before.
      const last = ["endSimulation", "removePasskey", "deleteCustomer", "deleteWebhook", "changePassword"];
      const inOrder = calls.toSorted(([a], [b]) => Number(last.includes(a)) - Number(last.includes(b)));
      for (const request of exampleRequests(inOrder, world.known)) {
        const fault = await send(request);
        if (fault !== undefined) faults.push(report(0, describe(request), fault));
      }
      const refused = calls.map(([operation]) => operation).filter((operation) => !granted.has(operation));
      expect(refused.filter((operation) => !needOthers.has(operation))).toEqual([]);
      for (let from = 0; from < requestCount && faults.length < faultsShown; from += batch) {
        const count = Math.min(batch, requestCount - from);
        const requests = fc.sample(requestsOf(calls, world.known), { seed: seed + from, numRuns: count });
        const queue = requests.entries();
        const worker = async () => {
          for (const [at, request] of queue) {
            const fault = await send(request);
            if (fault !== undefined) faults.push(report(from + at, describe(request), fault));
          }
        };
        await Promise.all(Array.from({ length: atOnce }, worker));
      }
      expect(faults.slice(0, faultsShown)).toEqual([]);

      for (let from = requestCount; from < runs && faults.length < faultsShown; from += batch) {
        const count = Math.min(batch, runs - from);
        const events = fc.sample(eventsOf(world.known), { seed: seed + from, numRuns: count });
        await world.replace("agent");
        const { token = "" } = world.credentials("agent");
        const found = await sendAll(world.api.url, token, events, world.foreign);
        for (const [at, fault] of found.entries()) {
          if (fault !== undefined)
            faults.push(report(from + at, shortened(JSON.stringify(events[at])) ?? "", fault));
        }
      }
      expect(faults.slice(0, faultsShown)).toEqual([]);
      expect(rejections).toEqual([]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect((await world.api.request("GET", "/health/ready")).body).toEqual({ status: "ready" });
    },
    60_000 + runs * 100,
  );

  test("need no scan of a collection that grows", async () => {
    // Random requests rarely complete a registration, so this does.
    const { request, mailTo } = world.api;
    const { token = "" } = world.credentials("platform");
    const form = registrationForm({ organizationName: "Walked Ways" });
    const credentials = { email: form.email, password: testPassword };
    await request("POST", "/api/auth/register", { body: form });
    const link = { token: tokenIn(await mailTo(form.email)) };
    expect((await request("POST", "/api/auth/verify-email", { body: link })).status).toBe(200);
    const { body } = await request("GET", "/api/auth/admin/pending-users", { token });
    const { id } = body.data.users.find((user: { email: string }) => user.email === form.email);
    const user = `/api/auth/admin/users/${id}`;
    const decide = { token, body: { decision: "approve" } };
    expect((await request("PUT", `${user}/approve`, decide)).status).toBe(200);
    expect((await request("POST", "/api/auth/login", { body: credentials })).status).toBe(200);
    await world.api.app.sweep(new Date());

    expect(world.queries.seen()).toBeGreaterThan(50);
    const wholeLists = [
      // A platform administrator sees all accounts.
      'find users {} sort {"requestedAt":1}',
      "aggregate users {}",
      // Of each remote five releases and those of a month are kept.
      "distinct releases {}",
      'find releases {} sort {"usedAt":-1}',
      "distinct releases {usedAt:{$lt:?}}",
    ];
    const scans = await world.queries.scans();
    expect(scans.filter((scan) => !wholeLists.includes(scan))).toEqual([]);
  });
});
