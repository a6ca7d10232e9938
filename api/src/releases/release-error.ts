/** A release that cannot go on; the message says why and what to do, and is all that its user needs to see. */
export class ReleaseError extends Error {}

/** What a failed write means for who releases, where the system's own words would not say it. */
export function explainWrite(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new ReleaseError(
      `There is no space left for ${folder} (${code}); nothing was changed. Make room.`,
    );
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new ReleaseError(`${folder} can't be written (${code}); nothing was changed.`);
  }
  return error;
}
