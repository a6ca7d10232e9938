import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Connection } from "mongoose";
import { createLogger } from "../src/http/logger.ts";
import { createPages, type Pages } from "../src/releases/pages.ts";
import { contract as defaultContract } from "./build-remote.ts";

/** Serves a shell without a script, and the remotes that are built in this folder or released in the database. */
export const pagesIn =
  (folder: string, contract = defaultContract) =>
  async (connection: Connection): Promise<Pages> => {
    const dist = path.join(folder, "shell/dist");
    await mkdir(dist, { recursive: true });
    await writeFile(
      path.join(dist, "index.html"),
      '<script type="application/json" id=souffleur-registry></script>',
    );
    await writeFile(path.join(dist, "shell.json"), JSON.stringify({ contract }));
    const pages = await createPages({ projectDir: folder, connection, log: createLogger("silent") });
    if (pages === undefined) throw new Error("no pages");
    return pages;
  };
