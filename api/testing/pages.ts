import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger } from "../src/http/logger.ts";
import { createPages, type Pages } from "../src/releases/pages.ts";
import { contract as defaultContract } from "./build-remote.ts";

/** Serves a shell without a script, and the remotes that are built or released in this folder. */
export async function startPages(folder: string, contract = defaultContract): Promise<Pages> {
  const dist = path.join(folder, "shell/dist");
  await mkdir(dist, { recursive: true });
  await writeFile(
    path.join(dist, "index.html"),
    '<script type="application/json" id=souffleur-registry></script>',
  );
  await writeFile(path.join(dist, "shell.json"), JSON.stringify({ contract }));
  const releasesDir = path.join(folder, "releases");
  const pages = await createPages({ projectDir: folder, releasesDir, log: createLogger("silent") });
  if (pages === undefined) throw new Error("no pages");
  return pages;
}
