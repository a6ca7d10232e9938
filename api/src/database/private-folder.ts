import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { onOneLine } from "../config/quoted.ts";
import { DatabaseStartError } from "./start-error.ts";

/** The product's own files in its data folder, and those that a file system creates in a volume. */
const own = /^(?:db|lock|secret(?:\.[0-9a-f]+)?|restoring-\w+|lost\+found)$/;
const others = 0o077;
const sticky = 0o1000;

/**
 * Makes a data folder inaccessible to the machine's other users.
 * @throws DatabaseStartError where this is not possible, or the folder has files that are not the product's
 */
export function closeFolder(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & others) === 0) return;
  const startError = (reason: string) =>
    new DatabaseStartError(
      onOneLine(
        `DATA_DIR is set to "${resolve(folder)}", which other users may read${reason}. Set it to a folder of its own, such as ${join(resolve(folder), "souffleur")}.`,
      ),
    );
  const foreign = (mode & sticky) !== 0 ? "" : readdirSync(folder).find((name) => !own.test(name));
  if (foreign !== undefined)
    throw startError(` and which is not Souffleur's alone${foreign && ` ("${foreign}" is in it)`}`);
  try {
    chmodSync(folder, 0o700);
  } catch {
    throw startError(", and this user may not change that");
  }
}

/**
 * The same for files in it that a copy has left readable. Requires the folder's lock.
 * @throws DatabaseStartError where a file belongs to another user
 */
export function closeContents(folder: string): void {
  for (const name of ["db", "lock", "secret"]) {
    try {
      closeAll(join(folder, name));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new DatabaseStartError(
        onOneLine(
          `DATA_DIR is set to "${resolve(folder)}", where not everything is this user's (${reason}).`,
        ),
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
