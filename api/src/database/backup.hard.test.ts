import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Release } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import { startApp } from "../../testing/app.ts";
import { writeBuild } from "../../testing/built-remotes.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { testPassword } from "../../testing/people/people.ts";
import { runCommand } from "../../testing/processes/run-command.ts";
import { createLogger } from "../http/logger.ts";
import { openRegistry } from "../releases/store/registry.ts";
import { backUp, fill, restore } from "./backup.ts";
import { connectDatabase } from "./connect.ts";
import { startEmbeddedEngine } from "./embedded-engine.ts";

const log = createLogger("silent");

describe("a backup of the embedded database", () => {
  let folder: string;
  let file: string;
  let email: string;
  let documents: number;
  let released: Release;

  const dataDir = (name: string) => join(folder, name);

  async function withDatabase<T>(name: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const engine = await startEmbeddedEngine({ dataDir: dataDir(name), log });
    const connection = await connectDatabase(engine.uri, log);
    try {
      return await work(connection);
    } finally {
      await connection.close();
      await engine.close();
    }
  }

  async function indexesOf(connection: Connection): Promise<Record<string, object[]>> {
    const collections = (await connection.db?.collections()) ?? [];
    const entries = collections.map(async (one) => [one.collectionName, await one.indexes()]);
    return Object.fromEntries(await Promise.all(entries));
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "souffleur-backup-"));
    file = join(folder, "souffleur.backup");
    await withDatabase("original", async (connection) => {
      const api = await startApp({ connection });
      ({ email } = await api.createUser());
      const build = join(folder, "build");
      released = await writeBuild(build, "mfe-admin", "a released file");
      const registry = openRegistry(connection, log);
      await registry.activate([await registry.publish(build)]);
      await connection.collection("things").insertMany(Array.from({ length: 1200 }, (_, n) => ({ n })));
      await api.close();
    });
    await writeFile(join(dataDir("original"), "secret"), "a-secret-that-was-made-for-this-folder-alone\n");
    ({ documents } = await backUp({ dataDir: dataDir("original"), file, log }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const messageOf = (work: Promise<unknown>) =>
    work.then(() => "restored").catch((error: Error) => error.message);
  const refusal = (name: string, from: string) =>
    messageOf(restore({ dataDir: dataDir(name), file: from, log }));
  /** Uses the tests' running engine: to start an engine for each wrong file took most of the time. */
  const refusalOfContent = async (from: string) => {
    const { connection, close } = await testDatabase();
    try {
      if (connection.db === undefined) throw new Error("not connected");
      return await messageOf(fill(connection.db, from));
    } finally {
      await close();
    }
  };

  test("restores everything: documents, indexes, the secret, releases, and a sign-in with the old password", async () => {
    expect(await restore({ dataDir: dataDir("copy"), file, log })).toEqual({ documents });
    const before = await withDatabase("original", indexesOf);
    await withDatabase("copy", async (connection) => {
      expect(await indexesOf(connection)).toEqual(before);
      expect(await connection.collection("things").countDocuments()).toBe(1200);
      const [user] = await connection.collection("users").find({ email }).toArray();
      expect(user?.createdAt).toBeInstanceOf(Date);
      const api = await startApp({ connection });
      const body = { email, password: testPassword };
      expect((await api.request("POST", "/api/auth/login", { body })).status).toBe(200);
      await api.close();
      const registry = openRegistry(connection, log);
      expect((await registry.latest()).remotes["mfe-admin"]?.version).toBe(released.version);
      const hash = await registry.hashAt("mfe-admin", released.entry);
      expect((await registry.content(hash ?? ""))?.body.toString()).toBe("a released file");
    });
    expect(await readFile(join(dataDir("copy"), "secret"), "utf8")).toMatch(/^a-secret-that-was-made/);
  });

  test("is not restored over an existing database", async () => {
    expect(await refusal("original", file)).toMatch(/has a database already/);
  });

  test("is refused where it is truncated, damaged or no backup, and then nothing is left behind", async () => {
    const whole = await readFile(file);
    const text = gunzipSync(whole).toString("utf8");
    const lines = text.trimEnd().split("\n");
    const broken: Record<string, Buffer> = {
      "cut off": whole.subarray(0, whole.length / 2),
      "without its end": gzipSync(lines.slice(0, -1).join("\n")),
      "without a document": gzipSync(
        lines.filter((line) => !line.includes('"n":{"$numberInt":"7"}')).join("\n"),
      ),
      "no backup": gzipSync('{"a":1}\n'),
      "no gzip": Buffer.from("hello"),
      empty: Buffer.alloc(0),
    };
    const bad = join(folder, "bad.backup");
    for (const [name, content] of Object.entries(broken)) {
      await writeFile(bad, content);
      expect([name, await refusalOfContent(bad)]).toEqual([name, expect.stringContaining("bad.backup")]);
    }
    await writeFile(bad, broken["without its end"] ?? "");
    expect(await refusal("fresh", bad)).toContain("bad.backup");
    expect(await readdir(dataDir("fresh"))).toEqual(["lock"]);
    expect(await refusal("fresh", join(folder, "missing.backup"))).toMatch(/missing\.backup cannot be read/);
  });

  test("is refused in one line of text where one of its lines is wrong", async () => {
    const first = '{"souffleurBackup":1,"takenAt":"2026-01-01T00:00:00Z"}';
    const collection = (name: unknown, indexes: unknown = []) =>
      JSON.stringify({ collection: name, indexes });
    const end = (count: number) => JSON.stringify({ end: { documents: count } });
    const deep = `{"document":{"_id":1,"a":${"[".repeat(5000)}${"]".repeat(5000)}}}`;
    const wrong: Record<string, string[]> = {
      "no JSON": [first, '{"secret-\u001b[31m'],
      "a system's collection": [first, collection("system.users"), end(0)],
      "a collection's name with a dollar": [first, collection("a$b"), end(0)],
      "a collection's name with a zero": [first, collection("a\0b"), end(0)],
      "a long collection's name": [first, collection("x".repeat(5000)), end(0)],
      "a collection's name of another type": [first, collection({ $ne: 1 }), end(0)],
      "a collection twice": [first, collection("things"), collection("things"), end(0)],
      "an index of nothing": [first, collection("things", [{}]), end(0)],
      "an index of a wrong kind": [first, collection("things", [{ name: "n", key: { n: "no" } }]), end(0)],
      "a document before its collection": [first, '{"document":{"_id":1}}', end(1)],
      "a document twice": [first, collection("things"), ...Array(2).fill('{"document":{"_id":1}}'), end(2)],
      "a document too deep": [first, collection("things"), deep, end(1)],
      "a value that is none": [first, collection("things"), '{"document":{"_id":{"$oid":"x"}}}', end(1)],
      "more after the end": [first, end(0), collection("things"), end(0)],
      "two beginnings": [first, first, end(0)],
      "an end that is none": [first, '{"end":{"documents":"0"}}'],
      "a list": [first, "[]"],
    };
    const bad = join(folder, "wrong.backup");
    for (const [what, lines] of Object.entries(wrong)) {
      await writeFile(bad, gzipSync(lines.join("\n")));
      expect([what, await refusalOfContent(bad)]).toEqual([
        what,
        expect.stringMatching(/^[^\n\p{Cc}]*wrong\.backup [^\n\p{Cc}]{1,300}$/u),
      ]);
    }
  });

  test("that is refused ends the command with one line and exit code 1", async () => {
    const bad = join(folder, "name.backup");
    const lines = [
      '{"souffleurBackup":1,"takenAt":""}',
      '{"collection":"a$b","indexes":[]}',
      '{"end":{"documents":0}}',
    ];
    await writeFile(bad, gzipSync(lines.join("\n")));
    for (const file of [bad, join(folder, "nowhere.backup"), folder]) {
      const { ok, output } = await runCommand("api/commands/database", ["restore", file], {
        DATA_DIR: dataDir("command"),
      });
      expect(ok).toBe(false);
      expect(output).toMatch(/^.+ cannot be re(?:ad|stored) \(.+\)\.$/);
    }
  }, 60_000);

  test("is read in time linear in its length, even where it is one line", async () => {
    const long = join(folder, "long.backup");
    const line = `{"document":{"x":"${"a".repeat(70_000_000)}"}}`;
    await writeFile(long, gzipSync(line, { level: 1 }));
    expect(await refusalOfContent(long)).toMatch(/line 1: it has more than 67108864 characters/);
  }, 60_000);

  test("is refused at once while another process has the folder", async () => {
    await withDatabase("original", async () => {
      await expect(backUp({ dataDir: dataDir("original"), file, log })).rejects.toThrow(
        `Another Souffleur (process ${process.pid}) is running`,
      );
    });
  });

  test("is restored from its beginning after a restore was killed", async () => {
    await withDatabase(join("killed", "restoring-abc"), async (connection) => {
      await connection.collection("things").insertOne({ n: 0 });
    });
    await restore({ dataDir: dataDir("killed"), file, log });
    expect((await readdir(dataDir("killed"))).sort()).toEqual(["db", "lock", "secret"]);
  });
});
