import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Manifest, Release, ReleaseContract } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import { createLogger } from "../src/http/logger.ts";
import { createPages, type Pages } from "../src/releases/pages.ts";

/** The default versions that builds were made with. */
export const contract: ReleaseContract = {
  "shared-ui": "0.1.0",
  contracts: "0.1.0",
  react: "19.0.0",
  router: "7.0.0",
  query: "5.0.0",
};

/** The manifest of a remote with one screen at this path. */
export function manifestAt(path: string, differences: Partial<Manifest["screens"][number]> = {}): Manifest {
  const screen = { path, title: "Screen", access: "session", skeleton: "table", ...differences };
  return { owns: [path], screens: [screen] };
}

/**
 * Writes a remote's build as the bundler does, with `content` as its entry.
 * @param manifest undefined for a build of before there were manifests
 * @param over other contents of its files, or more files
 */
export async function writeBuild(
  folder: string,
  name: string,
  content: string,
  builtWith = contract,
  manifest?: Manifest,
  over: Readonly<Record<string, string>> = {},
): Promise<Release> {
  await mkdir(folder, { recursive: true });
  const hash = createHash("sha256").update(content).digest("hex");
  const files: Record<string, string> = {
    [`remoteEntry.${hash.slice(0, 8)}.js`]: content,
    "routes.0000aaaa.js": "routes();",
    "routes.0000bbbb.css": `.${name}_a{}`,
    ...over,
  };
  const integrity = (text: string) => `sha384-${createHash("sha384").update(text).digest("base64")}`;
  const [entry = ""] = Object.keys(files);
  const release: Release = {
    name,
    version: hash.slice(0, 16),
    global: name.replaceAll("-", "_"),
    entry,
    scripts: ["routes.0000aaaa.js"],
    styles: ["routes.0000bbbb.css"],
    integrity: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, integrity(text)])),
    sizes: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text.length])),
    contract: builtWith,
    manifest,
    commit: null,
    builtAt: "2026-11-21T00:00:00.000Z",
  };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  await writeFile(path.join(folder, "release.json"), JSON.stringify(release));
  return release;
}

/** Serves a shell without a script, and the remotes that are built in this folder or released in the database. */
export const pagesIn =
  (folder: string, builtWith = contract) =>
  async (connection: Connection): Promise<Pages> => {
    const dist = path.join(folder, "shell/dist");
    await mkdir(dist, { recursive: true });
    await writeFile(
      path.join(dist, "index.html"),
      '<script type="application/json" id=souffleur-registry></script>',
    );
    await writeFile(path.join(dist, "shell.json"), JSON.stringify({ contract: builtWith }));
    const pages = await createPages({ projectDir: folder, connection, log: createLogger("silent") });
    if (pages === undefined) throw new Error("no pages");
    return pages;
  };
