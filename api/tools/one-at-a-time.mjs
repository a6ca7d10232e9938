import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { root } from "./run-step.mjs";

/**
 * Two commands started together must not install or build into the same folders: the second waits.
 * The lock is the kernel's, so it is gone with the process that has it, however that ended. Node.js cannot ask
 * for one: `flock` asks for it on a file that stays open here. Where there is no `flock`, nobody waits.
 * @param {string} name
 * @param {() => Promise<void>} work
 * @param {string} [folder] where the lock's file is
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
