import { tryParseJson } from "../http/try-parse-json.ts";

/**
 * Finds the JSON objects in a text that arrives in pieces, inner ones first, whatever a language model puts around them (a
 * list, a wrapping object, a code fence, words) and wherever the text ends.
 */
export function createObjectReader() {
  let text = "";
  let at = 0;
  const starts: number[] = [];
  let inString = false;

  /** Takes the next piece and returns the objects that it completes. */
  function read(piece: string): unknown[] {
    text += piece;
    const found: unknown[] = [];
    for (; at < text.length; at++) {
      const character = text[at];
      if (inString) {
        // The escaped character may not have arrived yet: then `at` is past the end and skips it later.
        if (character === "\\") at++;
        else if (character === '"') inString = false;
      } else if (character === '"') inString = starts.length > 0;
      else if (character === "{") starts.push(at);
      else if (character === "}") {
        const start = starts.pop();
        const object = start === undefined ? undefined : tryParseJson(text.slice(start, at + 1));
        if (object !== undefined) found.push(object);
      }
    }
    return found;
  }

  /** The object whose last string is still being written, with that string as far as it has arrived. */
  function unfinished(): unknown {
    const start = starts.at(-1);
    if (start === undefined || !inString) return undefined;
    // An escape may not be complete yet.
    return tryParseJson(`${text.slice(start).replace(/\\(?:u[\da-f]{0,3})?$/i, "")}"}`);
  }

  return { read, unfinished };
}
