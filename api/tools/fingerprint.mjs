import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "./run-step.mjs";

/** Tests, what is made from the sources, and what they need from elsewhere. */
const isLeftOut = /\.test\.tsx?$|^(dist|node_modules)$/;

/**
 * One value for the content of these files and folders, by name and bytes; times do not count, so a fresh
 * checkout of the same sources is the same. What is missing counts as empty; tests and what is built do not count.
 * @param {string[]} places relative to the project's top folder
 * @param {(file: string) => boolean} [counts] leaves files out
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
 * The files of a folder and of those in it, without tests and what is built.
 * @param {string} place relative to the project's top folder, as what is answered
 * @returns {string[]}
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
