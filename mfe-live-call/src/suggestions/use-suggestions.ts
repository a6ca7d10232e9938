import { generateSuggestions, type Suggestion } from "@souffleur/contracts";
import { call, RequestError, toast, useSession } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type LiveCallState, suggested } from "../call/live-call-state.ts";
import { type Store, useStore } from "../store.ts";
import { keepAutoGenerate } from "./auto-generate.ts";

/** A sentence often comes in several lines; the first suggestion is due 1.5 s after its end. */
const autoAfterMs = 500;

const nothingNew = "There is no new reply to what was said so far.";

export interface Suggestions {
  list: readonly Suggestion[];
  /** Undefined while there is no call that could be asked about. */
  generate: (() => void) | undefined;
  generating: boolean;
  auto: boolean;
  setAuto: (on: boolean) => void;
}

export function useSuggestions(store: Store<LiveCallState>): Suggestions {
  const list = useStore(store, ({ suggestions }) => suggestions);
  const callId = useStore(store, (state) => (state.call.status === "active" ? state.callId : undefined));
  const heard = useStore(store, ({ lastClientLine }) => lastClientLine);
  const auto = useStore(store, (state) => state.auto);
  const { user } = useSession();
  const [asking, setAsking] = useState<string>();

  const asked = useRef<string>(undefined);

  const ask = async (
    callIdAsked: string,
    {
      pressed = false,
      onFailure,
      onNothing,
    }: { pressed?: boolean; onFailure: (text: string) => void; onNothing?: () => void },
  ) => {
    asked.current = heard;
    setAsking(callIdAsked);
    try {
      const { data } = await call(generateSuggestions, { params: { callId: callIdAsked } });
      // Switched off while the answer was awaited: nobody asked for it any more.
      store.set((state) => (pressed || state.auto ? suggested(state, data.suggestions) : state));
      if (data.suggestions.length === 0) onNothing?.();
    } catch (error) {
      onFailure(error instanceof RequestError ? error.message : "Suggestions could not be generated.");
    } finally {
      setAsking(undefined);
    }
  };

  const askQuietly = useEffectEvent(() => {
    // Another tab of the same agent asked about this line, or its script had a reply ready.
    if (list.some(({ trigger }) => trigger?.messageId === heard)) asked.current = heard;
    else if (callId !== undefined)
      void ask(callId, { onFailure: (text) => console.warn(`No suggestions: ${text}`) });
  });
  useEffect(() => {
    // What is heard while an answer is awaited is asked about after it.
    if (!auto || asking !== undefined || heard === undefined || heard === asked.current) return undefined;
    const timer = setTimeout(() => askQuietly(), autoAfterMs);
    return () => clearTimeout(timer);
  }, [auto, asking, heard]);

  return {
    list,
    generate:
      callId === undefined
        ? undefined
        : () =>
            void ask(callId, {
              pressed: true,
              onFailure: toast.error,
              onNothing: () => toast.info(nothingNew),
            }),
    generating: asking !== undefined,
    auto,
    setAuto(on) {
      store.set((state) => ({ ...state, auto: on }));
      keepAutoGenerate(user?.id, on);
    },
  };
}
