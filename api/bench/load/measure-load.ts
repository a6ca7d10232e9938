import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "../figures.ts";
import { type Database, hireAgents, insertQuickly, startDatabase } from "../servers/database.ts";
import { figures, startProduct } from "../servers/product.ts";
import { createPerson, createTally, workAsAgent, workAsOffice } from "./people.ts";

const agentsAtOnce = 6;

interface Load {
  /** How many times the usual number of people work at once, mix by mix. */
  times: number[];
  seconds: number;
  /** How many users and lines are stored, step by step. */
  stored: number[];
}

/**
 * Measures a typical mix of requests with more and more people, and the same reads with more and more stored.
 * @returns the figures of each mix (times in ms, CPU in cores, memory in MB), the reads' p50 in ms, and all faults
 */
export async function measureLoad({ times, seconds, stored }: Load) {
  const faults: string[] = [];
  const database = await startDatabase();
  const product = await startProduct({ database });

  async function mix(times: number) {
    const agents = await hireAgents(database.connection, agentsAtOnce * times);
    const admins = await hireAgents(database.connection, times, "admin");
    const tally = createTally();
    const before = await figures(product.url);
    const from = performance.now();
    const isOver = () => performance.now() - from > seconds * 1000;
    await Promise.all([
      ...agents.map((email, n) =>
        delay((n * 3000) / agents.length).then(() => workAsAgent(product.url, email, tally, isOver)),
      ),
      ...admins.map((email) => workAsOffice(product.url, email, tally, isOver)),
    ]);
    const took = (performance.now() - from) / 1000;
    const after = await figures(product.url);
    faults.push(...tally.faults);
    return {
      perSecond: tally.times.length / took,
      lines: tally.lines / took,
      p50: percentile(tally.times, 0.5),
      p99: percentile(tally.times, 0.99),
      busy: tally.busy,
      errors: tally.faults.length,
      cpu: (after.cpuSeconds - before.cpuSeconds) / took,
      memory: after.memory / 2 ** 20,
    };
  }

  /** The p50 of the screens' reads, in ms. */
  async function reads(): Promise<number> {
    const tally = createTally();
    const agent = createPerson(product.url, tally);
    const admin = createPerson(product.url, tally);
    await Promise.all([agent.signIn("agent@lumiere.example"), admin.signIn("admin@lumiere.example")]);
    const { data = {} } = await agent.ask("POST", "/api/simulation/start", {});
    tally.times.length = 0;
    for (let round = 0; round < 60; round++) {
      await agent.ask("GET", `/api/calls/${data.callId}`);
      await agent.ask("GET", `/api/calls/${data.callId}/transcript?after=0`);
      await admin.ask("GET", "/api/auth/admin/users/stats");
      await admin.ask("GET", "/api/auth/admin/pending-users");
      await agent.renew();
    }
    await agent.ask("POST", "/api/simulation/end", { callId: data.callId, reason: "user_ended" });
    faults.push(...tally.faults);
    return percentile(tally.times, 0.5);
  }

  try {
    const mixes: ({ times: number } & Awaited<ReturnType<typeof mix>>)[] = [];
    for (const many of times) {
      console.log(`${many} times the work for ${seconds} s …`);
      mixes.push({ times: many, ...(await mix(many)) });
    }
    const readTimes: { stored: number; p50: number }[] = [];
    let kept = 0;
    for (const count of stored) {
      console.log(`Storing ${count} users and lines …`);
      await store(database, count - kept);
      kept = count;
      readTimes.push({ stored: count, p50: await reads() });
    }
    return { mixes, reads: readTimes, faults };
  } finally {
    if (!(await product.stop())) faults.push("the server did not stop cleanly");
    await database.stop();
  }
}

async function store({ connection }: Database, count: number): Promise<void> {
  const [users, lines] = [connection.collection("users"), connection.collection("call_lines")];
  const template = await users.findOne({ email: "agent@lumiere.example" });
  const spoken = { sender: "client", text: "Bonjour.", timestamp: new Date(), confidence: 0.9 };
  const line = { sessionId: "stored", ...spoken, isTranscription: true };
  const step = 2000;
  for (let from = 0; from < count; from += step) {
    const howMany = Math.min(step, count - from);
    const organizationId = randomUUID();
    const callId = randomUUID();
    const person = () => ({
      ...template,
      _id: randomUUID(),
      organizationId,
      email: `${randomUUID()}@example.com`,
    });
    await insertQuickly(users, Array.from({ length: howMany }, person));
    const lineOf = (_: unknown, n: number) => ({ ...line, _id: `${callId}-${n + 1}`, callId, seq: n + 1 });
    await insertQuickly(lines, Array.from({ length: howMany }, lineOf));
  }
}
