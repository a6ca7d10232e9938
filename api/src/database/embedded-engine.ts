import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { nodeForEngine } from "../../tools/programs/c-library.ts";
import { clock } from "../clock.ts";
import { onOneLine, quoted } from "../config/quoted.ts";
import type { Logger } from "../http/logger.ts";
import { createDiskWatch, diskShortage } from "./disk-space.ts";
import { folderInUse, lockFolder } from "./folder-lock.ts";
import { createRunFolder } from "./run-folder.ts";
import { DatabaseStartError } from "./start-error.ts";

/** The one message of the engine's process to its parent. */
export type EngineReport = { ready: string } | { failed: string };

export interface EmbeddedEngine {
  /** Stays the same when the engine is restarted. */
  uri: string;
  /** Ends the engine when its running commands are done. A second call waits for the first. */
  close(): Promise<void>;
  /** The engine's process id, while it runs. */
  pid(): number | undefined;
  /** The error of a start that a full disk has stopped. */
  fullDisk(): Promise<DatabaseStartError | undefined>;
}

/** When a parent is killed, its engine releases the folder within 5 s. */
const predecessorLimitMs = 6000;
const closeLimitMs = 8000;
const stderrKept = 2000;
/** After an engine has run this long, its next restart is immediate again. */
const steadyAfterMs = 10_000;
const backoffMinMs = 100;
const backoffMaxMs = 5000;

/** Has the engine's address while it runs, for commands of the same user; the data folder is private. */
export const addressFile = "engine-address";

const entry = fileURLToPath(new URL("./engine-process.mjs", import.meta.url));

interface Options {
  /** The folder that holds `db`; created where it is missing. */
  dataDir: string;
  log: Logger;
  /** Called with a line of text before something is downloaded. */
  onNotice?: (line: string) => void;
}

/**
 * Runs the MongoDB engine on `dataDir` in a child process and restarts it when it dies.
 * @throws DatabaseStartError where another process has the folder, or the engine cannot start
 */
export async function startEmbeddedEngine({ dataDir, log, onNotice }: Options): Promise<EmbeddedEngine> {
  const full = await fullDisk(dataDir, "start");
  if (full !== undefined) throw full;
  const unlock = lockFolder(dataDir);
  const directory = resolve(dataDir, "db");
  // Not in dataDir, whose path may be longer than that of a Unix socket.
  const runDir = await createRunFolder().catch((thrown: unknown) => {
    unlock();
    throw thrown;
  });
  // The engine's socket has a new name at each start; clients use this link to it.
  const socketPath = join(runDir, "engine.sock");
  const stopped = new AbortController();
  let child: ChildProcess | undefined;
  let relaunching: Promise<void> | undefined;
  const disk = createDiskWatch(dataDir, log, () => child?.kill("SIGKILL"));
  let closed: Promise<void> | undefined;

  async function launch(): Promise<void> {
    const { command, args } = await nodeForEngine(onNotice).catch((error: Error) => {
      throw new DatabaseStartError(error.message);
    });
    const started = spawn(command, [...args, entry, directory, runDir], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // The server's environment holds secrets, which the engine must not get.
      env: { PATH: process.env.PATH, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH, TMPDIR: runDir },
    });
    const complaint = tail(started);
    const report = await firstReport(started);
    if ("failed" in report) {
      await gone(started);
      throw new StartFailure(report.failed || complaint() || "it exited without output");
    }
    point(socketPath, report.ready);
    child = started;
    const since = clock.ms();
    started.once("exit", (code, signal) => {
      child = undefined;
      if (stopped.signal.aborted) return;
      relaunching = relaunch(clock.ms() - since > steadyAfterMs ? 0 : backoffMinMs, () =>
        log.error({ code, signal, complaint: complaint() }, "the database engine died and is restarted"),
      );
    });
  }

  /** @param died reports why it does so, unless that is a full disk, at which the engine ends without a word */
  async function relaunch(waitMs: number, died: () => void): Promise<void> {
    if (!(await disk.isShort())) died();
    await disk.room(stopped.signal);
    for (let wait = waitMs; !stopped.signal.aborted; wait = Math.min(backoffMaxMs, wait * 2 + backoffMinMs)) {
      try {
        await delay(wait, undefined, { signal: stopped.signal });
        removeLeftovers(runDir);
        await launch();
        log.info({ pid: child?.pid }, "the database engine is back");
        return;
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (!(await disk.isShort()))
          log.error({ err: error }, "the database engine could not be restarted yet");
        await disk.room(stopped.signal);
      }
    }
  }

  async function shutDown(): Promise<void> {
    stopped.abort();
    disk.stop();
    await relaunching;
    await end(child);
    rmSync(runDir, { recursive: true, force: true });
    rmSync(join(dataDir, addressFile), { force: true });
    unlock();
  }

  // Not w=majority: with it this engine acknowledges writes before they are in the journal on disk.
  const uri = `mongodb://${encodeURIComponent(socketPath)}/souffleur?directConnection=true&retryWrites=false&w=1&journal=true`;

  try {
    await launchWhenFree(launch, directory);
    writeFileSync(join(dataDir, addressFile), uri, { mode: 0o600 });
    disk.start();
  } catch (error) {
    await shutDown();
    throw (await fullDisk(dataDir)) ?? error;
  }

  return {
    uri,
    pid: () => child?.pid,
    fullDisk: () => fullDisk(dataDir),
    close() {
      closed ??= shutDown();
      return closed;
    },
  };
}

