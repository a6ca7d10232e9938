import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runServer } from "../../testing/processes/source-process.ts";
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

  // In a process of its own: jest's `process.env` is a copy, which the system's temporary folder does not follow.
  test("TMPDIR may be long and odd", async () => {
    const place = join(folder, odd.long, Object.values(odd).slice(1).join(" "));
    mkdirSync(place, { recursive: true });
    const result = await runServer({ DATA_DIR: join(folder, "data"), TMPDIR: place });
    expect(result).toEqual({ code: 0, said: "", served: true });
    expect(readdirSync(place)).toEqual([]);
  });

  test("DATA_DIR may be long and odd", async () => {
    const dataDir = join(folder, ...Object.values(odd));
    await start(dataDir);
    expect(statSync(join(dataDir, "db")).isDirectory()).toBe(true);
  });

  test("the first place that can have a private socket is used, and the others stay as they were", async () => {
    const places = Object.values(odd).map((name) => join(folder, name));
    for (const place of places) mkdirSync(place, { recursive: true });
    const good = mkdtempSync("/tmp/sfl-good-");
    const made = await createRunFolder([
      undefined,
      ...places,
      join(folder, "none"),
      "no/such/place",
      "/etc/hostname",
      "/proc",
      good,
    ]);
    expect(dirname(made)).toBe(good);
    for (const place of [made, ...places]) expect(readdirSync(place)).toEqual([]);
    rmSync(good, { recursive: true });
  });

  test("no place at all is one line that says what to set", async () => {
    const refusal = await createRunFolder(["/proc", join(folder, "none")]).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(DatabaseStartError);
    expect((refusal as Error).message).toMatch(
      /^TMPDIR is set to ".*", and neither .* Set TMPDIR to a folder .*\.$/,
    );
  });

  test.each(["/proc/none", `/tmp/${"x".repeat(300)}`, "/etc/hostname", "/etc/hostname/below"])(
    "DATA_DIR is refused in one line that names it: %s",
    async (dataDir) => {
      await expect(startEmbeddedEngine({ dataDir, log })).rejects.toThrow(/^[^\n]*DATA_DIR[^\n]*$/);
    },
  );

  test.each<Record<string, string>>([
    { DATA_DIR: "/proc/none" },
    // Without the embedded engine the folder has the secret alone.
    { DATA_DIR: "/etc/hostname", MONGODB_URI: "mongodb://127.0.0.1:1" },
  ])("%j ends the start by such a line", async (settings) => {
    expect(await runServer(settings)).toEqual({
      code: 1,
      served: false,
      said: expect.stringMatching(/^[^\n]*DATA_DIR[^\n]*\n$/),
    });
  });
});
