import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "./run-step.mjs";

const isLeftOut = /\.test\.tsx?$|^(dist|node_modules)$/;

/**
 * A hash of the names and contents of these files and folders, without tests and build results. A missing file counts
 * as empty.
 * @param {string[]} places relative to the project's top folder
 * @param {(file: string) => boolean} [counts] whether a file is included
 */
export function fingerprint(places, counts = () => true) {
  const hash = createHash("sha256");
  for (const file of places.flatMap(filesAt).filter(counts)) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * All files below a folder, without tests and build results.
 * @param {string} place relative to the project's top folder
 * @returns {string[]} relative to the same folder
 */
export function filesAt(place) {
  const found = statSync(path.join(root, place), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [place];
  return readdirSync(path.join(root, place), { withFileTypes: true })
    .filter((entry) => !isLeftOut.test(entry.name))
    .map((entry) => path.posix.join(place, entry.name))
    .sort()
    .flatMap(filesAt);
}
