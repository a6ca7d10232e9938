import { randomUUID } from "node:crypto";
import { limits, type Suggestion } from "@souffleur/contracts";
import { clock } from "../../clock.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import { rooms } from "../../realtime/rooms.ts";
import { type Candidate, sameness } from "../../suggestions/candidate.ts";
import type { EmitSuggestion } from "../../suggestions/drafts.ts";
import type { Origin } from "../../suggestions/rank-replies.ts";
import { maskSecrets } from "../masking/masking.ts";
import type { CallRecords } from "../records/call-records.ts";
import type { Counters } from "./counters.ts";
import type { Stopwatch } from "./stopwatch.ts";

type Provider = NonNullable<Suggestion["provider"]>;
export type Trigger = NonNullable<Suggestion["trigger"]>;

/** The call that suggestions are for. */
export interface TargetCall {
  _id: string;
  organizationId: string | null;
  agentId: string;
  sessionId: string;
}

export interface SuggestionDeliveryDeps {
  counters: Pick<Counters, "given">;
  records: Pick<CallRecords, "claimSuggestion"> & { suggestions: Pick<CallRecords["suggestions"], "keep"> };
  realtime: Pick<Realtime, "emit">;
}

/** Delivers suggestions to the pages of a call, none of them twice. */
export function createSuggestionDelivery({ counters, records, realtime }: SuggestionDeliveryDeps) {
  const emit: EmitSuggestion = (sessionId, name, event) =>
    realtime.emit(rooms.session(sessionId), name, event);

  /** Claims the keys for a suggestion in its call, all or none, and stores it; false where one was claimed before. */
  async function claim(suggestion: Suggestion, keys: readonly string[], origin?: Origin): Promise<boolean> {
    const seq = await records.claimSuggestion(suggestion.callId, keys);
    if (seq === undefined) return false;
    await records.suggestions.keep(suggestion, seq, origin);
    return true;
  }

  return {
    emit,

    /** Stores and emits a suggestion, unless the call had it before. @returns it, or nothing */
    async deliver(call: TargetCall, suggestion: Suggestion, watch: Stopwatch, origin?: Origin) {
      const given: Suggestion = { ...suggestion, tookMs: watch.read() };
      const keys = [...(origin ? [suggestion.id] : []), sameness(suggestion.text)];
      if (!(await watch.except(claim(given, keys, origin)))) return [];
      counters.given.inc({ provider: suggestion.provider ?? "playbook" });
      emit(call.sessionId, "suggestion", given);
      return [given];
    },
  };
}
export type SuggestionDelivery = ReturnType<typeof createSuggestionDelivery>;

/** A suggestion of a reply, with its secrets masked. */
export function toSuggestion(
  callId: string,
  candidate: Candidate,
  provider: Provider,
  trigger: Trigger | undefined,
): Suggestion {
  return {
    ...candidate,
    id: randomUUID(),
    text: maskSecrets(candidate.text),
    timestamp: clock.now().toISOString(),
    callId,
    provider,
    ...(trigger && { trigger }),
  };
}

/** Whether a reply is suggested only where the agent asks for one. */
export const isWeak = ({ confidence }: { confidence: number }) => confidence < limits.unaskedConfidenceMin;
