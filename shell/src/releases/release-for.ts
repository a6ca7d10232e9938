import type { PageRegistry, PageRelease } from "@souffleur/contracts";

/**
 * The release of a remote for a user: the canary for its share of the users, else the active release.
 * @param user the id of an account or of a browser; the same id always gets the same release
 */
export function releaseFor(
  registry: PageRegistry | undefined,
  name: string,
  user: string,
): PageRelease | undefined {
  const canary = registry?.canaries?.[name];
  if (canary !== undefined && bucketOf(`${name} ${canary.release.version} ${user}`) < canary.share) {
    return canary.release;
  }
  return registry?.remotes[name];
}

/** A local reference, because looking up globals is slow in tests, which use 20,000 users. */
const { imul } = Math;

/** Hashes a text to a number from 0 to 100 (excluded), evenly distributed: FNV-1a, then murmur3's finalizer. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}
