import { randomUUID } from "node:crypto";
import type { Suggestion } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import { io } from "socket.io-client";
import { callModels } from "../src/calls/records/call-model.ts";
import { clock } from "../src/clock.ts";
import { connectDatabase } from "../src/database/connect.ts";
import { createLogger } from "../src/http/logger.ts";
import { startApp, type TestApp, travel, until } from "../testing/app.ts";
import { connected, next, type TestSocket } from "../testing/calls/call-events.ts";
import { endedCall, runningCall, storedLine } from "../testing/calls/stored-calls.ts";
import { testDatabase } from "../testing/database/database.ts";
import { startKillingProxy } from "../testing/database/failing-writes.ts";
import { type SignedInUser, signInTeam, type Team } from "../testing/people/people.ts";
import type { Answer } from "../testing/request.ts";
import { startMailServer } from "../testing/servers/mail-server.ts";
import { hook, startReceiver } from "../testing/servers/webhook-receiver.ts";

/** What a process does with a job, and what must have become of it when another one has followed. */
interface Row {
  /** The collections whose writes it is killed at. */
  writes: readonly string[];
  /** Stores what the job is about; each kill has its own. */
  prepare(): Promise<{
    /** What stores the job. */
    act(api: TestApp): Promise<Answer>;
    /** Whether the change is stored, and with it the job. */
    isStored(): Promise<boolean>;
    /** Whether no job is left. */
    isDone(): Promise<boolean>;
    /** What has become of a stored one. @param api the process that follows */
    check(api: TestApp): Promise<void>;
  }>;
}

/** After this time nothing of a killed process holds back another. */
const laterMs = 2 * 60_000;
let database: Awaited<ReturnType<typeof testDatabase>>;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let team: Team;
const house = `House ${randomUUID()}`;
let env: Record<string, string>;
let models: ReturnType<typeof callModels>;
/** Changes accounts and calls without a process that works on jobs. */
let home: TestApp;
let kills = 0;

const collection = (name: string) => database.connection.collection<{ _id: string }>(name);
const none = async (name: string, filter: object) => (await collection(name).countDocuments(filter)) === 0;
const audited = (action: string, subjectId: string) =>
  collection("audit_log").countDocuments({ action, subjectId });
const audits = { "audit.id": { $exists: true } };
const log = ["audit_log", "audit_head"];
const of = ({ token }: SignedInUser, body?: object) => ({ token, body });

beforeAll(async () => {
  database = await testDatabase();
  [mails, receiver] = await Promise.all([startMailServer(), startReceiver()]);
  models = callModels(database.connection);
  env = {
    WEBHOOK_PRIVATE_ADDRESSES: "true",
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    PUBLIC_URL: "https://app.example",
  };
  home = await start(database.connection);
  team = await signInTeam(home, house);
  await hook(home, receiver, team.admin, ["call.wrapped_up"]);
  await until(() => none("users", audits));
  await home.close();
});
afterAll(async () => {
  await receiver.close();
  await mails.close();
  await database.close();
});

const start = (connection: Connection) => startApp({ connection, env });
const callOf = (changes = {}) => ({
  agentId: team.agent.id,
  organizationId: team.agent.organizationId,
  ...changes,
});

/** A process whose connection to the database can be made to end at a write of these collections, before or after it. */
async function startMortal(writes: readonly string[]) {
  let last: { left: number; isKept: boolean } | undefined;
  let isDead = false;
  const proxy = await startKillingProxy(database.uri, writes, () => {
    if (last === undefined || last.left-- > 0) return true;
    isDead = true;
    // When the write has been passed on, or has not been.
    setTimeout(proxy.stop, last.isKept ? 50 : 0);
    return last.isKept && last.left === -1 ? "as the last" : false;
  });
  const connection = await connectDatabase(proxy.uri, createLogger("silent"));
  const api = await start(connection);
  return {
    api,
    /** @param left how many writes it survives */
    arm(left: number, isKept: boolean) {
      last = { left, isKept };
    },
    isDead: () => isDead,
    async end() {
      proxy.stop();
      // What still waits for the database fails.
      await connection.close(true).catch(() => undefined);
      await api.close().catch(() => undefined);
    },
  };
}

