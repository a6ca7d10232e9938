import "../scripts/node-version.mjs";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { numbersOf, runCommand } from "./command.mjs";

const agentsAtOnce = 6;

/**
 * `npm run load -- [--times 1,2,4,8] [--seconds 20] [--stored 100,10000]`: a day's mix by so many times as many people,
 * each from a process that is not the server's, and the same reads with ever more stored.
 */
await runCommand({ times: "1,2,4,8", seconds: "20", stored: "100,10000" }, async (options) => {
  const { figures, hireAgents, percentile, printTable, startDatabase, startProduct } = await import(
    "./product.mjs"
  );
  const { createPerson, createTally, workAsAgent, workAsOffice } = await import("./people.mjs");
  const [seconds] = numbersOf(options.seconds);
  const faults = [];
  const database = await startDatabase();
  const product = await startProduct({ database });

  async function mix(times) {
    const agents = await hireAgents(database.connection, agentsAtOnce * times);
    const tally = createTally();
    const before = await figures(product.url);
    const from = performance.now();
    const isOver = () => performance.now() - from > seconds * 1000;
    await Promise.all([
      ...agents.map((email, n) =>
        delay((n * 3000) / agents.length).then(() => workAsAgent(product.url, email, tally, isOver)),
      ),
      ...Array.from({ length: times }, () => workAsOffice(product.url, tally, isOver)),
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

  /** The reads of every screen; p50 in ms with so much stored. */
  async function reads() {
    const tally = createTally();
    const agent = createPerson(product.url, tally);
    const admin = createPerson(product.url, tally);
    await Promise.all([agent.signIn("agent@lumiere.example"), admin.signIn("admin@lumiere.example")]);
    const { data } = await agent.ask("POST", "/api/simulation/start", {});
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
    const rows = [
      ["work", "requests/s", "lines/s", "p50 ms", "p99 ms", "busy", "errors", "CPU", "memory MB"],
    ];
    for (const times of numbersOf(options.times)) {
      console.log(`${times} times the work for ${seconds} s …`);
      const m = await mix(times);
      rows.push([
        `${times} ×`,
        m.perSecond.toFixed(1),
        m.lines.toFixed(1),
        m.p50.toFixed(1),
        m.p99.toFixed(0),
        m.busy,
        m.errors,
        m.cpu.toFixed(2),
        m.memory.toFixed(0),
      ]);
    }
    const flat = [["stored", "reads p50 ms", "against the first"]];
    let least;
    let stored = 0;
    for (const count of numbersOf(options.stored)) {
      console.log(`Storing ${count} users and lines …`);
      await store(database.connection, count - stored);
      stored = count;
      const p50 = await reads();
      least ??= p50;
      flat.push([count, p50.toFixed(2), (p50 / least).toFixed(2)]);
      if (p50 > least * 2 + 1)
        faults.push(`reads take ${(p50 / least).toFixed(1)} times as long with ${count} stored`);
    }
    printTable(rows);
    printTable(flat);
  } finally {
    if (!(await product.stop())) faults.push("the server did not stop cleanly");
    await database.stop();
  }
  return faults;
});

/** Strangers to those who ask: each hundred has an organization of its own. */
async function store(connection, count) {
  const users = connection.collection("users");
  const lines = connection.collection("call_lines");
  const template = await users.findOne({ email: "agent@lumiere.example" });
  const line = {
    sessionId: "stored",
    sender: "client",
    text: "Bonjour.",
    timestamp: new Date(),
    confidence: 0.9,
    isTranscription: true,
  };
  const step = 2000;
  for (let from = 0; from < count; from += step) {
    const howMany = Math.min(step, count - from);
    const organizationId = randomUUID();
    const callId = randomUUID();
    const quick = { ordered: false, writeConcern: { w: 1, j: false } };
    const person = () => ({
      ...template,
      _id: randomUUID(),
      organizationId,
      email: `${randomUUID()}@example.com`,
    });
    await users.insertMany(Array.from({ length: howMany }, person), quick);
    const lineOf = (_, n) => ({ ...line, _id: `${callId}-${n + 1}`, callId, seq: n + 1 });
    await lines.insertMany(Array.from({ length: howMany }, lineOf), quick);
  }
}
