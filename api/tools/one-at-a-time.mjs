import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { root } from "./run-step.mjs";

/**
 * Runs the work while no other process runs work of this name, so that two commands never install or build into the
 * same folders at once. The lock is the kernel's, which ends with its process. Node.js has no call for it, so `flock`
 * locks a file that this process keeps open; on a machine without `flock` there is no lock.
 * @param {string} name
 * @param {() => Promise<void>} work
 * @param {string} [folder] of the lock file
 */
export async function oneAtATime(name, work, folder = path.join(root, ".cache")) {
  mkdirSync(folder, { recursive: true });
  const descriptor = openSync(path.join(folder, `${name}.lock`), "a");
  try {
    const asking = spawn("flock", ["-x", "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
    await once(asking, "exit").catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
    await work();
  } finally {
    closeSync(descriptor);
  }
}
