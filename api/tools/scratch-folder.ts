import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { StepError } from "./step-error.mjs";

/**
 * Creates an empty folder for a command's own files, which the caller removes.
 * @throws StepError where the system's temporary folder (TMPDIR) can have none
 */
export function makeScratchFolder(purpose: string, place = tmpdir()): string {
  try {
    return mkdtempSync(path.join(place, `souffleur-${purpose}-`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StepError(
      `TMPDIR holds ${JSON.stringify(place)}, where no folder can be created (${code}). Set it to a folder that this user may write to.`,
    );
  }
}
