import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  api,
  ask,
  database,
  daysAgo,
  erase,
  keys,
  models,
  newEntries,
  people,
  preparePersonalCalls,
  quiet,
  remains,
  remove,
  retention,
  secret,
  stored,
} from "../../testing/calls/personal-calls.ts";
import { removalOf } from "../../testing/calls/removal.ts";
import { failingConnection, survives } from "../../testing/database/failing-writes.ts";
import { runCommand } from "../../testing/processes/run-command.ts";
import { clock } from "../clock.ts";
import { createRetention } from "./retention.ts";

preparePersonalCalls();

describe("the deletion of a call", () => {
  test("removes notes, outcomes and reports that arrive at the same time", async () => {
    const { agent, manager } = people;
    for (let round = 0; round < 10; round++) {
      const call = await stored();
      const path = `/api/calls/${call._id}`;
      const answers = await Promise.all([
        ask(agent, "PUT", `${path}/notes`, { notes: `Quetzalcoatl ${round}` }),
        ask(manager, "PUT", `${path}/outcome`, { outcome: "other", nextStep: "Quetzalcoatl" }),
        remove(manager, call),
        ask(agent, "PUT", `${path}/suggestions/suggestion of ${call._id}`, { state: "used" }),
        ask(agent, "PUT", `${path}/notes`, { notes: "Quetzalcoatl, later" }),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      expect(await remains()).toEqual([]);
    }
  });
});

describe("the erasure of a customer", () => {
  test("is verified by a command, which repeats it after a backup was restored", async () => {
    await stored();
    const { certificate } = (await erase({ customer: "Zéphyrine Dupont" })).body.data.erasure;
    const folder = await mkdtemp(path.join(tmpdir(), "souffleur-erasure-"));
    const [genuine, forged] = ["genuine.json", "forged.json"].map((name) => path.join(folder, name));
    await writeFile(String(genuine), JSON.stringify(certificate));
    await writeFile(String(forged), JSON.stringify({ ...certificate, calls: 7 }));
    const verify = (...args: unknown[]) =>
      runCommand("api/commands/erasure-verify", args.map(String), {
        JWT_SECRET: secret,
        MONGODB_URI: database.uri,
      });
    try {
      expect(await verify(genuine)).toMatchObject({
        code: 0,
        output: `✓ ${genuine}: 1 call erased at ${certificate.completedAt}.`,
      });
      expect(await verify(genuine, forged)).toMatchObject({
        code: 1,
        output: expect.stringContaining(`✗ ${forged} is not what the product wrote`),
      });
      await stored();
      await stored({ organizationId: people.foreign.organizationId });
      expect(await verify(genuine, "--again")).toMatchObject({
        code: 0,
        output: expect.stringContaining(`${certificate.id}: 1 call erased again.`),
      });
      expect(await models.lines.countDocuments({})).toBe(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("the retention of calls", () => {
  test("is completed after a kill of the job at any write, and counts every call once", async () => {
    let isDone = false;
    let kills = 0;
    await retention({ conversationDays: 30, analysisDays: 90 });
    for (let left = 0; !isDone; left++) {
      const audited = await newEntries("retention.applied");
      await Promise.all([40, 40, 41, 100].map((days) => stored({ startedAt: daysAgo(days) })));
      await database.connection.collection("retentions").updateMany({}, { $unset: { through: "" } });
      const connection = failingConnection(database.connection, { left });
      const job = createRetention({ connection, keys, audit: quiet, ...removalOf(connection) });
      isDone = await survives(job.sweep(clock.now()));
      if (!isDone) kills++;
      await api.app.sweep(clock.now());
      expect(await remains()).toEqual([]);
      expect((await audited()).map(({ to }) => to)).toEqual(["4 conversations, 1 analyses, 0 customers"]);
      await models.calls.deleteMany({});
    }
    expect(kills).toBeGreaterThan(8);
  });
});
