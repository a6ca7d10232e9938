import { spawn } from "node:child_process";
import path from "node:path";
import { endProcess } from "../../tools/child-process.ts";
import { freePort, ready } from "../../tools/network.ts";
import { root } from "../../tools/run-step.mjs";
import type { Database } from "./database.ts";

const serverFile = path.join(root, "api/dist/src/server.js");
/** It ends what hangs: on a busy machine a start has taken more than a minute. */
const readyLimitMs = 180_000;
const stopLimitMs = 25_000;

interface Options {
  database: Pick<Database, "uri" | "dataDir">;
  count?: number;
  env?: Record<string, string>;
}

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** API processes under a supervisor, which restarts each that ends by itself. */
export async function startProduct({ database, count = 1, env = {} }: Options) {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const url = `http://127.0.0.1:${ports[0]}`;
  let stopping = false;
  let deaths = 0;
  /** All processes that were started: none may be left at the end. */
  const pids: (number | undefined)[] = [];

  function run(port: number) {
    const child = spawn(process.execPath, [serverFile], {
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
    const node = { url: `http://127.0.0.1:${port}`, child };
    child.once("exit", () => {
      if (stopping) return;
      deaths += 1;
      nodes[nodes.indexOf(node)] = run(port);
    });
    return node;
  }

  const nodes: ReturnType<typeof run>[] = [];
  for (const port of ports) {
    const node = run(port);
    nodes.push(node);
    await ready(node.url, readyLimitMs, node.child);
  }

  return {
    url,
    urls: nodes.map((node) => node.url),
    pids,
    deaths: () => deaths,
    kill: (index: number) => nodes[index]?.child.kill("SIGKILL"),
    allReady: () => Promise.all(nodes.map((node) => ready(node.url, readyLimitMs))),
    /** @returns whether all stopped cleanly */
    async stop() {
      stopping = true;
      const codes = await Promise.all(nodes.map(({ child }) => endProcess(child, "SIGTERM", stopLimitMs)));
      return codes.every((code) => code === 0);
    },
  };
}

/** The process's figures from its metrics endpoint. */
export async function figures(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    cpuSeconds: read("process_cpu_seconds_total"),
    memory: read("process_resident_memory_bytes"),
  };
}
