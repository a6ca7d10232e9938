import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Connection } from "mongoose";
import { createLogger } from "../logger.ts";
import { testPassword } from "../people.fixture.ts";
import { startApp } from "../testing.ts";
import { backUp, restore } from "./backup.ts";
import { connectDatabase } from "./connect.ts";
import { startEmbeddedEngine } from "./embedded-engine.ts";

const log = createLogger("silent");

describe("a backup of the embedded database", () => {
  let folder: string;
  let file: string;
  let email: string;
  let documents: number;

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
    const found = await connection.db?.listCollections({}, { nameOnly: true }).toArray();
    const entries = (found ?? []).map(async ({ name }) => [
      name,
      await connection.collection(name).indexes(),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "souffleur-backup-"));
    file = join(folder, "souffleur.backup");
    await withDatabase("original", async (connection) => {
      const api = await startApp({ connection });
      ({ email } = await api.createUser());
      await connection.collection("things").insertMany(Array.from({ length: 1200 }, (_, n) => ({ n })));
      await api.close();
    });
    await writeFile(join(dataDir("original"), "secret"), "a-secret-that-was-made-for-this-folder-alone\n");
    ({ documents } = await backUp({ dataDir: dataDir("original"), file, log }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const refusal = (name: string, from: string) =>
    restore({ dataDir: dataDir(name), file: from, log }).then(
      () => "restored",
      (error: Error) => error.message,
    );

  it("brings everything back: documents, indexes, the secret, and a sign-in with the old password", async () => {
    expect(await restore({ dataDir: dataDir("copy"), file, log })).toEqual({ documents });
    const before = await withDatabase("original", indexesOf);
    await withDatabase("copy", async (connection) => {
      expect(await indexesOf(connection)).toEqual(before);
      expect(await connection.collection("things").countDocuments()).toBe(1200);
      const [user] = await connection.collection("users").find({ email }).toArray();
      expect(user?.createdAt).toBeInstanceOf(Date);
      const api = await startApp({ connection });
      const { status } = await api.request("POST", "/api/auth/login", {
        body: { email, password: testPassword },
      });
      expect(status).toBe(200);
      await api.close();
    });
    expect(await readFile(join(dataDir("copy"), "secret"), "utf8")).toMatch(/^a-secret-that-was-made/);
  });

  it("is for its owner's eyes alone", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("overwrites no database", async () => {
    expect(await refusal("original", file)).toMatch(/has a database already/);
  });

  it("is refused whole where it is cut off, damaged or none, and leaves nothing behind", async () => {
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
    for (const [name, content] of Object.entries(broken)) {
      const bad = join(folder, "bad.backup");
      await writeFile(bad, content);
      expect([name, await refusal("fresh", bad)]).toEqual([name, expect.stringContaining("bad.backup")]);
      expect(await readdir(dataDir("fresh"))).toEqual(["lock"]);
    }
    expect(await refusal("fresh", join(folder, "missing.backup"))).toMatch(/missing\.backup cannot be read/);
  });

  it("waits for nobody: while something runs on the folder it says so", async () => {
    await withDatabase("original", async () => {
      await expect(backUp({ dataDir: dataDir("original"), file, log })).rejects.toThrow(
        `Another Souffleur (process ${process.pid}) is running`,
      );
    });
  });

  it("takes up a restore that was killed half-way from its beginning", async () => {
    await withDatabase(join("killed", "restoring-abc"), async (connection) => {
      await connection.collection("things").insertOne({ n: 0 });
    });
    await restore({ dataDir: dataDir("killed"), file, log });
    expect((await readdir(dataDir("killed"))).sort()).toEqual(["db", "lock", "secret"]);
  });
});
