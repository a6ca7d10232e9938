/**
 * Finds the JSON objects in a text that arrives in pieces, inner ones first: whatever a language model puts round them
 * (a list, a wrapping object, a code fence, words), and however far it gets.
 */
export function createObjectReader() {
  let text = "";
  let at = 0;
  const starts: number[] = [];
  let inString = false;

  /** Takes the next piece, and gives the objects that it completes. */
  function read(piece: string): unknown[] {
    text += piece;
    const found: unknown[] = [];
    for (; at < text.length; at++) {
      const character = text[at];
      if (inString) {
        // The escaped character may not have arrived yet; `at` then stands behind the end, which is fine.
        if (character === "\\") at++;
        else if (character === '"') inString = false;
      } else if (character === '"') inString = starts.length > 0;
      else if (character === "{") starts.push(at);
      else if (character === "}") {
        const start = starts.pop();
        if (start !== undefined) found.push(...parsed(text.slice(start, at + 1)));
      }
    }
    return found;
  }

  /** The object whose last text is still being written, with that text as far as it is there. */
  function unfinished(): unknown {
    const start = starts.at(-1);
    if (start === undefined || !inString) return undefined;
    // An escape may not be complete yet.
    const [object] = parsed(`${text.slice(start).replace(/\\(?:u[\da-f]{0,3})?$/i, "")}"}`);
    return object;
  }

  return { read, unfinished };
}

function parsed(json: string): unknown[] {
  try {
    return [JSON.parse(json)];
  } catch {
    return [];
  }
}
