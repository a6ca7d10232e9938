import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { endProcess } from "../../tools/child-process.ts";
import { startKillingProxy } from "../database/failing-writes.ts";
import type { serveAlone } from "../serve.ts";

/** A program for `node -e` that loads our sources as jest does. */
export function programFor(file: string, call = ""): string {
  return `
    const { readFileSync } = require("node:fs");
    const { transformSync } = require(${JSON.stringify(require.resolve("@swc/core"))});
    require.extensions[".ts"] = require.extensions[".mjs"] = (module, filename) => {
      const { code } = transformSync(readFileSync(filename, "utf8"), {
        filename,
        jsc: { target: "es2022", parser: { syntax: "typescript", importAttributes: true } },
        module: { type: "commonjs" },
      });
      module._compile(code, filename);
    };
    require(${JSON.stringify(file)})${call};`;
}

/** Runs one of our source files in a process of its own. */
export function spawnSource(
  file: string,
  { call, env = {} }: { call?: string; env?: Record<string, string> } = {},
): ChildProcess {
  return spawn(process.execPath, ["--conditions=source", "-e", programFor(file, call)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** Serves the API in a process of its own, which can be killed. */
export async function startProcess(options: Parameters<typeof serveAlone>[0]) {
  const child = spawnSource(resolve(__dirname, "../serve.ts"), {
    call: `.serveAlone(${JSON.stringify(options)})`,
  });
  const [url] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [unknown];
  if (typeof url !== "string") throw new Error(`the process has ended before it served (${url})`);
  return { url, kill: () => endProcess(child, "SIGKILL") };
}

/**
 * Such a process that is killed at its next write of a collection, once `arm` was called; the write is lost.
 * @param options `uri` is that of the tests' database
 */
export async function startMortal(options: Parameters<typeof serveAlone>[0], collection: string) {
  let isArmed = false;
  let ended: Promise<unknown> | undefined;
  const proxy = await startKillingProxy(options.uri, [collection], () => {
    if (isArmed) ended ??= running.kill();
    return !isArmed;
  });
  const running = await startProcess({ ...options, uri: proxy.uri });
  return {
    url: running.url,
    arm() {
      isArmed = true;
    },
    /** Whether a write has killed it; it has ended in any case. */
    async end(): Promise<boolean> {
      const wasKilled = ended !== undefined;
      await (ended ?? running.kill());
      proxy.stop();
      return wasKilled;
    },
  };
}

const server = resolve(__dirname, "../../src/server.ts");

/**
 * Starts the product in a process of its own, with these variables and no other setting, and stops it as soon as it serves.
 * @returns its exit code, what it has written to its error output, and whether it has served
 */
export async function runServer(env: Record<string, string>) {
  const child = spawn(process.execPath, ["--conditions=source", "-e", programFor(server)], {
    // The compiler that loads the sources has its cache below HOME.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [said, served] = ["", false];
  child.stderr.setEncoding("utf8").on("data", (more) => {
    said += more;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (!text.includes("serves on")) return;
    served = true;
    child.kill("SIGTERM");
  });
  const [code]: (number | null)[] = await once(child, "close");
  return { code, said, served };
}
