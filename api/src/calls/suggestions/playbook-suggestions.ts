import type { Suggestion } from "@souffleur/contracts";
import { clock } from "../../clock.ts";
import { sameness } from "../../suggestions/candidate.ts";
import { type PlaybookAnswer, suggest } from "../../suggestions/rank-replies.ts";
import type { CallRecords } from "../records/call-records.ts";
import type { Context } from "./model-suggestions.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { isWeak, type SuggestionDelivery, type TargetCall } from "./suggestion-delivery.ts";

export interface PlaybookSuggestionsDeps {
  records: Pick<CallRecords, "suggested"> & { replies: Pick<CallRecords["replies"], "quiet"> };
  delivery: SuggestionDelivery;
}

/** So many replies of the playbook are suggested for a turn of the client unasked: more would use up those of later turns. */
const unaskedMost = 1;

/** Replies of the organization's playbook. */
export function createPlaybookSuggestions({ records, delivery }: PlaybookSuggestionsDeps) {
  return {
    /** The best `wanted` replies, which are emitted with the best one last. */
    async ask(
      call: TargetCall,
      { playbook, quieter, lines, isAsked }: Context,
      room: number,
      watch: Stopwatch,
    ): Promise<Suggestion[]> {
      const wanted = isAsked ? room : Math.min(room, unaskedMost);
      const [before, habitual] = await watch.except(
        Promise.all([
          records.suggested(call._id),
          quieter ? records.replies.quiet(call.agentId) : new Set<string>(),
        ]),
      );
      const used = new Set(before);
      const chosen: PlaybookAnswer["suggestions"] = [];
      while (chosen.length < wanted) {
        const { suggestions } = suggest({
          playbook,
          lines,
          callId: call._id,
          used,
          habitual,
          now: clock.ms(),
        });
        const offered = suggestions.filter(({ suggestion }) => isAsked || !isWeak(suggestion));
        if (offered.length === 0) break;
        for (const one of offered) {
          used.add(one.suggestion.id);
          // A reply whose text the call has already, from another source, is skipped for the next one.
          if (!used.has(sameness(one.suggestion.text))) chosen.push(one);
        }
      }
      const given: Suggestion[] = [];
      for (const { suggestion, origin } of chosen.slice(0, wanted).reverse())
        given.push(...(await delivery.deliver(call, suggestion, watch, origin)));
      return given;
    },

    /** Whether the playbook has no new reply that answers these lines. */
    async isSilent(call: TargetCall, { playbook, lines }: Context, watch: Stopwatch): Promise<boolean> {
      const used = new Set(await watch.except(records.suggested(call._id)));
      const { suggestions } = suggest({ playbook, lines, callId: call._id, used, now: clock.ms() });
      return suggestions.every(({ suggestion }) => isWeak(suggestion));
    },
  };
}
