import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "../config.ts";
import { resolveSecrets } from "./signing-keys.ts";

describe("the secrets", () => {
  let folder: string;
  const kept = () => resolveSecrets({ secrets: [], DATA_DIR: join(folder, "data") });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "souffleur-secret-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("are those of the configuration, where it has any, and then nothing is written", async () => {
    expect(await resolveSecrets({ secrets: ["first", "second"], DATA_DIR: folder })).toEqual([
      "first",
      "second",
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  test("are created once, readable for this user only, and kept", async () => {
    const [secret] = await kept();
    expect(Buffer.byteLength(secret ?? "")).toBeGreaterThanOrEqual(32);
    expect((await stat(join(folder, "data/secret"))).mode & 0o777).toBe(0o600);
    expect(await kept()).toEqual([secret]);
    expect(await readdir(join(folder, "data"))).toEqual(["secret"]);
  });

  test("are the same for simultaneous starts", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, kept));
    expect(new Set(all.flat()).size).toBe(1);
  });

  test("are refused in one line, which does not show them, where the kept file is damaged", async () => {
    await kept();
    await writeFile(join(folder, "data/secret"), "damaged");
    const refusal = await kept().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as Error).message).toMatch(/^The secret in .* cannot be used \(it is too short.*$/);
    expect((refusal as Error).message).not.toContain("damaged");
  });
});
