import type { ApiText, Values } from "../texts/texts.ts";

/**
 * A refused release. The message tells the user of the command why, and what to do; it contains no path of this machine,
 * because other machines receive it too.
 */
export class ReleaseError extends Error {
  /** What the message is made of, each a text by itself. */
  readonly sentences: readonly string[];

  constructor(message: string | readonly string[], options?: ErrorOptions) {
    const sentences = typeof message === "string" ? [message] : message;
    super(sentences.join(" "), options);
    this.sentences = sentences;
  }
}

/**
 * One that a roll-back may end with. Its text has French, which is found by the English one as an answer is written:
 * a command shows that, and brings no catalogue.
 */
export function releaseError(text: ApiText, values: Values = {}, options?: ErrorOptions): ReleaseError {
  return new ReleaseError(filled(text, values), options);
}

export function filled(text: ApiText, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** Explains an error of the file system to the user of the command; other errors are returned as they are. */
export function explainWrite(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return releaseError("There is no space left for the releases ({code}); nothing was changed. Make room.", {
      code,
    });
  }
  return code === "EACCES" || code === "EPERM" || code === "EROFS" ? unwritable(error) : error;
}

/** Explains why nothing can be created in the releases' folder. */
export function unwritable(error: unknown): ReleaseError {
  return releaseError(
    "The releases' folder can't be written ({code}); nothing was changed. RELEASES_DIR names it.",
    { code: (error as NodeJS.ErrnoException).code ?? "unknown" },
    { cause: error },
  );
}
