import type { Suggestion, SuggestionStatus } from "@souffleur/contracts";
import { Button, GenerateIcon, Switch, shortcutsOn, useConnectionStatus } from "@souffleur/shared-ui";
import { useEffect, useLayoutEffect, useRef } from "react";
import { isUnknownToServer, type LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { useKeyPress } from "../../lib/use-key-press.ts";
import { hold, markSeen } from "../../suggestions/slot-state.ts";
import { advance } from "../../suggestions/slots.ts";
import { type Text, t } from "../../texts/texts.ts";
import type { SuggestionActions } from "./suggestion-actions.ts";
import { SuggestionCard } from "./suggestion-card.tsx";
import { readSuggestionKey } from "./suggestion-keys.ts";
import styles from "./suggestions.module.css";
import { useInView } from "./use-in-view.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface SuggestionsPaneProps {
  store: Store<LiveCallState>;
  actions: SuggestionActions;
  /** Called when the agent was shown, used, copied or dismissed a suggestion. */
  onStatus: (suggestion: Suggestion, status: SuggestionStatus) => void;
}

export function SuggestionsPane({
  store,
  actions: { change, copied, use, discard },
  onStatus,
}: SuggestionsPaneProps) {
  const { slots, generate, generating, auto, setAuto } = useSuggestions(store);
  const { shown, drafts } = slots;
  // After a call the digits choose its outcome.
  const hasDigits = useStore(store, ({ call }) => call.status !== "ended") && shortcutsOn();
  useKeyPress((press) => {
    const command = readSuggestionKey(press);
    if (command === undefined || (command.kind !== "generate" && !hasDigits)) return false;
    if (command.kind === "generate" && !generating) generate?.();
    if (command.kind === "dismiss") discard(shown.filter((one) => one !== undefined));
    const pressed = command.kind === "use" ? shown[command.index] : undefined;
    if (pressed && pressed.done?.as !== "used" && !drafts.has(pressed.suggestion.id)) use(pressed.suggestion);
    return true;
  });
  const isConnected = useConnectionStatus() === "connected";
  const isOutdated = useStore(store, ({ call }) => call.status === "active") && !isConnected;
  const isInView = useInView();
  useEffect(() => {
    if (isInView) change((now) => markSeen(now, Date.now()));
    for (const one of shown) {
      // A whisper's sender is told that it was seen, so it must be in view.
      const isSeen = isInView || one?.suggestion.provider !== "coach";
      if (one && isSeen && !drafts.has(one.suggestion.id)) onStatus(one.suggestion, "shown");
    }
  }, [shown, drafts, isInView, onStatus, change]);

  const pointed = useRef<string>(undefined);
  const focused = useRef<string>(undefined);
  const holdThese = () => {
    const ids = new Set([pointed.current, focused.current].filter((id) => id !== undefined));
    // What was waiting for a card that is no longer held is shown at once.
    change((now) => advance(hold(now, ids), Date.now()));
  };

  const section = useRef<HTMLElement>(null);
  // When the focused card disappears, the focus moves to the pane instead of the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards disappear when the slots change
  useLayoutEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return;
    focused.current = undefined;
    holdThese();
    section.current?.focus();
  }, [shown]);

  const isUnknown = useStore(store, isUnknownToServer);
  const emptyText = isUnknown
    ? t("No suggestions in this call: it could not be started on the server.")
    : t(emptyTextOf({ inCall: generate !== undefined, generating, auto }));
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="suggestions-title" className={styles.pane}>
      <div className={styles.head}>
        <h2 id="suggestions-title">{t("Live Suggestions")}</h2>
        <Switch label={t("Auto-generate")} checked={auto} onChange={setAuto} />
      </div>
      <Button
        wide
        disabled={generate === undefined}
        busy={generating}
        aria-keyshortcuts="Control+Enter"
        onClick={generate}
      >
        {!generating && <GenerateIcon aria-hidden />}
        <span>{t("Generate")}</span>
      </Button>
      {shown.every((one) => one === undefined) ? (
        <p key={emptyText} className={styles.empty}>
          {emptyText}
        </p>
      ) : (
        <ul className={styles.slots} aria-live="polite" data-outdated={isOutdated || undefined}>
          {shown.map(
            (one, index) =>
              one && (
                <SuggestionCard
                  key={one.suggestion.id}
                  shown={one}
                  slot={index + 1}
                  isDraft={drafts.has(one.suggestion.id)}
                  hasDigits={hasDigits}
                  onPoint={(isPointed) => {
                    pointed.current = isPointed ? one.suggestion.id : undefined;
                    holdThese();
                  }}
                  onFocus={(isFocused) => {
                    focused.current = isFocused ? one.suggestion.id : undefined;
                    holdThese();
                  }}
                  onCopy={() => copied(one.suggestion)}
                  onUse={() => use(one.suggestion)}
                  onDismiss={() => discard([one])}
                />
              ),
          )}
        </ul>
      )}
    </section>
  );
}

function emptyTextOf({ inCall, generating, auto }: Record<"inCall" | "generating" | "auto", boolean>): Text {
  if (generating) return "Generating suggestions…";
  if (!inCall) return "Suggested replies appear here during a call.";
  return auto ? "Suggestions appear as the client speaks." : "Press Generate for suggestions.";
}
