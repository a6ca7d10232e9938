import { reportSuggestion, type Suggestion, SuggestionFate } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { backoffMs, wait } from "../lib/backoff.ts";
import { isTransient } from "../lib/request-errors.ts";

const rank = (fate: SuggestionFate) => SuggestionFate.options.indexOf(fate);

/** Reports what the agent did with suggestions; a report that did not reach the server is sent again. */
export function createFateReports() {
  const reported = new Map<string, SuggestionFate>();
  /** Resolves when the server has the state; at once if that or a higher state was reported before. */
  return async function report({ callId, id }: Suggestion, fate: SuggestionFate): Promise<void> {
    const last = reported.get(id);
    if (last !== undefined && rank(last) >= rank(fate)) return;
    reported.set(id, fate);
    const input = { params: { callId, suggestionId: id }, body: { state: fate } };
    for (let failures = 1; ; failures += 1) {
      try {
        await call(reportSuggestion, input);
        return;
      } catch (error) {
        if (!isTransient(error)) {
          console.warn("The state of a suggestion can't be reported", error);
          return;
        }
        await wait(backoffMs(failures));
      }
    }
  };
}
