import type { Release } from "@souffleur/contracts";
import { manifestProblems } from "@souffleur/contracts/remote-manifest";
import { createSlices } from "../../slices.ts";
import { type BuildFiles, isListed, isPart, parseRelease, releaseBytesMax } from "./build-files.ts";
import { contentTypeOf, servedKinds } from "./file-types.ts";
import { outsideStyles } from "./outside-styles.ts";
import { ReleaseError } from "./release-error.ts";
import { fileBytesMax, integrityOf } from "./release-files.ts";

/** The `release.json` among the files of a build, and the names of those that belong to it. */
export interface Incoming {
  release: Release;
  files: BuildFiles;
  /** The hash of each file: those that the `release.json` lists, and their source maps. */
  hashes: ReadonlyMap<string, string>;
}

/**
 * The one check of what becomes a release: everything that a process takes in passes here, and nothing looks at it again.
 * @throws ReleaseError where a file is missing, strange, too large or not what the `release.json` says, where the manifest
 * can't be used, or where a stylesheet affects other screens
 */
export async function checkIncoming(files: BuildFiles): Promise<Incoming> {
  const text = files.get("release.json");
  if (text === undefined) throw new ReleaseError("nothingBuilt");
  const release = parseRelease(text);
  const { name, version, manifest, integrity } = release;
  if (release.global !== name.replaceAll("-", "_"))
    throw new ReleaseError("foreignGlobal", { global: release.global, name });
  for (const file of [release.entry, ...release.scripts, ...release.styles])
    if (!isListed(file, release)) throw new ReleaseError("noIntegrity", { file });
  const problems = manifest === undefined ? [] : manifestProblems(manifest);
  if (problems.length > 0)
    throw new ReleaseError("manifest", { name, version, problems: problems.join(" ") });
  const hashes = new Map<string, string>();
  const styles = new Map<string, string>();
  const pause = createSlices();
  for (const [file, expected] of Object.entries(integrity)) {
    if (contentTypeOf(file) === undefined)
      throw new ReleaseError("fileKind", { name, version, file, kinds: servedKinds });
    const content = files.get(file);
    if (content === undefined) throw new ReleaseError("missingFile", { name, version, file });
    const hash = integrityOf(content);
    if (hash !== expected) throw new ReleaseError("changedFile", { file });
    if (file.endsWith(".css")) styles.set(file, content.toString());
    hashes.set(file, hash);
    await pause();
    const map = files.get(`${file}.map`);
    if (map !== undefined) hashes.set(`${file}.map`, integrityOf(map));
    await pause();
  }
  await requireOwnStyles(release, styles);
  let bytes = 0;
  for (const [file, content] of files) {
    bytes += content.length;
    if (bytes > releaseBytesMax) throw new ReleaseError("releaseSize", { bytes: releaseBytesMax });
    // The name of an archive's entry may be of any length.
    if (!isPart(file, release)) throw new ReleaseError("unlisted", { file: file.slice(0, 100) });
    if (content.length > fileBytesMax) throw new ReleaseError("fileSize", { file, bytes: fileBytesMax });
  }
  return { release, files, hashes };
}

/** A release must not restyle the screens of others. */
async function requireOwnStyles(release: Release, styles: ReadonlyMap<string, string>): Promise<void> {
  if (styles.size === 0) return;
  for (const [file, outside] of await outsideStyles(release, styles)) {
    if (outside.length === 0) continue;
    const shown = [...outside.slice(0, 5), ...(outside.length > 5 ? [`${outside.length - 5} more`] : [])];
    const { name, version } = release;
    throw new ReleaseError("styles", { name, version, file, rules: shown.join("; ") });
  }
}
