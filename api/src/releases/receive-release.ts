import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Release } from "@souffleur/contracts";
import { unpackRelease } from "./store/archive.ts";
import type { RegistryStore } from "./store/registry.ts";
import { explainWrite, ReleaseError } from "./store/release-error.ts";
import { isListed, requireIntact } from "./store/releases-folder.ts";

/**
 * Publishes the release in an archive, without making it live.
 * @param record called with the checked release before it is published; if it throws, nothing is published
 * @throws ReleaseError where the archive contains anything but one complete release of this remote
 */
export async function receiveRelease(
  registry: RegistryStore,
  name: string,
  archive: Uint8Array,
  record: (release: Release) => Promise<void>,
): Promise<Release> {
  const draft = path.join(registry.releasesDir, `.draft-${randomUUID()}`);
  try {
    await mkdir(draft);
    const release = await unpackRelease(archive, draft);
    requireOwn(release, name);
    await requireIntact(draft, release);
    await record(release);
    return await registry.publish(draft);
  } catch (error) {
    throw explainWrite(error);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function requireOwn(release: Release, name: string): void {
  if (release.name !== name) throw new ReleaseError("archiveOfOther", { found: release.name, name });
  if (release.global !== name.replaceAll("-", "_")) {
    throw new ReleaseError("archiveGlobal", { global: release.global, name });
  }
  for (const file of [release.entry, ...release.scripts, ...release.styles]) {
    if (!isListed(file, release)) throw new ReleaseError("archiveIntegrity", { file });
  }
}
