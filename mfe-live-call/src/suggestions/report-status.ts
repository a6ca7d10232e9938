import { reportSuggestion, type Suggestion, SuggestionStatus } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { deliver } from "@souffleur/shared-ui/saving";

const rank = (status: SuggestionStatus) => SuggestionStatus.options.indexOf(status);

/** Reports what the agent did with suggestions; a report that did not reach the server is sent again. */
export function createStatusReports() {
  const reported = new Map<string, { state: SuggestionStatus; place: number | undefined }>();
  /**
   * Resolves when the server has the state; at once if that or a higher state was reported before.
   * @param place of a card, from 1, which is reported again where it changes, until the card is used
   */
  return async function report(
    { callId, id }: Suggestion,
    state: SuggestionStatus,
    place?: number,
  ): Promise<void> {
    const last = reported.get(id);
    const isKnown = last !== undefined && rank(last.state) >= rank(state);
    if (isKnown && (place === undefined || place === last.place || rank(last.state) >= rank("used"))) return;
    reported.set(id, { state: isKnown ? last.state : state, place: place ?? last?.place });
    const input = {
      params: { callId, suggestionId: id },
      body: { state, ...(place !== undefined && { place }) },
    };
    // Not after the report before it, which the server may get later: it only raises a state. So a page that is left at
    // once has sent it.
    await deliver(() => call(reportSuggestion, input)).catch((error: unknown) =>
      console.warn("The state of a suggestion can't be reported", error),
    );
  };
}
