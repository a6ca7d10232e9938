import { type Model, Schema } from "mongoose";
import { travel, until } from "../../testing/app.ts";
import { emptyDatabase } from "../../testing/database/database.ts";
import { clock } from "../clock.ts";
import { createLogger } from "../http/logger.ts";
import { createMetrics } from "../http/metrics.ts";
import { createJobs, defaultLeaseMs, type Job, type StoredJob } from "./jobs.ts";
import type { Poller } from "./pollers.ts";

interface Errand extends StoredJob {
  _id: string;
  organizationId: string;
  queuedAt: Date;
  marks: string[];
}
const schema = new Schema<Errand>({
  _id: String,
  organizationId: String,
  dueAt: Date,
  worker: String,
  attempts: Number,
  queuedAt: Date,
  marks: [String],
});

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let model: Model<Errand>;
beforeEach(async () => {
  database = await emptyDatabase();
  model = database.connection.models.Errand ?? database.connection.model<Errand>("Errand", schema, "errands");
});
afterEach(() => database.close());

/** A process whose looks the test makes. */
function startProcess() {
  const metrics = createMetrics();
  let poller: Poller | undefined;
  const looks: number[] = [];
  const pollers = {
    add(given: Poller) {
      poller = given;
      return { start() {}, async stop() {}, lookIn: (ms: number) => void looks.push(ms) };
    },
  };
  const jobs = createJobs({ pollers, metrics, log: createLogger("silent") });
  const figure = async (name: string) => {
    const line = (await metrics.registry.metrics()).split("\n").find((one) => one.startsWith(name));
    return Number(line?.split(" ").at(-1));
  };
  return { jobs, looks, figure, look: () => poller?.task() };
}

const waiting = { filter: { dueAt: { $gt: new Date(0) } }, since: "queuedAt" };
const leased = (run: (job: Job<Errand>) => Promise<Date | undefined>) => {
  const started = startProcess();
  const queue = started.jobs.leased<Errand, "all">({
    ...{ name: "errands", waiting, run },
    shares: { all: { places: 2, share: 1 } },
  });
  queue.watch(model);
  return { ...started, queue };
};
const store = (_id: string, changes: Partial<Errand> = {}) =>
  model.create({ _id, organizationId: _id, dueAt: clock.now(), queuedAt: clock.now(), ...changes });
const stored = (_id = "one") => model.findById(_id).lean<Errand>();

