import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "./fingerprint.mjs";
import { root } from "./run.mjs";

const compiled = /Found (\d+) errors?\. Watching/;
const endWithParent = ["--import", new URL("./end-with-parent.mjs", import.meta.url).href];

/**
 * Compiles the API whenever its sources change and starts it anew.
 * @param {{ port: number, publicUrl: string }} address where it listens, and where it is reached
 * @returns {{ port: number, ready: () => Promise<void>, stop: () => Promise<void> }} `ready` is kept while the API restarts
 */
export function runApi({ port, publicUrl }) {
  // What is compiled from here on is no build that `npm start` may take for its own.
  rmSync(path.join(root, "api/dist/.built-from"), { force: true });
  const compiler = start(
    ["node_modules/typescript/bin/tsc", "-b", "api", "--watch", "--preserveWatchOutput"],
    {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  let ready = withResolvers();
  let server;
  /** What the running server was started from. */
  let running;
  let restarting = Promise.resolve();
  /** A restart that has not begun takes in what is compiled meanwhile. */
  let queued = false;
  let stopped = false;

  for (const stream of [compiler.stdout, compiler.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      const errors = compiled.exec(text)?.[1];
      if (errors !== "0") process.stdout.write(text);
      // With errors too, as the types of a test that is being written say nothing about the API.
      if (errors !== undefined && !queued) {
        queued = true;
        restarting = restarting.then(restart);
      }
    });
  }

  async function restart() {
    queued = false;
    // One edit may be compiled twice, and one of types alone changes nothing that runs.
    const built = fingerprint(["api/dist"], (name) => !/\.(d\.ts|map|tsbuildinfo)$/.test(name));
    if (stopped || (built === running && runs(server))) return;
    running = built;
    if (server !== undefined) {
      ready = withResolvers();
      await end(server);
      console.log("The API's sources have changed: it starts anew …");
    }
    server = start(["--enable-source-maps", "api/dist/server.js"], {
      env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", PUBLIC_URL: publicUrl },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    server.stdout.setEncoding("utf8").on("data", async (text) => {
      process.stdout.write(text);
      if (await answers(port)) ready.resolve();
    });
  }

  return {
    port,
    ready: () => ready.promise,
    async stop() {
      stopped = true;
      await end(compiler);
      await restarting;
      if (server !== undefined) await end(server);
    },
  };
}

/** A child that ends when this process does, however that was ended. */
function start(args, options) {
  return spawn(process.execPath, [...endWithParent, ...args], { cwd: root, ...options });
}

function runs(child) {
  return child.exitCode === null && child.signalCode === null;
}

async function end(child) {
  if (!runs(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function answers(port) {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers() {
  let resolve;
  const promise = new Promise((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
