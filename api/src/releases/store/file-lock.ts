import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import { ReleaseError, unwritable } from "./release-error.ts";

const waitSeconds = 10;
/** Exit code of `flock` after a timeout. */
const timeUp = 1;

/** Serialises the writers of this process where the machine has no `flock`. */
const queue = createKeyedQueue();

/**
 * Runs one writer at a time, of all processes. The kernel holds the lock, taken by `flock` on a file that stays open here,
 * and releases it when the process ends in any way, so no clock decides whether its holder is dead.
 * @param file created where it is missing, never removed: a removed file could be locked twice
 * @throws ReleaseError where another writer holds it for 10 s, or the file cannot be created
 */
export function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  return queue.acquire(file, async () => {
    const handle = await open(file, "a", 0o600).catch((error) => {
      throw unwritable(error);
    });
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
  // Without `flock` only the writers of this process are serialised.
  const [code] = await ended.catch((): [null] => [null]);
  if (code === timeUp) {
    throw new ReleaseError("busy", {
      seconds: waitSeconds,
    });
  }
}
