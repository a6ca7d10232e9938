import { createHash } from "node:crypto";
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Release, type ReleaseContract } from "@souffleur/contracts";

export interface Differences {
  /** Texts of the entry's script, each with what stands in its place; where all are as long, its source map stays. */
  texts?: Readonly<Record<string, string>>;
  contract?: Partial<ReleaseContract>;
}

/**
 * Another release of a remote, made from its build in a moment: whole, with an entry, a version and integrity
 * hashes of its own. Everything but the entry is as it was, as after a small change of the sources.
 * @param from the build
 * @param to the folder that becomes the other one's
 */
export function makeVariant(from: string, to: string, { texts = {}, contract = {} }: Differences) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  const at = (file: string) => path.join(to, file);
  const written = JSON.parse(readFileSync(at("release.json"), "utf8"));
  const release = Release.parse(written);
  const mark = sha("sha256", "hex", JSON.stringify([release.version, texts, contract])).slice(0, 8);
  const source = `${withTexts(readFileSync(at(release.entry), "utf8"), texts)}\n// ${mark}`;
  const name = `remoteEntry.${mark}.js`;
  const { [release.entry]: _, ...integrity } = release.integrity;
  const { [release.entry]: __, ...sizes } = release.sizes;
  const isAsLong = Object.entries(texts).every(([before, after]) => before.length === after.length);
  if (isAsLong) renameSync(at(`${release.entry}.map`), at(`${name}.map`));
  for (const extension of ["", ".br", ".gz", ".map"]) rmSync(at(release.entry + extension), { force: true });
  writeFileSync(at(name), source);
  integrity[name] = `sha384-${sha("sha384", "base64", source)}`;
  sizes[name] = Buffer.byteLength(source);
  const changed: Release = {
    ...release,
    entry: name,
    integrity,
    sizes,
    contract: { ...release.contract, ...contract },
    // As it is written: the registry's has no budget.
    manifest: written.manifest,
    version: sha("sha256", "hex", JSON.stringify([integrity, contract])).slice(0, 16),
  };
  writeFileSync(at("release.json"), JSON.stringify(changed));
  return changed;
}

function withTexts(source: string, texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts).reduce((changed, [before, after]) => {
    if (!changed.includes(before)) throw new Error(`The entry does not contain ${before}`);
    return changed.replaceAll(before, after);
  }, source);
}

function sha(algorithm: string, encoding: "hex" | "base64", content: string): string {
  return createHash(algorithm).update(content).digest(encoding);
}
