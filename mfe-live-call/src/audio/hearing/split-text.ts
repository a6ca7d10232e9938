import { newId } from "@souffleur/shared-ui/saving";
import type { Utterance } from "./hear-track.ts";

/** Divides a long utterance between its words into parts of a maximal length, and its time by their lengths. */
export function splitText(utterance: Utterance, most: number): Utterance[] {
  const { text, startedAt, endedAt } = utterance;
  const parts: Utterance[] = [];
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from);
    const space = rest.slice(0, most + 1).lastIndexOf(" ");
    const length = rest.length <= most ? rest.length : space > 0 ? space : most;
    const timeAt = (at: number) => startedAt + ((endedAt - startedAt) * at) / text.length;
    parts.push({
      ...utterance,
      id: from === 0 ? utterance.id : newId(),
      text: rest.slice(0, length).trim(),
      startedAt: timeAt(from),
      endedAt: timeAt(from + length),
    });
    from += length;
    while (text[from] === " ") from += 1;
  }
  return parts;
}
