import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { onOneLine } from "../config/quoted.ts";
import { makeFolder } from "./make-folder.ts";
import { closeContents, closeFolder } from "./private-folder.ts";
import { DatabaseStartError } from "./start-error.ts";

/**
 * Locks a data folder for this process; creates the folder where it is missing. The kernel holds the lock: only one of
 * two simultaneous starts gets it, and it ends with the process in every case. Node.js has no call for it, so the
 * command `flock` locks a file that stays open here. Where there is no `flock`, the engine's own lock still keeps a
 * second engine from starting.
 * @returns releases the folder
 * @throws DatabaseStartError naming the process that has the lock
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, "lock");
  const descriptor = open(folder, file);
  const { status } = spawnSync("flock", ["-x", "-n", "3"], {
    stdio: ["ignore", "ignore", "ignore", descriptor],
  });
  if (status === 1) {
    closeSync(descriptor);
    throw folderInUse(folder, readFileSync(file, "utf8"));
  }
  closeContents(folder);
  ftruncateSync(descriptor);
  writeSync(descriptor, `${process.pid}\n`, 0);
  return () => closeSync(descriptor);
}

/** The error where another process has the folder. `holder` is the lock file's content: a process id, or nothing. */
export function folderInUse(folder: string, holder: string): DatabaseStartError {
  const pid = Number.parseInt(holder, 10);
  const who = Number.isNaN(pid) ? "" : ` (process ${pid})`;
  return new DatabaseStartError(
    `Another Souffleur${who} is running on the data folder ${onOneLine(resolve(folder))}. Stop it, or set DATA_DIR to another folder.`,
  );
}

function open(folder: string, file: string): number {
  try {
    makeFolder(resolve(folder), 0o700);
    closeFolder(folder);
    return openSync(file, "a", 0o600);
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(`DATA_DIR cannot be used: ${onOneLine(reason)}.`);
  }
}
