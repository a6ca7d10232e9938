import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { forgetCompiled } from "@souffleur/api/tools/compile.mjs";
import { endProcess } from "@souffleur/api/tools/end-process";
import { fingerprint } from "@souffleur/api/tools/fingerprint.mjs";
import { isReady } from "@souffleur/api/tools/network";
import { root } from "@souffleur/api/tools/run-step.mjs";

const compiled = /Found (\d+) errors?\. Watching/;
/** Preloaded into a child: ends it when its parent is gone, since a killed parent can't. */
const endWithParent = [
  "--import",
  "data:text/javascript,process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'))",
];

export interface RunningApi {
  port: number;
  /** Is kept while the API restarts. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Compiles the API whenever its sources change and starts it anew.
 * @param address where it listens, and where it is reached
 */
export function runApi({ port, publicUrl }: { port: number; publicUrl: string }): RunningApi {
  // From here on the output is a development build, which `npm start` must not take for its own.
  forgetCompiled();
  const compiler = start(
    ["node_modules/typescript/bin/tsc", "-b", "api", "--watch", "--preserveWatchOutput"],
    {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  let ready = withResolvers();
  let server: ChildProcess | undefined;
  /** The fingerprint of what the running server was started from. */
  let running: string | undefined;
  let restarting = Promise.resolve();
  /** A restart that has not begun covers what is compiled meanwhile. */
  let queued = false;
  let stopped = false;

  for (const stream of [compiler.stdout, compiler.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const errors = compiled.exec(text)?.[1];
      if (errors !== "0") process.stdout.write(text);
      // With errors too: they may be in a test that is being written.
      if (errors !== undefined && !queued) {
        queued = true;
        restarting = restarting.then(restart);
      }
    });
  }

  async function restart(): Promise<void> {
    queued = false;
    // One edit may be compiled twice, and an edit of types alone changes nothing that runs.
    const built = fingerprint(["api/dist/src"], (name) => !/\.(d\.ts|map|tsbuildinfo)$/.test(name));
    if (stopped || (built === running && server && runs(server))) return;
    running = built;
    if (server !== undefined) {
      ready = withResolvers();
      await endProcess(server);
      console.log("The API's sources have changed: it starts anew …");
    }
    server = start(["--enable-source-maps", "api/dist/src/server.js"], {
      env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", PUBLIC_URL: publicUrl },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    server.stdout?.setEncoding("utf8").on("data", async (text: string) => {
      process.stdout.write(text);
      if (await isReady(`http://127.0.0.1:${port}`)) ready.resolve();
    });
  }

  return {
    port,
    ready: () => ready.promise,
    async stop() {
      stopped = true;
      await endProcess(compiler);
      await restarting;
      if (server !== undefined) await endProcess(server);
    },
  };
}

/** A child that ends when this process does, however that was ended. */
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
