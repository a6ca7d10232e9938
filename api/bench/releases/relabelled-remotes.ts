import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Release } from "@souffleur/contracts";
import { integrityOf } from "../../src/releases/store/release-files.ts";
import { root } from "../../tools/run-step.mjs";

/** The smallest remote. It is built once; the copies differ from it as another team's remote would. */
const source = "mfe-dashboard";

const topics = [
  ..."deals quotes contracts invoices leads tasks calendar products pricing forecasts campaigns coaching".split(
    " ",
  ),
  ..."training scripts ledgers queues recordings tickets surveys partners territories commissions goals".split(
    " ",
  ),
  ..."inbox knowledge imports exports archives billing teams shifts absences messages templates workflows".split(
    " ",
  ),
  ..."connectors segments contacts companies offers orders shipments refunds suppliers stock".split(" "),
];
export const relabelledNames = topics.map((topic) => `mfe-${topic}`);

/**
 * Writes the build of a remote with its own name, screen and navigation entry.
 * @param edition each number is another release of the same remote
 */
export async function writeRelabelled(folder: string, name: string, edition = 0): Promise<void> {
  const from = path.join(root, source, "dist");
  const release = Release.parse(JSON.parse(await readFile(path.join(from, "release.json"), "utf8")));
  const topic = name.replace("mfe-", "");
  const place = relabelledNames.indexOf(name);
  const global = name.replaceAll("-", "_");
  const renamed = new Map<string, string>();
  const files = new Map<string, Buffer>();
  // The stylesheet first: the entry contains its name.
  for (const file of [...release.styles, release.entry]) {
    let text = await readFile(path.join(from, file), "utf8");
    for (const [old, now] of renamed) text = text.replaceAll(old, now);
    text = text
      .replaceAll(source, name)
      .replaceAll(release.global, global)
      .replaceAll("/dashboard", `/${topic}`);
    const bytes = Buffer.from(`${text}/* ${edition} */`);
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
    renamed.set(file, file.replace(/[0-9a-f]{8}/, hash));
    files.set(renamed.get(file) ?? file, bytes);
  }
  // Files that all remotes share stay unchanged.
  for (const file of Object.keys(release.integrity))
    if (!renamed.has(file)) files.set(file, await readFile(path.join(from, file)));
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const integrity = Object.fromEntries(sorted.map(([file, bytes]) => [file, integrityOf(bytes)]));
  const nameOf = (file: string) => renamed.get(file) ?? file;
  const relabelled: Release = {
    ...release,
    name,
    version: createHash("sha256")
      .update(JSON.stringify([name, integrity]))
      .digest("hex")
      .slice(0, 16),
    global,
    entry: nameOf(release.entry),
    scripts: release.scripts.map(nameOf),
    styles: release.styles.map(nameOf),
    integrity,
    sizes: Object.fromEntries(sorted.map(([file, bytes]) => [file, bytes.length])),
    manifest: {
      owns: [`/${topic}`],
      screens: [
        {
          path: `/${topic}`,
          title: `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`,
          access: "session",
          skeleton: "table",
          navigation: { order: 100 + place, icon: "deal" },
        },
        { path: `/${topic}/:id`, title: "Details", access: "session", skeleton: "form" },
      ],
      menu: [{ label: `My ${topic}`, order: 100 + place, icon: "deal", to: `/${topic}` }],
    },
  };
  await mkdir(folder, { recursive: true });
  for (const [file, bytes] of files) {
    await writeFile(path.join(folder, file), bytes);
    const packed = file in release.integrity;
    const packedAs = async (extension: string, pack: (bytes: Buffer) => Buffer) =>
      packed ? readFile(path.join(from, file + extension)) : pack(bytes);
    await writeFile(path.join(folder, `${file}.br`), await packedAs(".br", brotliCompressSync));
    await writeFile(path.join(folder, `${file}.gz`), await packedAs(".gz", gzipSync));
  }
  await writeFile(path.join(folder, "release.json"), JSON.stringify(relabelled, null, 2));
}
