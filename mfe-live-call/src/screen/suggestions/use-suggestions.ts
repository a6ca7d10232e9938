import { generateSuggestions } from "@souffleur/contracts";
import { call, toast, useSession } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent } from "react";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { addSuggestions, nextSuggestionAt, showNextSuggestion } from "../../call/suggestion-state.ts";
import { errorText } from "../../lib/request-errors.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { keepAutoGenerate } from "../../suggestions/auto-generate.ts";
import { t } from "../../texts/texts.ts";

/** A sentence often arrives in several lines; the first suggestion is due 1.5 s after its end. */
const autoAfterMs = 500;

export function useSuggestions(store: Store<LiveCallState>) {
  const slots = useStore(store, ({ suggestions }) => suggestions);
  const callId = useStore(store, (state) => (state.call.status === "active" ? state.callId : undefined));
  const clientLine = useStore(store, ({ lastClientLine }) => lastClientLine);
  const auto = useStore(store, (state) => state.auto);
  const { user } = useSession();
  const generating = useStore(store, (state) => state.generating);
  const requestedFor = useStore(store, (state) => state.requestedFor);

  const request = async (requestedCallId: string, pressed: boolean) => {
    store.set((state) => ({
      ...state,
      requestedFor: clientLine,
      generating: true,
      asked: pressed || state.asked,
    }));
    try {
      const { data } = await call(generateSuggestions, {
        params: { callId: requestedCallId },
        query: pressed ? {} : { unasked: "true" },
      });
      // The answer to an automatic request is dropped if Auto-generate was switched off meanwhile.
      store.set((state) =>
        pressed || state.auto
          ? addSuggestions(state, data.suggestions, { asked: pressed, now: Date.now() })
          : state,
      );
      if (pressed && data.suggestions.length === 0) toast.info(t("No new suggestions right now."));
    } catch (error) {
      const text = errorText(error, t("Suggestions could not be generated."));
      if (pressed) toast.error(text);
      else console.warn(`No suggestions: ${text}`);
    } finally {
      store.set((state) => ({ ...state, generating: false, asked: pressed ? false : state.asked }));
    }
  };

  const requestInBackground = useEffectEvent(() => {
    // Another tab of the agent, or the script of a test call, may already have brought suggestions for this line.
    const isAnswered = [...slots.shown, ...slots.waiting].some(
      (one) => one?.suggestion.trigger?.messageId === clientLine,
    );
    if (isAnswered) store.set((state) => ({ ...state, requestedFor: clientLine }));
    else if (callId !== undefined) void request(callId, false);
  });
  useEffect(() => {
    // A line that arrives during a request is handled after it.
    if (!auto || generating || clientLine === undefined || clientLine === requestedFor) return undefined;
    const timer = setTimeout(() => requestInBackground(), autoAfterMs);
    return () => clearTimeout(timer);
  }, [auto, generating, clientLine, requestedFor]);

  const nextAt = useStore(store, nextSuggestionAt);
  useEffect(() => {
    if (nextAt === undefined) return undefined;
    // A timer may fire a fraction of a millisecond too early.
    const show = () => store.set((state) => showNextSuggestion(state, Math.max(nextAt, Date.now())));
    const timer = setTimeout(show, nextAt - Date.now());
    return () => clearTimeout(timer);
  }, [store, nextAt]);

  return {
    slots,
    /** Undefined while there is no call. */
    generate: callId === undefined ? undefined : () => void request(callId, true),
    generating,
    auto,
    setAuto(on: boolean) {
      store.set((state) => ({ ...state, auto: on }));
      keepAutoGenerate(user?.id, on);
    },
  };
}