const kinds: Record<string, Row> = {
  "a mail that somebody waits for": {
    writes: ["users", "organizations"],
    async prepare() {
      const email = `ann-${randomUUID()}@example.com`;
      const body = {
        ...{
          firstName: "Ann",
          lastName: "Lee",
          email,
          organizationName: "House",
          industryType: "technology",
        },
        ...{ password: "Correct-Horse-7", confirmPassword: "Correct-Horse-7" },
      };
      return {
        act: (api) => api.request("POST", "/api/auth/register", { body }),
        isStored: async () => !(await none("users", { email })),
        isDone: () => none("users", { email, "outbox.id": { $exists: true } }),
        async check() {
          const sent = mails.received.filter(({ recipients }) => recipients.includes(email));
          expect([1, 2]).toContain(sent.length);
          expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1);
        },
      };
    },
  },

  "a notice, and the audit event of the same change": {
    writes: ["users", "sessions", ...log],
    async prepare() {
      const colleague = await home.createUser({ organization: house });
      return {
        act: (api) =>
          api.request(
            "PUT",
            `/api/auth/admin/users/${colleague.id}/role`,
            of(team.admin, { role: "analyst" }),
          ),
        isStored: async () => !(await none("users", { _id: colleague.id, role: "analyst" })),
        isDone: () => none("users", { $or: [audits, { "outbox.id": { $exists: true } }] }),
        async check() {
          const sent = mails.received.filter(({ recipients }) => recipients.includes(colleague.email));
          expect([1, 2]).toContain(sent.length);
          expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1);
          expect(await audited("user.role_changed", colleague.id)).toBe(1);
        },
      };
    },
  },

  "an event for webhooks, and its delivery": {
    writes: ["calls", "webhooks", "webhook-deliveries"],
    async prepare() {
      const call = endedCall(callOf());
      await models.calls.create(call);
      const { _id } = call;
      return {
        act: (api) =>
          api.request("PUT", `/api/calls/${_id}/outcome`, of(team.agent, { outcome: "successful" })),
        isStored: async () => !(await none("calls", { _id, outcome: "successful" })),
        isDone: async () =>
          (await none("calls", { "events.id": { $exists: true } })) &&
          (await none("webhook-deliveries", { state: "waiting" })) &&
          (await none("webhooks", { dueAt: { $exists: true } })),
        async check() {
          const sent = receiver.received.filter(({ data }) => data.callId === _id);
          expect([1, 2]).toContain(sent.length);
          expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
          expect(await collection("webhook-deliveries").find({ subjectId: _id }).toArray()).toMatchObject([
            { state: "delivered" },
          ]);
        },
      };
    },
  },

  "the words by which a call is found": {
    writes: ["calls"],
    async prepare() {
      const { _id, ...call } = endedCall(callOf());
      await models.calls.create({ _id, ...call });
      const notes = `ornithorynque${randomUUID().replace(/[^a-z]/g, "")}`;
      return {
        act: (api) => api.request("PUT", `/api/calls/${_id}/notes`, of(team.agent, { notes })),
        isStored: async () => !(await none("calls", { _id, notes })),
        isDone: () => none("calls", { _id, wordsDue: { $exists: true } }),
        async check(api) {
          const found = await api.request("GET", `/api/calls?q=${notes}`, of(team.agent));
          expect(found.body.data.calls).toMatchObject([{ callId: _id }]);
        },
      };
    },
  },

  "the erasure of a customer": {
    writes: ["erasures", "customers", "calls", "call_lines", "call_suggestions", "line_notes"],
    async prepare() {
      // With a new proof of the sign-in.
      team.admin = await home.signIn(team.admin);
      const clientName = `Zéphyrine ${randomUUID().replace(/[^a-z]/g, "")}`;
      for (const _ of [1, 2]) {
        const call = endedCall(callOf({ clientName, seq: 1 }));
        await models.calls.create(call);
        await models.lines.create(storedLine(call, { seq: 1, sender: "client", text: clientName }));
      }
      const mine = async () =>
        (await collection("erasures").find().sort({ requestedAt: -1 }).limit(1).toArray())[0];
      const before = (await mine())?._id;
      return {
        act: (api) => api.request("POST", "/api/erasures", of(team.admin, { customer: clientName })),
        isStored: async () => (await mine())?._id !== before,
        isDone: async () =>
          (await none("erasures", { completedAt: null })) && (await none("erasures", audits)),
        async check() {
          const erasure = await mine();
          expect(erasure).toMatchObject({ certificate: { calls: 2, lines: 2 } });
          expect(await audited("customer.erased", String(erasure?._id))).toBe(1);
          expect(await none("calls", { clientName })).toBe(true);
          expect(await none("call_lines", { text: clientName })).toBe(true);
        },
      };
    },
  },

  "a new customer's calls": {
    writes: ["customers", "calls", ...log],
    async prepare() {
      const number = `+336${String(Math.random()).slice(2, 10)}`;
      const call = endedCall(callOf({ source: "telephony", clientNumber: number, clientName: number }));
      await models.calls.create(call);
      const name = `Claire ${randomUUID()}`;
      return {
        act: (api) => api.request("POST", "/api/customers", of(team.manager, { name, numbers: [number] })),
        isStored: async () => !(await none("customers", { name })),
        isDone: () =>
          none("customers", {
            $or: [{ linkDue: { $exists: true } }, audits, { "events.id": { $exists: true } }],
          }),
        async check() {
          const customer = await collection("customers").findOne({ name });
          expect(await collection("calls").findOne({ _id: call._id })).toMatchObject({
            clientId: customer?._id,
            clientName: name,
          });
          expect(await audited("customer.created", String(customer?._id))).toBe(1);
        },
      };
    },
  },

  "a whisper": {
    writes: ["call_suggestions", ...log],
    async prepare() {
      const call = runningCall(callOf({ source: "telephony" }));
      const id = randomUUID();
      return {
        async act(api) {
          // Later than the start, which ends the calls of dead processes.
          await models.calls.create(call);
          const path = `/api/calls/${call._id}/whispers`;
          return api.request("POST", path, of(team.supervisor, { text: "Respirez.", id }));
        },
        isStored: async () => !(await none("call_suggestions", { _id: id })),
        isDone: () => none("call_suggestions", audits),
        async check(api) {
          await models.calls.updateOne({ _id: call._id }, { $set: { status: "active" } });
          const { token } = await home.signIn(team.agent);
          const auth = { transports: ["websocket"], forceNew: true, auth: { token } };
          const socket: TestSocket = await connected(io(api.url, auth));
          await next<Suggestion>(socket, "suggestion", (given) => given.id === id);
          const path = `/api/calls/${call._id}/suggestions/${id}`;
          await api.request("PUT", path, { token, body: { state: "delivered" } });
          socket.disconnect();
          expect(await none("call_suggestions", { pending: true })).toBe(true);
          expect(
            await collection("audit_log").countDocuments({ action: "call.whispered", subjectId: call._id }),
          ).toBe(1);
        },
      };
    },
  },
};

