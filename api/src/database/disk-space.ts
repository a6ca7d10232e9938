import { existsSync, readdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onOneLine } from "../config/quoted.ts";
import { isDiskFull, setDiskFull } from "../disk-full.ts";
import type { Logger } from "../http/logger.ts";

const megabyte = 1024 * 1024;
/** To start: a database begins with 30 MB, and what is in the journal is written once more. */
const startBytes = 64 * megabyte;
/** The engine builds no index with less than this (`indexBuildMinAvailableDiskSpaceMB`), and a new database has over a hundred. */
const indexBytes = 500 * megabyte;
/** While it runs: the engine must end before its journal finds no space, at which it aborts. */
const runBytes = 32 * megabyte;
/** Each collection and each index is a file. */
const startFiles = 500;
const runFiles = 50;

/**
 * What the disk of the embedded database's folder lacks, in one line that says what a start needs.
 * @param purpose what there must be enough for: a start, or to go on
 * @returns undefined where there is enough, or the system does not say
 */
export async function diskShortage(dataDir: string, purpose: "start" | "run"): Promise<string | undefined> {
  const folder = existing(resolve(dataDir));
  const found = await statfs(folder).catch(() => undefined);
  // Those of the kernel have no space of their own.
  if (found === undefined || found.blocks === 0) return undefined;
  const free = found.bavail * found.bsize;
  const isNew = !existsSync(join(dataDir, "db"));
  const needed = startBytes + (isNew ? indexBytes : journalBytes(dataDir));
  const full = `The disk with the data folder ${onOneLine(folder)} is full`;
  if (free < (purpose === "start" ? needed : runBytes))
    return `${full}: ${Math.floor(free / megabyte)} MB are free, and the database needs ${Math.ceil(needed / megabyte)} MB.`;
  // Some file systems make room for files as they are created, and count none.
  const isShort = found.files > 0 && found.ffree < (purpose === "start" ? startFiles : runFiles);
  if (isShort) return `${full}: ${found.ffree} more files fit, and the database needs ${startFiles}.`;
  return undefined;
}

function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

function journalBytes(dataDir: string): number {
  const journal = join(dataDir, "db", "journal");
  try {
    return readdirSync(journal).reduce((sum, name) => sum + statSync(join(journal, name)).size, 0);
  } catch {
    return 0;
  }
}

const everyMs = 1000;

/**
 * Watches the disk while the engine runs.
 * @param kill ends it at once, before it aborts: what it has acknowledged is in its journal, and a last checkpoint would need
 * space. It is started again as after any other death, once there is room
 */
export function createDiskWatch(dataDir: string, log: Logger, kill: () => void) {
  let timer: NodeJS.Timeout | undefined;
  /** Reports it once, until there was room again. */
  async function isShort(): Promise<boolean> {
    const shortage = isDiskFull() ? undefined : await diskShortage(dataDir, "run");
    // The engine's end and the watch may ask at once.
    if (isDiskFull()) return true;
    if (shortage === undefined) return false;
    setDiskFull(true);
    log.error(`${shortage} It waits until there is space.`);
    return true;
  }
  return {
    start(): void {
      const look = async () => {
        if (!isDiskFull() && (await isShort())) kill();
      };
      timer = setInterval(() => void look(), everyMs).unref();
    },
    isShort,
    /** Waits for what a start needs, where the disk was full. */
    async room(signal: AbortSignal): Promise<void> {
      while (isDiskFull() && !signal.aborted) {
        setDiskFull((await diskShortage(dataDir, "start")) !== undefined);
        if (isDiskFull()) await delay(everyMs, undefined, { signal }).catch(() => {});
      }
    },
    stop(): void {
      clearInterval(timer);
      setDiskFull(false);
    },
  };
}