test("a job is done once, however many processes look for it", async () => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => store(`${n}`)));
  const done: string[] = [];
  const processes = [1, 2, 3].map(() =>
    leased(async ({ doc }) => {
      done.push(doc._id);
      return undefined;
    }),
  );
  await Promise.all(processes.map(({ queue }) => queue.drain()));
  expect(done.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`));
  expect(await model.countDocuments({ dueAt: { $exists: true } })).toBe(0);
});

test("what a killed process had claimed is looked for when its lease ends, and not before", async () => {
  await store("one", { worker: "killed", attempts: 1, dueAt: new Date(clock.ms() + defaultLeaseMs - 1000) });
  const { queue, look, looks } = leased(async () => undefined);
  queue.start();
  await look();
  await queue.drain();
  expect(looks).toEqual([expect.any(Number)]);
  expect(looks[0]).toBeGreaterThan(0);
  expect(looks[0]).toBeLessThanOrEqual(defaultLeaseMs - 1000);
  expect(await stored()).toMatchObject({ worker: "killed" });
  travel(defaultLeaseMs - 1000);
  await queue.drain();
  expect(await stored()).not.toHaveProperty("dueAt");
});

test("one that fails is due again after growing pauses, and counted; its state waits with it", async () => {
  await store("one");
  const { queue, figure } = leased(async () => {
    throw new Error("not now");
  });
  for (const [attempt, seconds] of [5, 10, 20].entries()) {
    await queue.drain();
    const { dueAt, attempts, worker } = (await stored()) as Errand;
    expect([attempts, worker]).toEqual([attempt + 1, undefined]);
    const wait = Number(dueAt) - clock.ms();
    expect(wait).toBeLessThanOrEqual(seconds * 1000);
    expect(wait).toBeGreaterThan(seconds * 1000 - 2000);
    travel(seconds * 1000);
  }
  expect(await figure('souffleur_jobs_failed_total{kind="errands"}')).toBe(3);
  expect(await figure('souffleur_jobs_waiting{kind="errands"}')).toBe(1);
  expect(await figure('souffleur_jobs_oldest_seconds{kind="errands"}')).toBeGreaterThanOrEqual(35);
});

test("who has lost the lease writes nothing", async () => {
  await store("one");
  const { queue } = leased(async ({ end }) => {
    await model.updateOne({}, { $set: { worker: "another" }, $inc: { attempts: 1 } });
    expect(await end({ $set: { marks: ["mine"] } })).toBe(false);
    return undefined;
  });
  await queue.drain();
  expect(await stored()).toMatchObject({ worker: "another", marks: [], dueAt: expect.any(Date) });
});

test("a job that ends by a write of its own is not written again", async () => {
  await store("one");
  const next = new Date(clock.ms() + 3_600_000);
  const { queue } = leased(async ({ end }) => {
    await end({ $set: { dueAt: next, marks: ["done"] }, $unset: { worker: "" } });
    return undefined;
  });
  await queue.drain();
  expect(await stored()).toMatchObject({ marks: ["done"], dueAt: next });
});

test("jobs that are moved fail without end neither at once nor for good", async () => {
  await store("one");
  const { jobs, figure } = startProcess();
  let isFailing = true;
  const queue = jobs.moved<Errand, "all">({
    ...{ name: "moves", waiting, batch: 10, shares: { all: { places: 1, share: 1 } } },
    async move(docs) {
      if (isFailing) throw new Error("not now");
      await model.updateMany({ _id: { $in: docs.map(({ _id }) => _id) } }, { $unset: { dueAt: "" } });
    },
  });
  queue.watch(model);
  await queue.drain();
  expect(await figure('souffleur_jobs_failed_total{kind="moves"}')).toBe(1);
  isFailing = false;
  queue.start();
  await until(async () => (await stored())?.dueAt === undefined);
  await queue.stop();
});

test("the changes of an organization of which as much waits as may are refused until some is moved", async () => {
  await Promise.all([store("one", { organizationId: "a" }), store("two", { organizationId: "a" })]);
  await store("three", { organizationId: "b" });
  const { jobs, look } = startProcess();
  let isFailing = true;
  const queue = jobs.moved<Errand, "all">({
    ...{ name: "moves", waiting, batch: 10, most: 2, shares: { all: { places: 1, share: 1 } } },
    async move(docs) {
      if (isFailing) throw new Error("not now");
      await model.updateMany({ _id: { $in: docs.map(({ _id }) => _id) } }, { $unset: { dueAt: "" } });
    },
  });
  queue.watch(model);
  const isRefused = (organizationId: string | null) => {
    try {
      jobs.requireRoom(organizationId);
      return false;
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: "RATE_LIMITED", details: { retryAfter: 10 } });
      return true;
    }
  };
  const refused = () => [..."ab", null].filter(isRefused).join();
  queue.start();
  await until(async () => {
    await look();
    return refused() === "a";
  });
  isFailing = false;
  await until(async () => {
    await look();
    return refused() === "";
  });
  await queue.stop();
});

test("an announcement searches only the collections that were written to since, a look all of them", async () => {
  const { connection } = database;
  const other = connection.models.Other ?? connection.model<Errand>("Other", schema, "other-errands");
  const done: string[] = [];
  const { queue, look } = leased(async ({ doc }) => void done.push(doc._id));
  queue.watch(other as Model<Errand>);
  queue.start();
  await queue.drain();
  const searched = [model, other].map((one) => jest.spyOn(one, "findOneAndUpdate"));
  const counts = () => searched.map(({ mock }) => mock.calls.length > 0);
  await store("first");
  queue.wake();
  await until(async () => done.includes("first"));
  expect(counts()).toEqual([true, false]);
  // Of another process.
  await connection.collection<Errand>("other-errands").insertOne({
    ...{ _id: "second", organizationId: "second", dueAt: clock.now(), queuedAt: clock.now() },
  } as Errand);
  queue.wake();
  await look();
  await until(async () => done.includes("second"));
  expect(counts()).toEqual([true, true]);
  await queue.stop();
});