test.each(Object.entries(kinds))(
  "%s: killed at every write, nothing is lost or done twice",
  async (_name, row) => {
    // Each follows the one that was killed before, and is killed in its turn.
    let mortal = await startMortal(row.writes);
    for (const isKept of [false, true]) {
      let isKilled = true;
      for (let left = 0; isKilled; left++) {
        const { act, isStored, isDone, check } = await row.prepare();
        mortal.arm(left, isKept);
        let status: number | undefined;
        // It may die before it has answered.
        const answered = act(mortal.api).then(
          (answer) => {
            status = answer.status;
          },
          () => undefined,
        );
        await until(async () => mortal.isDead() || (status !== undefined && (await isDone())));
        isKilled = mortal.isDead();
        // Cut off from the database, it ends while another one follows.
        const ended = mortal.end();
        if (isKilled) kills++;
        else expect(status).toBe(200);
        travel(laterMs);
        mortal = await startMortal(row.writes);
        await until(async () => {
          await mortal.api.app.sweep(clock.now());
          return isDone();
        });
        if (await isStored()) await check(mortal.api);
        else expect([isKilled, status]).not.toContain(200);
        await Promise.all([ended, answered]);
        clock.reset();
      }
    }
    await mortal.end();
  },
  600_000,
);

test("by a hundred kills at least", () => expect(kills).toBeGreaterThanOrEqual(100));
