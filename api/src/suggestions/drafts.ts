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
    /** Gives all drafts of a reply and the complete reply one id. */
    next(suggestion: Suggestion): Suggestion {
      writing ??= { id: suggestion.id, at: Number.NEGATIVE_INFINITY };
      return { ...suggestion, id: writing.id };
    },

    show(draft: Suggestion): void {
      const now = performance.now();
      if (writing === undefined || draft.text === writing.shown?.text || now - writing.at < betweenMs) return;
      // It may become a reply that the call has already.
      const begun = sameness(draft.text);
      if (before.some((one) => one.startsWith(begun))) return;
      writing = { ...writing, shown: draft, at: now };
      emit(sessionId, "suggestion_draft", draft);
    },

    /** The complete reply was emitted. */
    completed(): void {
      writing = undefined;
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
