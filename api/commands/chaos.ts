import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { printTable } from "../bench/figures.ts";
import { createChecker, type Delivery } from "../bench/load/chaos-checker.ts";
import { verdict } from "../bench/load/verdict.ts";
import { hireAgents, startDatabase } from "../bench/servers/database.ts";
import { startProduct } from "../bench/servers/product.ts";
import { endProcess } from "../tools/child-process.ts";
import { defineCommand, wholeNumber } from "../tools/define-command.ts";
import { freePort } from "../tools/network.ts";
import { ensureServers } from "../tools/programs/servers.ts";

const mailServer = fileURLToPath(new URL("../bench/servers/mail-server.js", import.meta.url));
const agentsAtOnce = 6;
const nodeCount = 2;
/** The time between two kills: some come before the system has recovered from the one before. */
const pauseMs = { least: 300, most: 2500 };
/** The time for pending mails and calls after the last kill. */
const settleLimitMs = 90_000;

export const command = defineCommand({
  name: "npm run chaos",
  summary:
    "Kills API processes, the database engine, Redis, the mail server and network connections at random moments while\n" +
    "people work, then compares what was acknowledged with what is stored and delivered.",
  options: {
    kills: { type: "string", value: "<n>", default: "30", read: wholeNumber, help: "how many" },
    seed: { type: "string", value: "<n>", read: wholeNumber, help: "repeats a run; random by default" },
  },
  needs: ["engine"],
  run: ({ kills, seed = 1 + (Date.now() % 1_000_000) }) => verdict(chaos(kills, seed)),
});

async function chaos(kills: number, seed: number): Promise<string[]> {
  console.log(`${kills} kills, seed ${seed}`);
  const random = seeded(seed);
  await ensureServers();
  const database = await startDatabase();
  const delivered = path.join(database.dataDir, "delivered.jsonl");
  writeFileSync(delivered, "");
  const mail = await supervise(process.execPath, (port) => [mailServer, String(port), delivered]);
  const redisPath = process.env.REDIS_SERVER;
  if (!redisPath) console.log("There is no redis-server here: one API process is tried, without Redis.");
  const redis = redisPath
    ? await supervise(redisPath, (port) => ["--port", String(port), "--save", "", "--appendonly", "no"])
    : undefined;
  const product = await startProduct({
    database,
    count: redis ? nodeCount : 1,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      ...(redis && { REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
    },
  });
  const checker = createChecker({ product, database });
  const enginePids = [database.pid()];
  const targets: Record<string, () => void> = {
    api: () => product.kill(Math.floor(random() * product.urls.length)),
    engine() {
      const pid = database.pid();
      if (pid === undefined) return;
      process.kill(pid, "SIGKILL");
      enginePids.push(pid);
    },
    mail: () => mail.kill(),
    network: () => checker.breakConnections(),
    ...(redis && { redis: () => redis.kill() }),
  };
  const faults: string[] = [];
  try {
    const working = checker.work(await hireAgents(database.connection, agentsAtOnce));
    const done = await killAtRandom(targets, kills, random);
    await product.allReady();
    checker.stop();
    await working;
    const deliveries = (): Delivery[] => {
      const lines = readFileSync(delivered, "utf8").split("\n").filter(Boolean);
      return lines.map((line) => JSON.parse(line));
    };
    faults.push(...(await checker.verdict(deliveries, settleLimitMs)));
    const did = checker.counts();
    printTable([
      ["killed", ...done.keys()],
      ["times", ...done.values()],
    ]);
    printTable([Object.keys(did), Object.values(did)]);
    // A process that is killed again while it ends has one death.
    if (product.deaths() !== (done.get("api") ?? 0))
      console.log(`API processes ended ${product.deaths()} times`);
  } finally {
    enginePids.push(database.pid());
    if (!(await product.stop())) faults.push("an API process did not stop cleanly");
    await mail.stop();
    await redis?.stop();
    await database.stop();
    for (const pid of [...product.pids, ...mail.pids, ...(redis?.pids ?? []), ...enginePids]) {
      if (pid !== undefined && isAlive(pid)) faults.push(`process ${pid} is left over`);
    }
  }
  return faults;
}

/** @returns how often each target was killed */
async function killAtRandom(targets: Record<string, () => void>, kills: number, random: () => number) {
  const names = Object.keys(targets);
  const done = new Map<string, number>();
  for (let kill = 0; kill < kills; kill++) {
    await delay(pauseMs.least + random() * (pauseMs.most - pauseMs.least));
    // First each target once, so that a short run covers all.
    const name = names[kill < names.length ? kill : Math.floor(random() * names.length)] ?? "";
    targets[name]?.();
    done.set(name, (done.get(name) ?? 0) + 1);
  }
  return done;
}

/** Runs a server and restarts it on the same port half a second after it was killed. */
async function supervise(command: string, argsFor: (port: number) => string[]) {
  const port = await freePort();
  const pids: (number | undefined)[] = [];
  let stopping = false;
  const run = () => {
    // Debian's binary acts as the server under this name.
    const started = spawn(command, argsFor(port), {
      argv0: "redis-server",
      stdio: ["pipe", "ignore", "ignore"],
    });
    pids.push(started.pid);
    started.once("exit", () => {
      if (stopping) return;
      setTimeout(() => {
        child = run();
      }, 500);
    });
    return started;
  };
  let child = run();
  return {
    port,
    pids,
    kill: () => child.kill("SIGKILL"),
    async stop() {
      // A restart may be pending.
      await delay(600);
      stopping = true;
      await endProcess(child, "SIGKILL");
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended; without /proc it cannot be told apart.
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}

/** Mulberry32: a seed always gives the same sequence. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
