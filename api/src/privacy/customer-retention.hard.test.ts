import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { until } from "../../testing/app.ts";
import { removalOf } from "../../testing/calls/removal.ts";
import {
  collectWords,
  endedCall,
  startWatchedCalls,
  type WatchedCalls,
} from "../../testing/calls/stored-calls.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { failingConnection, survives } from "../../testing/database/failing-writes.ts";
import {
  acme,
  admin,
  agent,
  manager,
  outsider,
  type Person,
  platform,
} from "../../testing/people/call-people.ts";
import { testSecret } from "../../testing/people/people.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { type CustomerDoc, customerModel } from "../customers/customer-model.ts";
import { createPeriodicLock } from "../database/periodic-lock.ts";
import { createRetention } from "./retention.ts";

const dayMs = 24 * 60 * 60_000;
const today = () => Math.floor(Date.now() / dayMs) * dayMs;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const dayFromNow = (days: number) => daysAgo(-days).toISOString().slice(0, 10);

let server: WatchedCalls;
beforeAll(async () => {
  server = await startWatchedCalls();
  // The job runs only when a test starts it.
  await createPeriodicLock(server.connection).take("sweep", dayMs, new Date());
});
afterAll(() => server.close());
beforeEach(async () => {
  // Pending events reach the audit log now, so that none appears in a later test.
  await until(
    async () => (await collection("retentions").countDocuments({ "audit.at": { $exists: true } })) === 0,
  );
  await Promise.all(
    ["customers", "calls", "retentions", "audit_log"].map((name) => collection(name).deleteMany({})),
  );
});

const collection = (name: string) => server.connection.collection<{ _id: string }>(name);
const retention = (body?: object, person: Person = admin) =>
  server.api(person, body ? "PUT" : "GET", "/api/organization/retention", body);
const keep = (customerDays: number | null, person = admin) =>
  retention({ conversationDays: null, analysisDays: null, customerDays }, person);
const sweep = (now = new Date()) => server.app.sweep(now);
/** Without the rest of the product, whose sessions would expire. */
const sweepIn = (days: number) => jobOf(server.connection).sweep(daysAgo(-days));

async function customer(body: object = {}, person: Person = manager): Promise<string> {
  const { body: answer } = await server.api(person, "POST", "/api/customers", {
    name: "Claire Moreau",
    ...body,
  });
  return answer.data.id;
}
/** A customer with whom nothing has happened since a time. */
async function idle(activeAt = daysAgo(40), body: object = {}, person: Person = manager): Promise<string> {
  const id = await customer(body, person);
  await collection("customers").updateOne({ _id: id }, { $set: { activeAt } });
  return id;
}
const isKept = async (id: string, person: Person = admin) =>
  (await server.api(person, "GET", `/api/customers/${id}`)).status === 200;
const applied = (atLeast = 1) => audited(server, { action: "retention.applied" }, atLeast);

const keys = createKeyring([testSecret]);
const jobOf = (connection: Connection, changes: object = {}) => {
  const { calls, customers } = removalOf(connection);
  return createRetention({
    connection,
    keys,
    audit: { watch() {}, wake() {} },
    calls,
    customers: { ...customers, ...changes },
  });
};

