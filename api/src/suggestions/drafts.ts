import type { Suggestion } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { sameness } from "./candidate.ts";

/** A text that grows more often reads no better. */
const betweenMs = 80;

/** To a call's watchers. */
export type EmitSuggestion = <Name extends "suggestion" | "suggestion_draft" | "suggestion_withdrawn">(
  sessionId: string,
  name: Name,
  event: ServerEvent<Name>,
) => void;

/**
 * Shows the reply that a language model is writing, as it grows.
 * @param before sameness of the replies that the call has
 */
export function createDrafts(sessionId: string, before: readonly string[], emit: EmitSuggestion) {
  /** The reply's id, and what is shown of it. */
  let writing: { id: string; shown?: Suggestion; at: number } | undefined;

  return {
    /** A reply's beginnings and the whole of it are one suggestion. */
    next(suggestion: Suggestion): Suggestion {
      writing ??= { id: suggestion.id, at: Number.NEGATIVE_INFINITY };
      return { ...suggestion, id: writing.id };
    },

    show(draft: Suggestion): void {
      const now = performance.now();
      if (writing === undefined || draft.text === writing.shown?.text || now - writing.at < betweenMs) return;
      // It may become a reply that the call has.
      const begun = sameness(draft.text);
      if (before.some((one) => one.startsWith(begun))) return;
      writing = { ...writing, shown: draft, at: now };
      emit(sessionId, "suggestion_draft", draft);
    },

    /** The whole of it was emitted. */
    completed(): void {
      writing = undefined;
    },

    /** Nothing comes of it; without effect where none is shown. */
    withdraw(): void {
      if (writing?.shown) {
        const { callId, id } = writing.shown;
        emit(sessionId, "suggestion_withdrawn", { callId, id });
      }
      writing = undefined;
    },
  };
}
