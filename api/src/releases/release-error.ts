/**
 * A release that cannot go on; the message says why and what to do, and is all that its user needs to see. It names
 * no path of the machine: it is also told to other machines.
 */
export class ReleaseError extends Error {}

/** What a failed write means for who releases, where the system's own words would not say it. */
export function explainWrite(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new ReleaseError(
      `There is no space left for the releases (${code}); nothing was changed. Make room.`,
    );
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new ReleaseError(
      `The releases' folder can't be written (${code}); nothing was changed. RELEASES_DIR names it.`,
    );
  }
  return error;
}