/** The error of a start that has too little space on its disk, or was left with too little. */
async function fullDisk(dataDir: string, purpose: "start" | "run" = "run") {
  const shortage = await diskShortage(dataDir, purpose);
  if (shortage === undefined) return undefined;
  return new DatabaseStartError(`${shortage} Free some space, or set DATA_DIR to a folder on another disk.`);
}

class StartFailure extends Error {
  get inUse(): boolean {
    return this.message.includes("DBPathInUse");
  }
}

async function launchWhenFree(launch: () => Promise<void>, directory: string): Promise<void> {
  const giveUpAt = clock.ms() + predecessorLimitMs;
  for (;;) {
    try {
      return await launch();
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      if (!error.inUse) {
        throw new DatabaseStartError(
          `The embedded database cannot start on ${quoted(directory)} (${onOneLine(error.message.split("\n", 1)[0] ?? "")}). Set DATA_DIR to another folder, or MONGODB_URI to the address of a MongoDB server.`,
        );
      }
      if (clock.ms() > giveUpAt) throw folderInUse(resolve(directory, ".."), holder(directory));
      await delay(100);
    }
  }
}

/** The content of the engine's own lock file: its process id. */
function holder(directory: string): string {
  try {
    return readFileSync(join(directory, "mongod.lock"), "utf8");
  } catch {
    return "";
  }
}

async function firstReport(child: ChildProcess): Promise<EngineReport> {
  return new Promise((resolve) => {
    child.once("message", (report) => resolve(report as EngineReport));
    child.once("error", (error) => resolve({ failed: error.message }));
    // "close" comes after all output of the process has been read.
    child.once("close", () => resolve({ failed: "" }));
  });
}

/** Replaces the link in one step, so that clients always find it. */
function point(name: string, target: string): void {
  const next = `${name}.next`;
  rmSync(next, { force: true });
  symlinkSync(target, next);
  renameSync(next, name);
}

/** Removes the socket's folder of a killed engine. */
function removeLeftovers(runDir: string): void {
  for (const name of readdirSync(runDir)) {
    if (name.startsWith("embedded-mongodb-")) rmSync(join(runDir, name), { recursive: true, force: true });
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined) return;
  if (child.connected) child.disconnect();
  const force = setTimeout(() => child.kill("SIGKILL"), closeLimitMs);
  await gone(child);
  clearTimeout(force);
}

async function gone(child: ChildProcess): Promise<void> {
  const hasNotStarted = child.pid === undefined;
  if (hasNotStarted || child.exitCode !== null || child.signalCode !== null) return;
  await once(child, "exit");
}

/** The end of the process's error output, as far as it has been read. */
function tail(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    text = (text + more).slice(-stderrKept);
  });
  return () => text.trim();
}
