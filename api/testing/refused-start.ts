import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { programFor } from "./source-process.ts";

const server = resolve(__dirname, "../src/server.ts");

/**
 * Starts the product in a process of its own, with these variables alone.
 * @returns its exit code, and what it has written to its error output
 */
export async function refusedStart(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ["--conditions=source", "-e", programFor(server)], {
    env: { PATH: process.env.PATH, PORT: "0", LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (more) => {
    said += more;
  });
  const [code] = await once(child, "close");
  return { code, said };
}
