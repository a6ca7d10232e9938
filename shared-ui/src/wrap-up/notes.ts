import { getCall, limits, saveNotes } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { Autosave, readDraft, writeDraft } from "@souffleur/shared-ui/saving";
import { isCallGone } from "./is-call-gone.ts";
import { appendText, notesPlace, reconcile } from "./note-drafts.ts";

const truncate = (text: string) => text.slice(0, limits.notesMax);

interface NotesOptions {
  userId: string;
  /** Undefined for the notes of the next call. */
  callId: string | undefined;
  /** Whether notes that were written before the call started become part of its notes. */
  adoptsEarly?: boolean;
}

/** The notes of one call. */
export class Notes extends Autosave<string> {
  constructor(private readonly of: NotesOptions) {
    super({
      place: notesPlace(of.userId, of.callId),
      empty: "",
      isSame: (one, other) => one === other,
      merge: (draft, stored) => truncate(reconcile(draft, stored)),
      server: of.callId === undefined ? undefined : serverOf(of.callId),
    });
  }

  type(text: string): void {
    this.change(truncate(text));
  }

  /** Appends a reply. @returns false where there is no room for it. */
  append(reply: string): boolean {
    const text = appendText(this.get().value, reply);
    if (text.length > limits.notesMax) return false;
    this.type(text);
    return true;
  }

  override open(): () => void {
    if (this.of.adoptsEarly) this.adoptEarlyDraft();
    return super.open();
  }

  private adoptEarlyDraft(): void {
    const place = notesPlace(this.of.userId);
    const early = readDraft(place);
    if (early === undefined) return;
    writeDraft(place, undefined);
    this.type(reconcile({ value: early.value, base: "" }, this.get().value));
  }
}

function serverOf(callId: string) {
  const params = { callId };
  return {
    async load() {
      const { data } = await call(getCall, { params });
      return { value: data.call.notes, revision: data.call.notesRevision };
    },
    sendable: (notes: string) => notes,
    async save(notes: string, revision: number) {
      const { data } = await call(saveNotes, { params, body: { notes, revision } });
      return data.revision;
    },
    isGone: isCallGone,
  };
}
