import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveSecrets } from "../crypto/signing-keys.ts";
import { createLogger } from "../http/logger.ts";
import { backUp, restore } from "./backup.ts";
import { connectDatabase } from "./connect.ts";
import { startEmbeddedEngine } from "./embedded-engine.ts";
import { closeFolder } from "./private-folder.ts";

const log = createLogger("silent");

describe("what only the product's user may read", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "souffleur-private-"));
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The path, and all below it, that others could read, write or enter. */
  const open = (path: string): string[] => {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return [];
    const below = found.isDirectory() ? readdirSync(path).flatMap((name) => open(join(path, name))) : [];
    return (found.mode & 0o077) === 0 ? below : [`${(found.mode & 0o777).toString(8)} ${path}`, ...below];
  };
  const write = async (dataDir: string) => {
    const engine = await startEmbeddedEngine({ dataDir, log });
    const connection = await connectDatabase(engine.uri, log);
    await connection.collection("things").insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
    await connection.collection("things").createIndex({ n: 1 });
    await resolveSecrets({ secrets: [], DATA_DIR: dataDir });
    const socket = decodeURIComponent(/\/\/([^/]+)\//.exec(engine.uri)?.[1] ?? "");
    const seen = [...open(dataDir), ...open(join(socket, ".."))];
    await connection.close();
    await engine.close();
    return [...seen, ...open(dataDir)];
  };

  test("includes all that the database and the start create, even in a folder that existed with mode 0755", async () => {
    expect(await write(folder)).toEqual([]);
    expect(await write(join(folder, "made"))).toEqual([]);
    expect(readdirSync(join(folder, "db")).length).toBeGreaterThan(5);
  });

  test("includes what a copy has left readable", async () => {
    await write(folder);
    const loosen = (path: string) => {
      const directory = lstatSync(path).isDirectory();
      chmodSync(path, directory ? 0o755 : 0o644);
      if (directory) for (const name of readdirSync(path)) loosen(join(path, name));
    };
    loosen(folder);
    expect(await write(folder)).toEqual([]);
  });

  test("includes a backup, also where older files have its names, and what is restored from it", async () => {
    const dataDir = join(folder, "original");
    await write(dataDir);
    const file = join(folder, "souffleur.backup");
    writeFileSync(`${file}.part`, "left by a killed run", { mode: 0o644 });
    writeFileSync(file, "an older one", { mode: 0o644 });
    await backUp({ dataDir, file, log });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    mkdirSync(join(folder, "copy"), { mode: 0o755 });
    await restore({ dataDir: join(folder, "copy"), file, log });
    expect(open(join(folder, "copy"))).toEqual([]);
  });

  test("excludes a folder with other files and one that everybody may write to: both are refused, unchanged", () => {
    const shared = `DATA_DIR is set to "${folder}", which other users may read and which is not Souffleur's alone`;
    writeFileSync(join(folder, "somebody's"), "");
    expect(() => closeFolder(folder)).toThrow(
      `${shared} ("somebody's" is in it). Set it to a folder of its own, such as ${folder}/souffleur.`,
    );
    rmSync(join(folder, "somebody's"));
    chmodSync(folder, 0o1777);
    expect(() => closeFolder(folder)).toThrow(`${shared}. Set it to a folder of its own`);
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });
});
