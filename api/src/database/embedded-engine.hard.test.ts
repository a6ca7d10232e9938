import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Connection } from "mongoose";
import { nodeForEngine } from "../../tools/programs/c-library.ts";
import { createLogger } from "../http/logger.ts";
import { connectDatabase } from "./connect.ts";
import { type EmbeddedEngine, startEmbeddedEngine } from "./embedded-engine.ts";
import { DatabaseStartError } from "./start-error.ts";

const log = createLogger("silent");

describe("the embedded engine", () => {
  const closing: (() => Promise<unknown>)[] = [];
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "souffleur-engine-"));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function start(): Promise<EmbeddedEngine> {
    const engine = await startEmbeddedEngine({ dataDir, log });
    closing.push(() => engine.close());
    return engine;
  }

  async function connect(engine: EmbeddedEngine): Promise<Connection> {
    const connection = await connectDatabase(engine.uri, log);
    closing.push(() => connection.close());
    return connection;
  }

  test("loses no acknowledged write when it is killed during writes, and connections survive its restart", async () => {
    const engine = await start();
    const first = enginePid(engine);
    const writes = (await connect(engine)).collection<{ _id: number }>("writes");
    const acknowledged: number[] = [];
    let next = 0;
    let refused = 0;
    const writer = async () => {
      while (acknowledged.length < 1500) {
        const _id = next++;
        try {
          await writes.insertOne({ _id });
          if (acknowledged.push(_id) === 500) process.kill(first, "SIGKILL");
        } catch {
          refused += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: 20 }, writer));

    expect(refused).toBeGreaterThan(0);
    expect(enginePid(engine)).not.toBe(first);
    const kept = new Set((await writes.find().toArray()).map(({ _id }) => _id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  test("refuses one of two simultaneous starts on a folder in one line", async () => {
    const starts = await Promise.allSettled([start(), start()]);
    expect(starts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refusal = starts.find((one) => one.status === "rejected")?.reason;
    expect(refusal).toBeInstanceOf(DatabaseStartError);
    expect(refusal.message).toBe(
      `Another Souffleur (process ${process.pid}) is running on the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  });

  test("refuses a folder that another process has locked, and uses it after that process is killed", async () => {
    const file = join(dataDir, "lock");
    const holder = spawn("flock", ["-x", file, "sh", "-c", `echo $$ > ${file}; echo locked; exec cat`], {
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(holder.stdout, "data");
    await expect(startEmbeddedEngine({ dataDir, log })).rejects.toThrow(/^Another Souffleur \(process \d+\)/);

    const released = once(holder.stdout, "close");
    process.kill(-Number(holder.pid), "SIGKILL");
    await released;
    expect(await readFile(file, "utf8")).toMatch(/^\d+\n$/);
    await expect(start()).resolves.toBeDefined();
  });

  test("ends when its parent is killed, and a new start waits for that", async () => {
    // A parent that can be killed alone, with the engine's process as its child.
    const { command, args } = await nodeForEngine();
    const entry = join(__dirname, "engine-process.mjs");
    const runDir = await mkdtemp(join(tmpdir(), "sfl-"));
    const engineArgs = [...args, entry, join(dataDir, "db"), runDir];
    const parent = spawn(
      process.execPath,
      [
        "-e",
        `const engine = require("node:child_process").spawn(${JSON.stringify(command)}, ${JSON.stringify(engineArgs)},
          { stdio: ["ignore", "inherit", "inherit", "ipc"], env: { TMPDIR: ${JSON.stringify(runDir)} } });
         engine.once("message", (report) => console.log(JSON.stringify(report)));`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    closing.push(async () => parent.kill("SIGKILL"));
    const [report] = await once(parent.stdout, "data");
    expect(JSON.parse(String(report))).toEqual({ ready: expect.stringContaining(runDir) });

    // The engine has inherited the parent's output, which closes when both have ended.
    const bothEnded = once(parent.stdout, "close");
    parent.kill("SIGKILL");
    await start();
    await bothEnded;
    expect(existsSync(runDir)).toBe(false);
  });

  test("ignores the signals of a terminal, which also reach its parent", async () => {
    const engine = await start();
    const pid = enginePid(engine);
    const connection = await connect(engine);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(pid, signal);
    await connection.collection("things").insertOne({ name: "still there" });
    expect(enginePid(engine)).toBe(pid);
  });

  test("has its folder on its command line and none of the server's secrets in its environment", async () => {
    process.env.JWT_SECRET = "not for the engine";
    const pid = enginePid(await start());
    delete process.env.JWT_SECRET;
    expect(await readFile(`/proc/${pid}/cmdline`, "utf8")).toContain(`\0${join(dataDir, "db")}\0`);
    expect(await readFile(`/proc/${pid}/environ`, "utf8")).not.toContain("not for the engine");
  });

  test("leaves no process and no socket behind when it is closed", async () => {
    const engine = await startEmbeddedEngine({ dataDir, log });
    const pid = enginePid(engine);
    const socket = decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(engine.uri)?.[1] ?? "");
    expect(existsSync(socket)).toBe(true);
    await Promise.all([engine.close(), engine.close()]);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(existsSync(dirname(socket))).toBe(false);
    expect(engine.pid()).toBeUndefined();
  });
});

function enginePid(engine: EmbeddedEngine): number {
  const pid = engine.pid();
  if (pid === undefined) throw new Error("there is no engine");
  return pid;
}
