import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { endProcess } from "../tools/end-process.ts";
import { freePort } from "../tools/network.ts";
import { spawnSource } from "./source-process.ts";

function binary(variable: "REDIS_SERVER" | "HAPROXY", name: string): string {
  const path = process.env[variable];
  if (path === undefined) {
    throw new Error(`These tests need ${name}: install it, or set ${variable} to its path.`);
  }
  return path;
}

export interface TestRedis {
  url: string;
  /** Ends it at once; what it held is gone. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
}

/** A real Redis that keeps nothing. */
export async function testRedis(): Promise<TestRedis> {
  const path = binary("REDIS_SERVER", "redis-server");
  const port = await freePort();
  let child: ChildProcess | undefined;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      if (child) await endProcess(child, "SIGKILL");
      child = undefined;
    },
    async start() {
      const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
      // The name decides: Debian's one binary is the server and the checker of its files.
      child = spawn(path, options, { argv0: "redis-server", stdio: ["ignore", "pipe", "inherit"] });
      await waitForOutput(child, "Ready to accept connections");
    },
  };
  await redis.start();
  return redis;
}

function waitForOutput(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (more: string) => {
      output += more;
      if (output.includes(text)) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`it ended: ${output}`)));
  });
}

/** One API process as its supervisor runs it. */
export interface TestNode {
  port: number;
  child: ChildProcess;
}

/** A process of the product with the demonstration accounts; `env` names what it shares with the others. */
export function runNode(port: number, folder: string, env: Record<string, string>): TestNode {
  const child = spawnSource(resolve(__dirname, "../src/server.ts"), {
    env: {
      PORT: String(port),
      DATA_DIR: join(folder, String(port)),
      JWT_SECRET: "0123456789abcdef-of-several-nodes-in-a-test",
      NODE_ENV: "development",
      SEED_DEMO: "true",
      TRUST_PROXY: "1",
      LOG_LEVEL: "silent",
      ...env,
    },
  });
  return { port, child };
}

/** What a process reports of its readiness; undefined where it does not answer. */
export function readinessOf(port: number): Promise<string | undefined> {
  return fetch(`http://127.0.0.1:${port}/health/ready`)
    .then((response) => response.json() as Promise<{ status: string }>)
    .then(({ status }) => status)
    .catch(() => undefined);
}

/** HAProxy before the processes at these ports in turn, for any caller. Keeps a file in `folder`. */
export async function startBalancer(
  folder: string,
  port: number,
  nodePorts: readonly number[],
): Promise<ChildProcess> {
  const config = `
global
  maxconn 1000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option redispatch
  retries 3
  retry-on conn-failure
frontend product
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  # A test's visitors name their own source address.
  option forwardfor if-none
  option httpchk GET /health/ready
  default-server check inter 200ms fall 2 rise 1
${nodePorts.map((at, index) => `  server node${index} 127.0.0.1:${at}`).join("\n")}
`;
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, config);
  const child = spawn(binary("HAPROXY", "haproxy"), ["-db", "-q", "-f", file], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "spawn");
  return child;
}
