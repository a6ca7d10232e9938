import type { Suggestion } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { sameness } from "./candidate.ts";

/** The shortest time between two drafts of a reply. */
const betweenMs = 80;

/** Emits to a call's watchers. */
export type EmitSuggestion = <Name extends "suggestion" | "suggestion_draft" | "suggestion_withdrawn">(
  sessionId: string,
  name: Name,
  event: ServerEvent<Name>,
) => void;

/**
 * Emits drafts of the reply that a language model is writing.
 * @param before `sameness` of the call's earlier replies
 */
export function createDrafts(sessionId: string, before: readonly string[], emit: EmitSuggestion) {
  /** The reply that is being written, and its last draft. */
  let writing: { id: string; shown?: Suggestion; at: number } | undefined;

  return {
    /**
     * Emits a draft, unless one was emitted shortly before; a whole reply always is.
     * @returns it with the id that all drafts of the reply have
     */
    show(written: Suggestion, as: "draft" | "whole"): Suggestion {
      writing ??= { id: written.id, at: Number.NEGATIVE_INFINITY };
      const draft = { ...written, id: writing.id };
      const now = performance.now();
      const isSoon = as === "draft" && now - writing.at < betweenMs;
      // It may become a reply that the call has already.
      const begun = sameness(draft.text);
      if (isSoon || draft.text === writing.shown?.text || before.some((one) => one.startsWith(begun)))
        return draft;
      writing = { ...writing, shown: draft, at: now };
      emit(sessionId, "suggestion_draft", draft);
      return draft;
    },

    /** Withdraws the last draft, if there is one. */
    withdraw(): void {
      if (writing?.shown) {
        const { callId, id } = writing.shown;
        emit(sessionId, "suggestion_withdrawn", { callId, id });
      }
      writing = undefined;
    },
  };
}
