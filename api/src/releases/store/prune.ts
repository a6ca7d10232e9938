import { randomUUID } from "node:crypto";
import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { withLock } from "./file-lock.ts";
import { lockOf, storedVersions } from "./releases-folder.ts";
import { dropUnshared } from "./shared-files.ts";

const keepCount = 5;
const keepMs = 30 * 24 * 3_600_000;
/** Publishing never takes this long: an older draft was left behind by a killed process. */
const draftMs = 3_600_000;

/**
 * The versions of a remote that may be removed: not among the last five, not used within 30 days, and not needed.
 * @param kept each version and when it was last published or live, in ms
 */
export function expired(
  kept: readonly { version: string; usedAt: number }[],
  needed: ReadonlySet<string>,
  now: number,
): string[] {
  return kept
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .slice(keepCount)
    .filter(({ version, usedAt }) => now - usedAt > keepMs && !needed.has(version))
    .map(({ version }) => version);
}

/** Removes the expired releases of a remote, and drafts that killed processes have left behind. */
export async function prune(releasesDir: string, name: string, needed: ReadonlySet<string>, now: number) {
  const find = async () => expired(await storedVersions(releasesDir, name), needed, now);
  // Checked before the lock, which costs a process: nearly always there is nothing to remove.
  if ((await find()).length > 0) {
    await withLock(lockOf(releasesDir), async () => {
      for (const version of await find()) {
        // Renamed first: a removal that is killed must not leave half a release.
        const gone = path.join(releasesDir, `.draft-${randomUUID()}`);
        await rename(path.join(releasesDir, name, version), gone);
        await rm(gone, { recursive: true, force: true });
      }
      await dropUnshared(releasesDir, name);
    });
  }
  for (const file of await readdir(releasesDir)) {
    if (!/^\.draft-|\.draft$/.test(file)) continue;
    const at = path.join(releasesDir, file);
    const age = now - ((await stat(at).catch(() => undefined))?.mtimeMs ?? now);
    if (age > draftMs) await rm(at, { recursive: true, force: true });
  }
}
