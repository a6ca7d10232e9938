import type { ActiveRelease, Registry } from "@souffleur/contracts";

/**
 * The release of a remote for somebody: the one on trial where he is part of its share.
 * @param who stands for a user or a browser, and gives the same answer every time
 */
export function releaseFor(
  registry: Registry | undefined,
  name: string,
  who: string,
): ActiveRelease | undefined {
  const trial = registry?.canaries?.[name];
  if (trial !== undefined && bucketOf(`${name} ${trial.release.version} ${who}`) < trial.share) {
    return trial.release;
  }
  return registry?.remotes[name];
}

/** A number from 0 to 100 (excluded) that is evenly spread over all texts: FNV-1a, then murmur3's last mix. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}
