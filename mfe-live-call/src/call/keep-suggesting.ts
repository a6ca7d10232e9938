import { generateSuggestions } from "@souffleur/contracts";
import { call, toast } from "@souffleur/shared-ui";
import { errorText } from "../lib/request-errors.ts";
import type { Store } from "../lib/store.ts";
import { t } from "../texts/texts.ts";
import { lastClientTurn } from "../transcript/turns.ts";
import type { LiveCallState } from "./live-call-state.ts";
import { addSuggestions, bestReply, nextSuggestionAt, showNextSuggestion } from "./suggestion-state.ts";

/** A sentence often arrives in several lines; the first suggestion is due 1 s after its end. */
const autoAfterMs = 500;

/** The call in which suggestions can be requested. */
export const suggestingIn = ({ call: { status }, callId }: LiveCallState) =>
  status === "active" ? callId : undefined;

/** Requests suggestions for the store's call: in response to a press, or for the client's last line. */
export async function requestSuggestions(store: Store<LiveCallState>, pressed: boolean): Promise<void> {
  const callId = suggestingIn(store.get());
  if (callId === undefined) return;
  const query = pressed ? {} : unaskedQuery(store.get());
  store.set((state) => ({
    ...state,
    requestedFor: state.lastClientLine,
    generating: true,
    asked: state.asked || pressed,
  }));
  try {
    const { data } = await call(generateSuggestions, { params: { callId }, query });
    // The answer to an automatic request is dropped if Auto-generate was switched off meanwhile.
    store.set((state) =>
      pressed || state.auto ? addSuggestions(state, data.suggestions, Date.now()) : state,
    );
    if (pressed && data.suggestions.length === 0) toast.info(t("No new suggestions right now."));
  } catch (error) {
    const text = errorText(error, t("Suggestions could not be generated."));
    if (pressed) toast.error(text);
    else console.warn(`No suggestions: ${text}`);
  } finally {
    store.set((state) => ({ ...state, generating: false, asked: state.asked && !pressed }));
  }
}

/**
 * Requests suggestions after the client's lines, and shows those that wait for a place when their time has come, whichever
 * screen is shown.
 * @param isWanted whether this page requests any: of several pages of a call, one that only shows its bar, and is hidden,
 * leaves that to the others
 * @returns a function that stops it
 */
export function keepSuggesting(
  store: Store<LiveCallState>,
  isWanted: () => boolean = () => true,
): () => void {
  let due: { line: string; timer: ReturnType<typeof setTimeout> } | undefined;
  let next: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;

  function requestWhenDue(): void {
    const { auto, generating, lastClientLine: line, requestedFor } = store.get();
    // A line that arrives during a request is handled after it.
    const wanted =
      auto && !generating && line !== requestedFor && suggestingIn(store.get()) !== undefined && isWanted();
    const wantedLine = wanted ? line : undefined;
    if (due?.line === wantedLine) return;
    clearTimeout(due?.timer);
    due = undefined;
    if (wantedLine === undefined) return;
    const timer = setTimeout(() => void requestSuggestions(store, false), autoAfterMs);
    due = { line: wantedLine, timer };
  }

  function showWhenDue(): void {
    const at = nextSuggestionAt(store.get(), Date.now());
    if (next?.at === at) return;
    clearTimeout(next?.timer);
    next = undefined;
    if (at === undefined) return;
    // A timer may fire a fraction of a millisecond too early.
    const show = () => {
      next = undefined;
      store.set((state) => showNextSuggestion(state, Math.max(at, Date.now())));
    };
    next = { at, timer: setTimeout(show, at - Date.now()) };
  }

  const update = () => {
    requestWhenDue();
    showWhenDue();
  };
  const stop = store.subscribe(update);
  document.addEventListener("visibilitychange", update);
  update();
  return () => {
    stop();
    document.removeEventListener("visibilitychange", update);
    clearTimeout(due?.timer);
    clearTimeout(next?.timer);
  };
}

/** A request without a press says which intent the best reply answers in this turn already. */
function unaskedQuery(state: LiveCallState) {
  const best = bestReply(state)?.suggestion;
  const isAnswer = lastClientTurn(state.conversation).has(best?.trigger?.messageId ?? "");
  const answered = isAnswer ? best?.intent?.id : undefined;
  return { unasked: "true" as const, ...(answered !== undefined && { answered }) };
}
