import { type Suggestion, SuggestionStatus } from "@souffleur/contracts";
import type { Origin } from "../../suggestions/rank-replies.ts";
import type { CallModels } from "./call-model.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

/** The suggestions in calls, and their states. */
export function createSuggestionRecords({ calls, suggestions }: CallModels) {
  return {
    createIndexes: () => suggestions.createIndexes(),

    /**
     * @param seq how many lines the call has
     * @param origin where it is a reply of the playbook
     */
    async keep(suggestion: Suggestion, seq: number, origin?: Origin): Promise<void> {
      const {
        id: _id,
        callId,
        text,
        confidence,
        category,
        provider = "playbook",
        basedOn,
        tookMs,
      } = suggestion;
      await suggestions.create({
        _id,
        callId,
        seq,
        text,
        confidence,
        category,
        provider,
        timestamp: new Date(suggestion.timestamp),
        ...(suggestion.trigger && { triggerId: suggestion.trigger.messageId }),
        ...(tookMs !== undefined && { tookMs }),
        ...(basedOn && { basedOn }),
        ...origin,
      });
    },

    /** How many were made since a call's line of this number, without colleagues' whispers. */
    async countSince(callId: string, seq: number): Promise<number> {
      return suggestions.countDocuments({ callId, seq: { $gte: seq }, provider: { $ne: "coach" } });
    },

    /** The suggestions in a call, in the order in which they were made. */
    of: (callId: string) => suggestions.find({ callId }).sort({ timestamp: 1 }).lean<SuggestionDoc[]>(),

    /**
     * Raises a suggestion's state, unless the stored one is as high, and counts the used ones in the call.
     * @returns the stored suggestion; null where the call has none with this id
     */
    async report(
      callId: string,
      id: string,
      { state, place }: { state: SuggestionStatus; place?: number | undefined },
    ) {
      const lower = SuggestionStatus.options.slice(0, SuggestionStatus.options.indexOf(state));
      await suggestions.updateOne(
        { _id: id, callId, state: { $in: [null, ...lower] } },
        { $set: { state }, $unset: { pending: "" } },
      );
      // Its place may change, and is none of what a later state keeps.
      if (place !== undefined) await suggestions.updateOne({ _id: id, callId }, { $set: { place } });
      const kept = await suggestions
        .findOne({ _id: id, callId }, { state: 1, provider: 1 })
        .lean<Pick<SuggestionDoc, "state" | "provider">>();
      if (kept?.state === "used") {
        // Counted again each time, so that a report that is repeated after a crash repairs the count, which only rises.
        const suggestionsUsed = await suggestions.countDocuments({ callId, state: "used" });
        await calls.updateOne({ _id: callId }, { $max: { suggestionsUsed } });
      }
      return kept;
    },
  };
}
