import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseStartError } from "./start-error.ts";

/** What the product itself puts into its data folder, and what a file system has in a volume of its own. */
const own = /^(?:db|lock|secret(?:\.[0-9a-f]+)?|releases|restoring-\w+|lost\+found)$/;
const others = 0o077;
const sticky = 0o1000;

/**
 * Keeps the machine's other users out of a data folder.
 * @throws DatabaseStartError where that cannot be done, or would lock others out of what is theirs
 */
export function closeFolder(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & others) !== 0) {
    const foreign = (mode & sticky) !== 0 ? "" : readdirSync(folder).find((name) => !own.test(name));
    if (foreign !== undefined) {
      throw new DatabaseStartError(
        `DATA_DIR holds "${resolve(folder)}", which other users may read and which is not Souffleur's alone${foreign && ` ("${foreign}" is in it)`}. Set it to a folder of its own, such as ${join(resolve(folder), "souffleur")}.`,
      );
    }
    try {
      chmodSync(folder, 0o700);
    } catch {
      throw new DatabaseStartError(
        `DATA_DIR holds "${resolve(folder)}", which other users may read, and this user may not change that. Set it to a folder of its own, such as ${join(resolve(folder), "souffleur")}.`,
      );
    }
  }
}

/**
 * The same for what earlier versions left readable in it; for a process that has the folder's lock. Released bundles
 * are public, and may be served by another user's web server.
 * @throws DatabaseStartError where a file is another user's
 */
export function closeContents(folder: string): void {
  for (const name of ["db", "lock", "secret"]) {
    try {
      closeAll(join(folder, name));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new DatabaseStartError(
        `DATA_DIR holds "${resolve(folder)}", where not everything is this user's (${reason}).`,
      );
    }
  }
}

function closeAll(path: string): void {
  // The engine of a parent that was killed may still be removing files.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return;
  if ((found.mode & others) !== 0) chmodSync(path, found.mode & 0o700);
  if (found.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name));
}
