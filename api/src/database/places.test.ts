import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runServer } from "../../testing/run-server.ts";
import { createLogger } from "../http/logger.ts";
import { connectDatabase } from "./connect.ts";
import { startEmbeddedEngine } from "./embedded-engine.ts";
import { createRunFolder } from "./run-folder.ts";
import { DatabaseStartError } from "./start-error.ts";

const log = createLogger("silent");
const odd = {
  long: "a-folder-with-a-long-name/".repeat(8),
  spaced: "a folder",
  percent: "50%41%zz",
  accents: "données-été-日本",
  quotes: `it's "one"#?&:@`,
  "a line break": "one\ntwo",
};

describe("places", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "souffleur-places-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts on these places, keeps a document, and returns the folder of the socket. */
  const start = async (dataDir: string) => {
    const engine = await startEmbeddedEngine({ dataDir, log });
    try {
      const connection = await connectDatabase(engine.uri, log);
      await connection.collection("things").insertOne({ name: "kept" });
      expect(await connection.collection("things").countDocuments()).toBe(1);
      await connection.close();
      const socket = dirname(decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(engine.uri)?.[1] ?? ""));
      const { uid, mode } = lstatSync(socket);
      expect([uid, mode & 0o777]).toEqual([process.getuid?.(), 0o700]);
      return socket;
    } finally {
      await engine.close();
    }
  };

  // In processes of their own: jest's `process.env` is a copy, which the system's temporary folder does not follow.
  test.each([
    ...Object.entries(odd).map(([what, name]) => [what, () => join(folder, name)] as const),
    ["missing", () => join(folder, "none")] as const,
    ["a file", () => "/etc/hostname"] as const,
    ["read-only", () => "/proc"] as const,
    ["a relative path that is missing", () => "no/such/place"] as const,
  ])("TMPDIR may be %s", async (what, place) => {
    if (what in odd) mkdirSync(place(), { recursive: true });
    const result = await runServer({ DATA_DIR: join(folder, "data"), TMPDIR: place() });
    expect(result).toEqual({ code: 0, said: "", served: true });
    if (what in odd) expect(readdirSync(place())).toEqual([]);
  });

  test.each(Object.entries(odd))("DATA_DIR may be %s", async (_what, name) => {
    const dataDir = join(folder, name);
    await start(dataDir);
    expect(statSync(join(dataDir, "db")).isDirectory()).toBe(true);
  });

  test("the first place that can have a private socket is used, and the others stay as they were", async () => {
    const places = ["long", "spaced"].map((what) => join(folder, odd[what as keyof typeof odd]));
    const good = mkdtempSync("/tmp/sfl-good-");
    const made = await createRunFolder([undefined, ...places, join(folder, "none"), good]);
    expect(dirname(made)).toBe(good);
    expect(readdirSync(made)).toEqual([]);
    rmSync(good, { recursive: true });
  });

  test("no place at all is one line that says what to set", async () => {
    const refusal = await createRunFolder(["/proc", join(folder, "none")]).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(DatabaseStartError);
    expect((refusal as Error).message).toMatch(
      /^TMPDIR is set to ".*", and neither .* Set TMPDIR to a folder .*\.$/,
    );
  });

  test.each<Record<string, string>>([
    { DATA_DIR: "/proc/none" },
    { DATA_DIR: `/tmp/${"x".repeat(300)}` },
    { DATA_DIR: "/etc/hostname/below" },
    // Without the embedded engine the folder has the secret alone.
    { DATA_DIR: "/proc/none", MONGODB_URI: "mongodb://127.0.0.1:1" },
    { DATA_DIR: "/etc/hostname", MONGODB_URI: "mongodb://127.0.0.1:1" },
  ])("%j ends the start in one line that names DATA_DIR", async (settings) => {
    expect(await runServer(settings)).toEqual({
      code: 1,
      served: false,
      said: expect.stringMatching(/^[^\n]*DATA_DIR[^\n]*\n$/),
    });
  });
});
