import type { Said, Values } from "../../texts/texts.ts";
import { type ReleaseErrorCode, releaseRefusals } from "./release-refusals.ts";

interface Options extends ErrorOptions {
  /** Sentences after that of the refusal, such as the conflicts with other remotes. */
  more?: readonly string[];
}

/**
 * A refused release. The message tells the user of the command why, and what to do; it contains no path of this machine,
 * because other machines receive it too.
 */
export class ReleaseError extends Error {
  readonly code: ReleaseErrorCode;
  /** What the message is made of, to be written in the reader's language. */
  readonly sentences: readonly (Said | string)[];

  constructor(code: ReleaseErrorCode, values: Values = {}, { more = [], ...options }: Options = {}) {
    const refusal: { text: Said["text"]; remedy?: Said["text"] } = releaseRefusals[code];
    const { text, remedy } = refusal;
    const said: Said[] = [{ text, values }, ...(remedy === undefined ? [] : [{ text: remedy }])];
    super([...said.map(filled), ...more].join(" "), options);
    this.code = code;
    this.sentences = [...said, ...more];
  }
}

/** In English: a command shows that, and brings no catalogue. */
function filled({ text, values = {} }: Said): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
