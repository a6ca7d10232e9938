import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connectDatabase } from "../dist/database/connect.js";
import { startEmbeddedEngine } from "../dist/database/embedded-engine.js";
import { createLogger } from "../dist/logger.js";

const serverFile = fileURLToPath(new URL("../dist/server.js", import.meta.url));
const readyLimitMs = 60_000;
const stopLimitMs = 25_000;

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** The database in this process's care, so that it can be looked into, filled and killed. */
export async function startDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), "souffleur-load-"));
  const log = createLogger("silent");
  const engine = await startEmbeddedEngine({ dataDir, log });
  const connection = await connectDatabase(engine.uri, log);
  return {
    uri: engine.uri,
    dataDir,
    connection,
    pid: engine.pid,
    async stop() {
      await connection.close();
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * API processes as a supervisor runs them: each started again when it ends unasked.
 * @param {{ database: { uri: string, dataDir: string }, count?: number, env?: Record<string, string>, args?: string[] }} options
 * `args`: of Node.js itself
 */
export async function startProduct({ database, count = 1, env = {}, args = [] }) {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const url = `http://127.0.0.1:${ports[0]}`;
  let stopping = false;
  let deaths = 0;
  /** Every process that was ever started: none may be left at the end. */
  const pids = [];

  function run(port) {
    const child = spawn(process.execPath, [...args, serverFile], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: path.join(database.dataDir, `node-${port}`),
        MONGODB_URI: database.uri,
        JWT_SECRET: "a-secret-for-load-and-chaos-0123456789abcdef",
        SEED_DEMO: "true",
        TRUST_PROXY: "1",
        LOG_LEVEL: "silent",
        ...env,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    pids.push(child.pid);
    const node = { port, url: `http://127.0.0.1:${port}`, child };
    child.once("exit", () => {
      if (stopping) return;
      deaths += 1;
      nodes[nodes.indexOf(node)] = run(port);
    });
    return node;
  }

  const nodes = [];
  for (const port of ports) {
    nodes.push(run(port));
    await ready(nodes.at(-1).url);
  }

  return {
    url,
    urls: nodes.map((node) => node.url),
    pids,
    deaths: () => deaths,
    /** @param {number} index @param {NodeJS.Signals} [signal] */
    kill: (index, signal = "SIGKILL") => nodes[index].child.kill(signal),
    allReady: () => Promise.all(nodes.map((node) => ready(node.url))),
    async stop() {
      stopping = true;
      const codes = await Promise.all(
        nodes.map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
          const exit = once(child, "exit").then(([code]) => code);
          child.kill("SIGTERM");
          const code = await Promise.race([exit, delay(stopLimitMs, "no end")]);
          if (code === "no end") child.kill("SIGKILL");
          return code;
        }),
      );
      return codes.every((code) => code === 0);
    },
  };
}

async function ready(url) {
  const end = performance.now() + readyLimitMs;
  while (performance.now() < end) {
    const status = await fetch(`${url}/health/ready`).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) return;
    await delay(100);
  }
  throw new Error(`${url} did not get ready`);
}

/** The process's own figures, as Prometheus gets them. */
export async function figures(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    cpuSeconds: read("process_cpu_seconds_total"),
    memory: read("process_resident_memory_bytes"),
    heap: read("nodejs_heap_size_used_bytes"),
    handles: read("nodejs_active_handles_total"),
    files: read("process_open_fds"),
    sockets: read("souffleur_sockets"),
    delayP99: read("nodejs_eventloop_lag_p99_seconds") * 1000,
  };
}

/** Copies of the demonstration agent; all have its password. */
export async function hireAgents(connection, count) {
  const users = connection.collection("users");
  const template = await users.findOne({ email: "agent@lumiere.example" });
  const tag = randomUUID().slice(0, 8);
  const agents = Array.from({ length: count }, (_, n) => ({
    ...template,
    _id: randomUUID(),
    email: `agent-${tag}-${n}@lumiere.example`,
  }));
  await users.insertMany(agents);
  return agents.map(({ email }) => email);
}

export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One line a row, its cells under one another. */
export function printTable(rows) {
  const cells = rows.map((row) => row.map(String));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join("  "));
}
