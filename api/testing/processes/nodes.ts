import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { endProcess, outputOf } from "../../tools/child-process.ts";
import { freePort } from "../../tools/network.ts";
import { spawnSource } from "./source-process.ts";

function binary(variable: "REDIS_SERVER" | "HAPROXY", name: string): string {
  const path = process.env[variable];
  if (path === undefined) {
    throw new Error(`These tests need ${name}: install it, or set ${variable} to its path.`);
  }
  return path;
}

export type TestRedis = Awaited<ReturnType<typeof testRedis>>;

/** Starts a real Redis without persistence. */
export async function testRedis() {
  const path = binary("REDIS_SERVER", "redis-server");
  const port = await freePort();
  let child: ChildProcess | undefined;
  const redis = {
    url: `redis://127.0.0.1:${port}`,
    /** Kills it; its data is lost. */
    async kill(): Promise<void> {
      if (child) await endProcess(child, "SIGKILL");
      child = undefined;
    },
    /** Starts it again, empty, on the same port. */
    async start(): Promise<void> {
      const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
      // Debian's binary acts as the server under this name.
      child = spawn(path, options, { argv0: "redis-server", stdio: ["ignore", "pipe", "inherit"] });
      await outputOf(child).printed(/Ready to accept connections/);
    },
  };
  await redis.start();
  return redis;
}

export interface TestNode {
  port: number;
  child: ChildProcess;
}

/** Starts an API process with the demonstration accounts; `env` has what it shares with the others. */
export function runNode(port: number, folder: string, env: Record<string, string>): TestNode {
  const child = spawnSource(resolve(__dirname, "../../src/server.ts"), {
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

/** The readiness that a process reports; undefined if it does not respond. */
export function readinessOf(port: number): Promise<string | undefined> {
  return fetch(`http://127.0.0.1:${port}/health/ready`)
    .then((response) => response.json() as Promise<{ status: string }>)
    .then(({ status }) => status)
    .catch(() => undefined);
}

/** Starts HAProxy in front of the processes at these ports, with its configuration in `folder`. */
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
  # A killed process refuses the check at once; one that is only slow, on a busy machine, stays in use.
  timeout check 10s
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