describe("the setting", () => {
  test("is forever by default, and stays where a request does not name it", async () => {
    expect((await retention()).body.data).toMatchObject({ customerDays: null, due: { customers: 0 } });
    expect((await keep(1095)).body.data).toMatchObject({ customerDays: 1095, revision: 1 });
    const { body } = await retention({ conversationDays: 30, analysisDays: 30 });
    expect(body.data).toMatchObject({ conversationDays: 30, customerDays: 1095, revision: 2 });
    expect((await retention(undefined, outsider)).body.data).toMatchObject({ customerDays: null });
    expect((await keep(null)).body.data).toMatchObject({ customerDays: null });
    expect(
      await until(async () =>
        collection("audit_log").findOne({ action: "retention.changed", to: /forever$/ }),
      ),
    ).toMatchObject({ from: "conversations 30 days, analyses 30 days, customers 1095 days" });
  });

  test.each([31, 0, -30, "30", 1e99])("is refused as %j, by its field", async (customerDays) => {
    const { status, body } = await keep(customerDays as number);
    expect([status, body.field]).toEqual([400, "customerDays"]);
    expect(body.error).toContain("30, 90, 180, 365, 1095, or null");
  });

  test("is refused for platform administrators, who have no customers", async () => {
    const { status, body } = await keep(30, platform);
    expect([status, body.field, body.error]).toEqual([
      400,
      "customerDays",
      "Only organizations have customers.",
    ]);
    expect((await keep(null, platform)).status).toBe(200);
  });

  test("is tried first: how many customers would be deleted, of the caller's organization", async () => {
    await idle(daysAgo(32));
    await idle(daysAgo(100));
    await idle(daysAgo(10));
    await idle(daysAgo(100), {}, outsider);
    const tried = async (customerDays: number) =>
      (await retention({ conversationDays: null, analysisDays: null, customerDays, dryRun: true })).body.data;
    expect(await tried(30)).toMatchObject({ customerDays: 30, revision: 0, due: { customers: 2 } });
    expect((await tried(90)).due.customers).toBe(1);
    await sweep();
    expect(await collection("customers").countDocuments({ deletedAt: { $exists: true } })).toBe(0);
  });
});

describe("an idle customer", () => {
  test("is deleted after whole days, as by a person; its calls stay", async () => {
    const last = today() - 30 * dayMs;
    const over = await idle(new Date(last - 1), { numbers: ["06 12 34 56 78"], notes: "Quetzalcoatl" });
    const kept = await idle(new Date(last));
    const foreign = await idle(daysAgo(400), {}, outsider);
    const call = endedCall({ startedAt: daysAgo(50), clientId: over, clientName: "Claire Moreau" });
    await server.models.calls.create(call);
    await keep(30);
    await sweep();
    expect([await isKept(over), await isKept(kept), await isKept(foreign, outsider)]).toEqual([
      false,
      true,
      true,
    ]);
    const left = await collection("customers").findOne({ _id: over });
    expect(JSON.stringify(left)).not.toMatch(/Claire|Quetzalcoatl|3361/);
    expect(left).toMatchObject({ deletedAt: expect.any(Date) });
    const { body } = await server.api(agent, "GET", `/api/calls/${call._id}`);
    expect(body.data.call.customer).toEqual({ name: "Claire Moreau" });
    expect(await applied()).toMatchObject([
      {
        subjectId: acme,
        to: "0 conversations, 0 analyses, 1 customers",
        reason: "conversations forever, analyses forever, customers 30 days",
      },
    ]);
    // Its number is free again.
    expect(await isKept(await customer({ numbers: ["06 12 34 56 78"] }))).toBe(true);
  });

  test("is deleted in an organization without calls, also where that of another one can't be", async () => {
    const ours = await idle();
    const theirs = await idle(daysAgo(40), {}, outsider);
    await keep(30);
    await keep(30, outsider);
    const { customers } = removalOf(server.connection);
    const job = jobOf(server.connection, {
      removeIdle: (organizationId: string, ...rest: [string[], { since: Date; at: Date }]) => {
        if (organizationId === acme) throw new Error("unreadable");
        return customers.removeIdle(organizationId, ...rest);
      },
    });
    await expect(job.sweep(new Date())).rejects.toThrow("unreadable");
    await expect(job.sweep(new Date())).rejects.toThrow("unreadable");
    expect([await isKept(ours), await isKept(theirs, outsider)]).toEqual([true, false]);
    await sweep();
    expect(await isKept(ours)).toBe(false);
  });

  test("is kept where the organization chooses so after the step was planned", async () => {
    const id = await idle();
    await keep(30);
    const job = jobOf(server.connection, { removeIdle: () => Promise.reject(new Error("killed")) });
    await expect(job.sweep(new Date())).rejects.toThrow("killed");
    await expect(job.sweep(new Date())).rejects.toThrow("killed");
    await keep(null);
    await sweep();
    expect(await isKept(id)).toBe(true);
    expect(await applied(0)).toEqual([]);
  });

  test("is deleted once, in steps, by sweeps at the same time", async () => {
    const model = customerModel(server.connection);
    await model.insertMany(many(120));
    await keep(30);
    const now = new Date();
    const jobs = [1, 2].map(() => jobOf(server.connection));
    await Promise.all([...jobs.map((job) => job.sweep(now)), sweep(now)]);
    await sweep(now);
    expect(await model.countDocuments({ organizationId: acme })).toBe(0);
    const counts = (await applied()).map(({ to }) => Number(/(\d+) customers/.exec(to)?.[1]));
    expect(counts.reduce((sum, count) => sum + count)).toBe(120);
  });

  test("is deleted and counted once after a kill of the job at any write", async () => {
    let isDone = false;
    let kills = 0;
    await keep(30);
    for (let left = 0; !isDone; left++) {
      const before = (await applied(0)).length;
      const ids = await Promise.all([1, 2, 3].map(() => idle()));
      // A newer one would keep its customer, as soon as the calls of new customers are looked for.
      await server.models.calls.create(endedCall({ startedAt: daysAgo(50), clientId: ids[0] as string }));
      const job = jobOf(failingConnection(server.connection, { left }));
      isDone = await survives(job.sweep(new Date()));
      if (!isDone) kills++;
      await sweep();
      expect(await collection("customers").countDocuments({ organizationId: acme })).toBe(0);
      expect(await server.models.calls.countDocuments({ clientId: { $in: ids } })).toBe(0);
      expect((await applied(before + 1)).slice(before).map(({ to }) => to)).toEqual([
        "0 conversations, 0 analyses, 3 customers",
      ]);
    }
    expect(kills).toBeGreaterThan(3);
  });
});

