import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Registry } from "@souffleur/contracts";
import { StoredRegistry } from "@souffleur/contracts/release-commands";
import { withLock } from "./file-lock.ts";
import { folderOf, lockOf, readRelease, replaceFiles } from "./releases-folder.ts";

/** The registry on the disk: `remotes.json` with its history, and `live.json`, which static hosts serve to browsers. */
export function openRegistryFiles(releasesDir: string) {
  const keptFile = path.join(releasesDir, "remotes.json");
  /** Without the history, which names accounts. */
  const liveFile = path.join(releasesDir, "live.json");

  const read = async () =>
    withManifests(StoredRegistry.parse(JSON.parse(await readFile(keptFile, "utf8"))), releasesDir);
  const isBehind = async (registry: StoredRegistry) =>
    registryJson(withoutHistory(registry)) !== (await readFile(liveFile, "utf8").catch(() => undefined));

  return {
    /** @throws where `remotes.json` is missing or can't be read */
    read,
    /** Differs for each version of `remotes.json`; undefined where there is none. */
    stamp: () => stampOf(keptFile),
    write: (registry: StoredRegistry) =>
      replaceFiles({
        [keptFile]: registryJson(registry),
        [liveFile]: registryJson(withoutHistory(registry)),
      }),
    /**
     * Writes `live.json` again where a writer was killed before it had replaced that file too.
     * @param known what `remotes.json` holds
     */
    async repair(known: StoredRegistry): Promise<void> {
      if (!(await isBehind(known))) return;
      await withLock(lockOf(releasesDir), async () => {
        const registry = await read();
        if (await isBehind(registry))
          await replaceFiles({ [liveFile]: registryJson(withoutHistory(registry)) });
      });
    },
  };
}
export type RegistryFiles = ReturnType<typeof openRegistryFiles>;

/** A server from before manifests writes the registry without them; the releases' folders have them. */
async function withManifests(registry: StoredRegistry, releasesDir: string): Promise<StoredRegistry> {
  const { remotes, canaries = {} } = registry;
  for (const one of [...Object.values(remotes), ...Object.values(canaries).map(({ release }) => release)]) {
    one.manifest ??= (await readRelease(folderOf(releasesDir, one)).catch(() => undefined))?.manifest;
  }
  return registry;
}

/** The registry as browsers get it. */
export function withoutHistory({ changes: _, ...registry }: StoredRegistry): Registry {
  return registry;
}

const lines = new WeakMap<object, string>();

/** A line for each remote, made once: the part of a registry about a remote is replaced as a whole, never changed. */
function registryJson(registry: Registry): string {
  const lineOf = ([name, part]: [string, object]) => {
    const line = lines.get(part) ?? JSON.stringify(part);
    lines.set(part, line);
    return `${JSON.stringify(name)}: ${line}`;
  };
  const { schema, ...parts } = registry;
  const texts = Object.entries(parts).map(
    ([field, remotes = {}]) => `,\n"${field}": {\n${Object.entries(remotes).map(lineOf).join(",\n")}\n}`,
  );
  return `{ "schema": ${schema}${texts.join("")} }\n`;
}

export function toJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Includes the inode: the clock may be too coarse to show that the file was replaced. */
async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, ino, size } = await stat(file);
    return `${mtimeMs} ${ino} ${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
