import { type Suggestion, SuggestionFate } from "@souffleur/contracts";
import type { Origin } from "../suggestions/playbook.ts";
import type { CallModels } from "./call-model.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

/** The suggestions that calls were given, and what became of them. */
export function createSuggestionRecords({ calls, suggestions }: CallModels) {
  return {
    createIndexes: () => suggestions.createIndexes(),

    /**
     * @param seq how many lines the call had when it came
     * @param origin of a reply of the playbook
     */
    async keep(suggestion: Suggestion, seq: number, origin?: Origin): Promise<void> {
      const {
        id,
        callId,
        text,
        confidence,
        category,
        timestamp,
        trigger,
        provider = "playbook",
        basedOn,
      } = suggestion;
      await suggestions.create({
        _id: id,
        callId,
        seq,
        ...(trigger && { triggerId: trigger.messageId }),
        text,
        confidence,
        category,
        provider,
        timestamp: new Date(timestamp),
        ...(basedOn && { basedOn }),
        ...origin,
      });
    },

    /** Of a call, in the order in which they came. */
    of: (callId: string) => suggestions.find({ callId }).sort({ timestamp: 1 }).lean<SuggestionDoc[]>(),

    /**
     * Raises a suggestion's state; where the stored one is as high, nothing changes. The call counts the used ones.
     * @returns the stored one; null where the call has no such suggestion
     */
    async report(callId: string, id: string, state: SuggestionFate) {
      const lower = SuggestionFate.options.slice(0, SuggestionFate.options.indexOf(state));
      await suggestions.updateOne(
        { _id: id, callId, state: { $in: [null, ...lower] } },
        { $set: { state }, $unset: { pending: "" } },
      );
      const kept = await suggestions
        .findOne({ _id: id, callId }, { state: 1, provider: 1 })
        .lean<Pick<SuggestionDoc, "state" | "provider">>();
      if (kept?.state === "used") {
        // Counted anew each time: a report that is repeated after a crash repairs the count, and it only rises.
        const suggestionsUsed = await suggestions.countDocuments({ callId, state: "used" });
        await calls.updateOne({ _id: callId }, { $max: { suggestionsUsed } });
      }
      return kept;
    },
  };
}
