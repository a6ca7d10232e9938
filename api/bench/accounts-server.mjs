import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApp } from "../dist/app.js";
import { readConfig } from "../dist/config.js";
import { connectDatabase } from "../dist/database/connect.js";
import { startEmbeddedEngine } from "../dist/database/embedded-engine.js";
import { createLogger } from "../dist/logger.js";
import { createPages } from "../dist/releases/pages.js";

const log = createLogger("silent");
export const password = "Rideau-Rouge-7";
export const json = { "content-type": "application/json" };

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** A row of the table from what alternating rounds measured. */
export function ratioRow(name, values, baseline, goal) {
  return {
    name,
    value: Math.round(median(values)),
    baseline: Math.round(median(baseline)),
    ratio: (median(values) / median(baseline)).toFixed(2),
    goal,
  };
}

/**
 * The whole API with its demonstration accounts, on an engine and a folder of its own.
 * @param {{ pages?: boolean | (() => Promise<object>) }} [options] `pages`: whether it serves the built screens
 * too, or what it serves instead of them
 */
export async function startServer({ pages: withPages = false } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "souffleur-bench-"));
  const engine = await startEmbeddedEngine({ dataDir, log });
  const connection = await connectDatabase(engine.uri, log);
  const server = await listening(0);
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  const url = `http://localhost:${port}`;
  const env = {
    DATA_DIR: dataDir,
    TRUST_PROXY: "1",
    SEED_DEMO: "true",
    LOG_LEVEL: "silent",
    PUBLIC_URL: url,
  };
  const config = readConfig(env);
  const built = () => createPages({ releasesDir: config.RELEASES_DIR, log });
  const pages = withPages ? await (withPages === true ? built : withPages)() : undefined;
  const secrets = ["a-secret-for-benchmarks-alone-0123456789"];
  const app = createApp({ config, log, connection, secrets, ...(pages && { pages }) });
  await app.start();
  app.server.listen(port, "localhost");
  await once(app.server, "listening");
  let signIns = 0;
  return {
    url,
    connection,
    /** Copies of the demonstration agent, under names that `signIn` takes. */
    async hireAgents(count) {
      const users = connection.collection("users");
      const template = await users.findOne({ email: "agent@lumiere.example" });
      const names = Array.from({ length: count }, (_, n) => `agent-${n}`);
      await users.insertMany(
        names.map((name) => ({ ...template, _id: randomUUID(), email: `${name}@lumiere.example` })),
      );
      return names;
    },
    realtime: app.realtime,
    /** The answer's data and its renewal cookie. */
    async signIn(role) {
      const email = `${role}@${role === "platform" ? "souffleur" : "lumiere"}.example`;
      const body = JSON.stringify({ email, password });
      signIns += 1;
      const headers = { ...json, "x-forwarded-for": `10.200.0.${signIns % 250}` };
      const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body });
      const { data } = await answer.json();
      const [cookie] = answer.headers.getSetCookie()[0].split(";");
      return { ...data, cookie };
    },
    async stop() {
      await app.stop();
      await connection.close();
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function listening(port) {
  const { createServer } = await import("node:http");
  const server = createServer().listen(port, "localhost");
  await once(server, "listening");
  return server;
}
