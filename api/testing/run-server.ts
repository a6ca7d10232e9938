import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { programFor } from "./source-process.ts";

const server = resolve(__dirname, "../src/server.ts");

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
