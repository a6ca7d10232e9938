import { readStored, readStoredJson, writeStored } from "@souffleur/shared-ui";
import { newId } from "@souffleur/shared-ui/saving";
import { useState } from "react";

/** Goes on with the user's id. Also in `stored-words.ts`. */
export const noteDraftPrefix = "souffleur.line-notes.";

const keyOf = (place: string) => noteDraftPrefix + place;

export const hasNoteDraft = (place: string): boolean => readStored(keyOf(place)) !== undefined;

function readDraft(place: string): { text: string; id: string } | undefined {
  const { text, id } = (readStoredJson(keyOf(place)) ?? {}) as Record<string, unknown>;
  return typeof text === "string" && typeof id === "string" ? { text, id } : undefined;
}

/** A note or an answer that is typed: it stays in this browser while its call is left, until it is saved or cancelled. */
export function useNoteDraft(place: string, initial: string) {
  const [old] = useState(() => readDraft(place));
  const [text, setText] = useState(old?.text ?? initial);
  /** A text that is sent again after a lost answer stays one note. */
  const [id] = useState(() => old?.id ?? newId());
  const keep = (typed: string) =>
    writeStored(keyOf(place), typed === initial ? undefined : JSON.stringify({ text: typed, id }));
  return {
    text,
    id,
    isOld: old !== undefined,
    write(typed: string) {
      setText(typed);
      keep(typed);
    },
    forget: () => keep(initial),
  };
}
