import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, open, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { onOneLine } from "../config/quoted.ts";
import { type Config, ConfigError } from "../config.ts";
import { makeFolder } from "../database/make-folder.ts";
import { closeFolder } from "../database/private-folder.ts";
import { DatabaseStartError } from "../database/start-error.ts";

const secretBytes = 48;

/**
 * The secrets that keys are derived from: those of the configuration, or one that the first start creates and keeps in
 * DATA_DIR. The first signs, all verify.
 * @throws ConfigError where the kept one cannot be read or written
 */
export async function resolveSecrets(
  config: Pick<Config, "secrets" | "DATA_DIR">,
): Promise<readonly string[]> {
  if (config.secrets.length > 0) return config.secrets;
  const file = join(config.DATA_DIR, "secret");
  try {
    if (existsSync(config.DATA_DIR)) closeFolder(config.DATA_DIR);
    const kept = (await read(file)) ?? (await make(config.DATA_DIR, file));
    if (Buffer.byteLength(kept) < secretBytes) throw new Error("it is too short; remove it for a new one");
    return [kept];
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The secret in ${onOneLine(file)} cannot be used (${onOneLine(reason)}). Set DATA_DIR to a folder that this user may write to, or JWT_SECRET.`,
    );
  }
}

async function read(file: string): Promise<string | undefined> {
  try {
    const kept = await readFile(file, "utf8");
    await chmod(file, 0o600);
    return kept.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes the file completely, then links it to its name unless that exists: simultaneous starts use the same secret. */
async function make(folder: string, file: string): Promise<string> {
  makeFolder(resolve(folder), 0o700);
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    await handle.writeFile(`${randomBytes(secretBytes).toString("base64url")}\n`);
    await handle.sync();
    await handle.close();
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
