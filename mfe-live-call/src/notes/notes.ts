import { getCall, limits, saveNotes } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { type Autosave, createAutosave } from "../autosave/autosave.ts";
import { readDraft, writeDraft } from "../autosave/draft.ts";
import { appendText, notesPlace, reconcile } from "./note-drafts.ts";

/** The notes of one call. */
export interface Notes extends Pick<Autosave<string>, "store" | "save" | "open"> {
  type: (text: string) => void;
  /** Appends a reply. @returns false where there is no room for it. */
  append: (reply: string) => boolean;
}

const truncate = (text: string) => text.slice(0, limits.notesMax);

interface NotesOptions {
  userId: string;
  /** Undefined for the notes of the next call. */
  callId: string | undefined;
  /** Whether notes that were written before the call started become part of its notes. */
  adoptsEarly?: boolean;
}

export function createNotes({ userId, callId, adoptsEarly = false }: NotesOptions): Notes {
  const { store, change, save, open } = createAutosave<string>({
    place: notesPlace(userId, callId),
    empty: "",
    isSame: (one, other) => one === other,
    merge: (draft, stored) => truncate(reconcile(draft, stored)),
    server: callId === undefined ? undefined : serverOf(callId),
  });
  const type = (text: string) => change(truncate(text));

  function adoptEarlyDraft(): void {
    const place = notesPlace(userId, undefined);
    const early = readDraft(place);
    if (early === undefined) return;
    writeDraft(place, undefined);
    type(reconcile({ value: early.value, base: "" }, store.get().value));
  }

  return {
    store,
    save,
    type,
    append(reply) {
      const text = appendText(store.get().value, reply);
      if (text.length > limits.notesMax) return false;
      type(text);
      return true;
    },
    open() {
      if (adoptsEarly) adoptEarlyDraft();
      return open();
    },
  };
}

function serverOf(callId: string) {
  const params = { callId };
  return {
    async load() {
      const { data } = await call(getCall, { params });
      return { value: data.call.notes, revision: data.call.notesRevision };
    },
    accepts: () => true,
    async save(notes: string, revision: number) {
      const { data } = await call(saveNotes, { params, body: { notes, revision } });
      return data.revision;
    },
  };
}
