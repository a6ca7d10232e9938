/**
 * A release that was refused; the message says why and what to do, for the user of the command. It names no path of
 * this machine: other machines get it too.
 */
export class ReleaseError extends Error {}

/** Explains an error of the file system to the user of the command; other errors are returned as they are. */
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
