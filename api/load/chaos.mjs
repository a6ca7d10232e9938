import "../scripts/node-version.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createChecker } from "./chaos-checker.mjs";
import { numbersOf, runCommand } from "./command.mjs";

const mailServer = fileURLToPath(new URL("./mail-server.mjs", import.meta.url));
const agentsAtOnce = 6;
const nodeCount = 2;
/** Between two kills, in ms: some come while the one before is not mended yet. */
const pauseMs = [300, 2500];
/** Until mails and calls are through once nothing is killed any more. */
const settleLimitMs = 90_000;

/**
 * `npm run chaos -- [--kills 30] [--seed 1]`: people work while API processes, the database engine, Redis, the mail
 * server and clients' networks are killed at random moments. Then what was acknowledged is compared with what is
 * stored and delivered.
 */
await runCommand({ kills: "30", seed: String(1 + (Date.now() % 1_000_000)) }, async (options) => {
  const { freePort, hireAgents, printTable, startDatabase, startProduct } = await import("./product.mjs");
  const { ensureServers } = await import("../scripts/servers.mjs");
  const [kills] = numbersOf(options.kills);
  const [seed] = numbersOf(options.seed);
  const random = seeded(seed);
  console.log(`${kills} kills, seed ${seed}`);
  await ensureServers();
  const database = await startDatabase();
  const delivered = path.join(database.dataDir, "delivered.jsonl");
  writeFileSync(delivered, "");
  const mail = await startHelper(process.execPath, (port) => [mailServer, String(port), delivered], freePort);
  const redisPath = process.env.REDIS_SERVER;
  if (!redisPath)
    console.log("There is no redis-server here: one API process, and nothing of Redis is tried.");
  const redis =
    redisPath &&
    (await startHelper(
      redisPath,
      (port) => ["--port", String(port), "--save", "", "--appendonly", "no"],
      freePort,
    ));
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
  const done = new Map();
  const faults = [];
  try {
    const agents = await hireAgents(database.connection, agentsAtOnce);
    const working = checker.work(agents);

    const strike = {
      api: () => product.kill(Math.floor(random() * product.urls.length)),
      engine() {
        const pid = database.pid();
        if (pid === undefined) return;
        process.kill(pid, "SIGKILL");
        enginePids.push(pid);
      },
      mail: () => mail.kill(),
      network: () => checker.cutNetworks(),
      ...(redis && { redis: () => redis.kill() }),
    };
    const names = Object.keys(strike);
    for (let kill = 0; kill < kills; kill++) {
      await delay(pauseMs[0] + random() * (pauseMs[1] - pauseMs[0]));
      // Each in its turn at first, so that a short run has tried them all.
      const name = names[kill < names.length ? kill : Math.floor(random() * names.length)];
      strike[name]();
      done.set(name, (done.get(name) ?? 0) + 1);
    }
    await product.allReady();
    checker.stop();
    await working;
    const deliveries = () =>
      readFileSync(delivered, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    faults.push(...(await checker.verdict(deliveries, settleLimitMs)));
    const did = checker.counts();
    printTable([
      ["killed", ...done.keys()],
      ["times", ...done.values()],
    ]);
    printTable([Object.keys(did), Object.values(did)]);
    if (product.deaths() !== (done.get("api") ?? 0)) {
      // One that is killed while it is still starting dies once.
      console.log(`API processes ended ${product.deaths()} times`);
    }
  } finally {
    enginePids.push(database.pid());
    if (!(await product.stop())) faults.push("an API process did not stop cleanly");
    await mail.stop();
    await redis?.stop?.();
    await database.stop();
    for (const pid of [...product.pids, ...mail.pids, ...(redis?.pids ?? []), ...enginePids]) {
      if (pid !== undefined && isAlive(pid)) faults.push(`process ${pid} is left over`);
    }
  }
  return faults;
});

/** A server that its supervisor starts again, at the same port, half a second after it was killed. */
async function startHelper(command, argsFor, freePort) {
  const port = await freePort();
  const pids = [];
  let child;
  let stopping = false;
  const run = () => {
    // Debian's one binary is the server where it is called so.
    child = spawn(command, argsFor(port), { argv0: "redis-server", stdio: ["pipe", "ignore", "ignore"] });
    pids.push(child.pid);
    child.once("exit", () => {
      if (!stopping) setTimeout(run, 500);
    });
  };
  run();
  return {
    port,
    pids,
    kill: () => child.kill("SIGKILL"),
    async stop() {
      // A successor may be about to start.
      await delay(600);
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // A zombie has ended; where there is no /proc nobody knows better.
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}

/** Mulberry32: the same kills in the same order for the same seed. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