/** Customers of the organization with whom nothing has happened for 40 days. */
function many(howMany: number): CustomerDoc[] {
  return Array.from({ length: howMany }, (_, index) => ({
    _id: randomUUID(),
    organizationId: acme,
    name: `Customer ${index}`,
    nameKey: `customer ${index}`,
    namesakeKey: `customer ${index}\n`,
    numbers: [],
    emails: [],
    tags: [],
    notes: "",
    ownerId: null,
    words: [],
    revision: 1,
    createdAt: daysAgo(40),
    updatedAt: daysAgo(40),
    activeAt: daysAgo(40),
    audit: [],
  }));
}

describe("something happens with a customer", () => {
  const number = "06 12 34 56 78";
  const named = { name: "Claire Moreau", numbers: [number] };
  const change = (id: string, body: object) => server.api(manager, "PUT", `/api/customers/${id}`, body);
  const bring = (rows: object[], duplicates = "merge") =>
    server.api(manager, "POST", "/api/customers/import", {
      duplicates,
      rows: rows.map((row, at) => ({ line: at + 2, customer: row })),
    });
  const wrapUp = (callId: string, body: object) =>
    server.api(manager, "PUT", `/api/calls/${callId}/outcome`, { outcome: "follow_up", ...body });
  const called = async (clientId?: string) => {
    const call = endedCall({ startedAt: daysAgo(50), ...(clientId !== undefined && { clientId }) });
    await server.models.calls.create(call);
    return call._id;
  };
  const ring = (person = agent) =>
    server.app.calls.forTelephony.open({
      organizationId: person.organization,
      agentId: person.id,
      agentName: "Camille",
      customer: { name: number, number },
    } as never);

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["a change", (id) => change(id, { name: "Claire", numbers: [number] })],
    ["a call", () => ring()],
    ["an import that adds to it", () => bring([{ ...named, tags: ["VIP"] }])],
    ["an import that adds nothing", () => bring([named])],
    ["an import that leaves it", () => bring([{ ...named, tags: ["VIP"] }], "leave")],
    ["a call's outcome", async (id) => wrapUp(await called(id), {})],
  ])("by %s, which keeps it", async (_what, happen) => {
    const id = await idle(daysAgo(40), { numbers: [number] });
    const other = await idle();
    await keep(30);
    expect((await retention()).body.data.due.customers).toBe(2);
    await happen(id);
    expect((await retention()).body.data.due.customers).toBe(1);
    await sweep();
    expect([await isKept(id), await isKept(other)]).toEqual([true, false]);
  });

  test("not by what others do with theirs, nor by saving what is stored", async () => {
    const id = await idle(daysAgo(40), { numbers: [number] });
    await customer({ numbers: [number] }, outsider);
    await ring(outsider);
    await change(id, { name: "Claire Moreau", numbers: [number] });
    await keep(30);
    await sweep();
    expect(await isKept(id)).toBe(false);
  });

  test("by an import of a row without number and address, which is known by its name", async () => {
    const row = { name: "Sans numéro", company: "X" };
    await bring([row]);
    const { _id } = (await collection("customers").findOne({ organizationId: acme })) as { _id: string };
    await collection("customers").updateOne({ _id }, { $set: { activeAt: daysAgo(40) } });
    await bring([row]);
    await keep(30);
    await sweep();
    expect(await isKept(_id)).toBe(true);
  });

  test.each<[string, (id: string, nextStepAt: string) => Promise<unknown>]>([
    [
      "of an outcome",
      async (id, nextStepAt) => wrapUp(await called(id), { nextStep: "Rappeler", nextStepAt }),
    ],
    [
      "that is postponed",
      async (id, day) => {
        const callId = await called(id);
        await wrapUp(callId, { nextStep: "Rappeler", nextStepAt: dayFromNow(1) });
        await server.api(manager, "PUT", `/api/next-steps/${callId}`, { day });
      },
    ],
    [
      "that is opened again",
      async (id, nextStepAt) => {
        const call = endedCall({ startedAt: daysAgo(50), clientId: id, nextStepAt });
        await server.models.calls.create(call);
        await server.api(manager, "PUT", `/api/next-steps/${call._id}`, { isDone: false });
      },
    ],
  ])("by a next step %s: it is kept for that long after its day", async (_what, plan) => {
    const id = await idle();
    await plan(id, dayFromNow(60));
    await keep(30);
    await sweepIn(90);
    expect(await isKept(id)).toBe(true);
    await sweepIn(91);
    expect(await isKept(id)).toBe(false);
  });

  test("by an open next step of a call from before it was saved", async () => {
    const call = endedCall({
      source: "telephony",
      startedAt: daysAgo(50),
      clientName: number,
      clientNumber: number,
      nextStepAt: dayFromNow(60),
      openStep: dayFromNow(60),
    });
    await server.models.calls.create(call);
    await collectWords(server.models);
    const id = await customer({ numbers: [number] });
    await keep(30);
    await sweepIn(90);
    expect(await isKept(id)).toBe(true);
    await sweepIn(91);
    expect(await isKept(id)).toBe(false);
  });

  test("while the sweep has chosen it, which leaves it and its calls", async () => {
    const id = await idle(daysAgo(40), { numbers: [number] });
    const other = await idle();
    await keep(30);
    const { customers } = removalOf(server.connection);
    const job = jobOf(server.connection, {
      async removeIdle(...given: Parameters<typeof customers.removeIdle>) {
        await ring();
        return customers.removeIdle(...given);
      },
    });
    await job.sweep(new Date());
    expect([await isKept(id), await isKept(other)]).toEqual([true, false]);
    expect(await server.models.calls.countDocuments({ clientId: id })).toBe(1);
    await sweep();
    expect((await applied())[0]?.to).toContain(" 1 customers");
  });
});

test("no query reads a whole collection", async () => {
  expect(await server.queries.scans()).toEqual([]);
});
