import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { KeptRegistry, type Registry } from "@souffleur/contracts";
import { withLock } from "./registry-lock.ts";
import { lockOf, replaceFiles } from "./releases-folder.ts";

/** The registry as it is kept, and as a host of plain files gives it to browsers. */
export interface RegistryDocuments {
  /** @throws where it is missing or can't be read */
  read(): Promise<KeptRegistry>;
  /** Another text than the last time's where the document is another one; undefined where there is none. */
  stamp(): Promise<string | undefined>;
  write(registry: KeptRegistry): Promise<void>;
  /** Makes the document for browsers the kept one's: a writer that was killed between the two left it behind. */
  mend(): Promise<void>;
}

export function openDocuments(releasesDir: string): RegistryDocuments {
  const kept = path.join(releasesDir, "remotes.json");
  /** Its past names accounts, which is nobody's business on a host of plain files. */
  const live = path.join(releasesDir, "live.json");

  const read = async () => KeptRegistry.parse(JSON.parse(await readFile(kept, "utf8")));
  const liveText = async () => written(withoutPast(await read()));
  const isBehind = async () => (await liveText()) !== (await readFile(live, "utf8").catch(() => undefined));

  return {
    read,
    stamp: () => stampOf(kept),
    write: (registry) => replaceFiles({ [kept]: written(registry), [live]: written(withoutPast(registry)) }),
    async mend() {
      // Nothing is written where the kept one is missing or can't be read.
      if (!(await isBehind().catch(() => false))) return;
      await withLock(lockOf(releasesDir), async () => {
        if (await isBehind()) await replaceFiles({ [live]: await liveText() });
      });
    },
  };
}

/** The registry as browsers get it. */
export function withoutPast({ changes: _, ...registry }: KeptRegistry): Registry {
  return registry;
}

export function written(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A replaced file is another file: its inode changes even where the clock is too coarse to tell. */
async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, ino, size } = await stat(file);
    return `${mtimeMs} ${ino} ${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
