import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import { ReleaseError } from "./release-error.ts";

const waitSeconds = 10;
/** What `flock` ends with where the time is up. */
const timeUp = 1;

/** Keeps the writers of this process apart where the machine has no `flock`. */
const queue = createKeyedQueue();

/**
 * One writer at a time, of all processes. The lock is the kernel's, asked for by `flock` on a file that stays
 * open here: it is gone with the process, however that ended, and no clock decides whether a holder is dead.
 * @param file made where it is missing, never removed: a removed file could be locked twice
 * @throws ReleaseError where another writer keeps it for 10 s
 */
export function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  return queue.run(file, async () => {
    const handle = await open(file, "a", 0o600);
    try {
      await lock(handle.fd);
      return await work();
    } finally {
      await handle.close();
    }
  });
}

async function lock(descriptor: number): Promise<void> {
  const child = spawn("flock", ["-x", "-w", String(waitSeconds), "3"], {
    stdio: ["ignore", "ignore", "ignore", descriptor],
  });
  const ended = once(child, "exit") as Promise<[number | null]>;
  // A machine without `flock` keeps apart what this process does, and no more.
  const [code] = await ended.catch((): [null] => [null]);
  if (code === timeUp) {
    throw new ReleaseError(
      `Another release has been written for ${waitSeconds} s. Try again when it is done.`,
    );
  }
}
