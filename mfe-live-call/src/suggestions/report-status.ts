import { reportSuggestion, type Suggestion, SuggestionStatus } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { deliver } from "@souffleur/shared-ui/saving";

const rank = (status: SuggestionStatus) => SuggestionStatus.options.indexOf(status);

/** Reports what the agent did with suggestions; a report that did not reach the server is sent again. */
export function createStatusReports() {
  const reported = new Map<string, SuggestionStatus>();
  /** Resolves when the server has the state; at once if that or a higher state was reported before. */
  return async function report({ callId, id }: Suggestion, status: SuggestionStatus): Promise<void> {
    const last = reported.get(id);
    if (last !== undefined && rank(last) >= rank(status)) return;
    reported.set(id, status);
    const input = { params: { callId, suggestionId: id }, body: { state: status } };
    // Not after the report before it, which the server may get later: it only raises a state. So a page that is left at
    // once has sent it.
    await deliver(() => call(reportSuggestion, input)).catch((error: unknown) =>
      console.warn("The state of a suggestion can't be reported", error),
    );
  };
}
