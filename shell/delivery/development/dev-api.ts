import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { terminalLines } from "@souffleur/api/src/config/terminal-lines";
import { endProcess } from "@souffleur/api/tools/child-process";
import { forgetCompiled } from "@souffleur/api/tools/compile.mjs";
import { fingerprint } from "@souffleur/api/tools/fingerprint.mjs";
import { isReady } from "@souffleur/api/tools/network";
import { root } from "@souffleur/api/tools/run-step.mjs";

const compiled = /Found (\d+) errors?\. Watching/;
/** Preloaded into a child process, so that it ends with its parent, even a killed one. */
const endWithParent = [
  "--import",
  "data:text/javascript,process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'))",
];

/** The API's output is a pipe, so it writes JSON. */
const level = { production: false, LOG_LEVEL: process.env.LOG_LEVEL || "info" };
const output = (await terminalLines(level)) ?? process.stdout;

export type RunningApi = ReturnType<typeof runApi>;

/**
 * Compiles the API whenever its sources change, and restarts it.
 * @param address the port where it listens, and its public address
 */
export function runApi({ port, publicUrl }: { port: number; publicUrl: string }) {
  // The output becomes a development build, which `npm start` must not use.
  forgetCompiled();
  const compiler = start(
    [
      ...["node_modules/typescript/bin/tsc", "-b", "api", "--watch", "--preserveWatchOutput"],
      // Elsewhere the compiler writes types alone.
      ...["--emitDeclarationOnly", "false"],
    ],
    { stdio: ["ignore", "pipe", "pipe", "ipc"] },
  );
  let ready = withResolvers();
  let server: ChildProcess | undefined;
  /** The fingerprint of the running server's files. */
  let running: string | undefined;
  let restarting = Promise.resolve();
  /** A restart is pending; it covers everything that is compiled before it begins. */
  let queued = false;
  let stopped = false;

  for (const stream of [compiler.stdout, compiler.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const errors = compiled.exec(text)?.[1];
      if (errors !== "0") process.stdout.write(text);
      // With errors too, since they may be in a test.
      if (errors !== undefined && !queued) {
        queued = true;
        restarting = restarting.then(restart);
      }
    });
  }

  async function restart(): Promise<void> {
    queued = false;
    // One edit may be compiled twice, and an edit of types changes no compiled code.
    const built = fingerprint(["api/dist/src"], (name) => !/\.(d\.ts|map|tsbuildinfo)$/.test(name));
    if (stopped || (built === running && server && runs(server))) return;
    running = built;
    if (server !== undefined) {
      ready = withResolvers();
      await endProcess(server);
      console.log("The API's sources have changed: restarting …");
    }
    server = start(["--enable-source-maps", "api/dist/src/server.js"], {
      env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", PUBLIC_URL: publicUrl },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    if (server.stdout === null) return;
    createInterface(server.stdout).on("line", async (line) => {
      output.write(`${line}\n`);
      if (await isReady(`http://127.0.0.1:${port}`)) ready.resolve();
    });
  }

  return {
    port,
    /** Resolves when the API is ready, also after a restart. */
    ready: () => ready.promise,
    async stop(): Promise<void> {
      stopped = true;
      await endProcess(compiler);
      await restarting;
      if (server !== undefined) await endProcess(server);
    },
  };
}

/** Starts a child process that ends with this one. */
function start(args: string[], options: SpawnOptions): ChildProcess {
  return spawn(process.execPath, [...endWithParent, ...args], { cwd: root, ...options });
}

function runs(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
