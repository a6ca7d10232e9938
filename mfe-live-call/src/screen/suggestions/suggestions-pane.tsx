import { Button, GenerateIcon, IconButton, PopOutIcon, Switch, shortcutsOn } from "@souffleur/shared-ui";
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { isUnknownToServer, type LiveCallState } from "../../call/live-call-state.ts";
import { bestPlace } from "../../call/suggestion-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { markSeen, type Slots } from "../../suggestions/slot-state.ts";
import { type Text, t } from "../../texts/texts.ts";
import type { SuggestionActions } from "./suggestion-actions.ts";
import { SuggestionCard } from "./suggestion-card.tsx";
import styles from "./suggestions.module.css";
import { useSuggestionKeys } from "./use-suggestion-keys.ts";
import { useIsOutdated, useSuggestions } from "./use-suggestions.ts";
import { WhisperCard } from "./whisper-card.tsx";

interface SuggestionsPaneProps {
  store: Store<LiveCallState>;
  actions: SuggestionActions;
  /** Shows the prompter in a window of its own. */
  onPopOut: () => void;
}

export function SuggestionsPane({ store, actions, onPopOut }: SuggestionsPaneProps) {
  const { slots, generate, generating, auto, setAuto } = useSuggestions(store);
  const { shown, whisper, drafts } = slots;
  const { copied, note, use, discard } = actions;
  // After a call the digits choose its outcome.
  const hasKeys = useStore(store, ({ call }) => call.status !== "ended") && shortcutsOn();
  const best = useStore(store, bestPlace);
  useSuggestionKeys({ slots, best, actions, hasKeys, generate: generating ? undefined : generate });
  const isOutdated = useIsOutdated(store);
  useShownReports(slots, actions);

  const focused = useRef<string>(undefined);
  const section = useRef<HTMLElement>(null);
  // When the focused card disappears, the focus moves to the pane instead of the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards disappear when the slots change
  useLayoutEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return;
    focused.current = undefined;
    section.current?.focus();
  }, [shown]);

  const isWaiting = useStore(store, ({ call }) => call.status === "waiting" || call.status === "connecting");
  const isUnknown = useStore(store, isUnknownToServer);
  const emptyText = isUnknown
    ? t("No suggestions in this call: it could not be started on the server.")
    : t(emptyTextOf({ inCall: generate !== undefined, generating, auto }));
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="suggestions-title"
      data-idle={isWaiting || undefined}
      className={styles.pane}
    >
      <div className={styles.head}>
        <h2 id="suggestions-title">{t("Live Suggestions")}</h2>
        <Switch label={t("Auto-generate")} checked={auto} onChange={setAuto} />
        <Button
          small
          className={styles.generate}
          disabled={generate === undefined}
          busy={generating}
          aria-keyshortcuts="Control+Enter"
          onClick={generate}
        >
          {!generating && <GenerateIcon aria-hidden />}
          <span>{t("Generate")}</span>
        </Button>
        <IconButton
          small
          label={t("Pop out")}
          disabled={generate === undefined}
          className={styles.popOut}
          onClick={onPopOut}
        >
          <PopOutIcon aria-hidden />
        </IconButton>
      </div>
      {whisper && (
        <WhisperCard
          key={whisper.suggestion.id}
          shown={whisper}
          hasKeys={hasKeys}
          onTouch={() => actions.touch(whisper.suggestion.id)}
          onUse={() => use(whisper.suggestion)}
          onDismiss={() => discard(whisper)}
        />
      )}
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
                  isBest={index === best}
                  isSubjectNamed={
                    index !== best && one.suggestion.intent?.id === shown[best]?.suggestion.intent?.id
                  }
                  isDraft={drafts.has(one.suggestion.id)}
                  hasDigits={hasKeys}
                  onTouch={() => actions.touch(one.suggestion.id)}
                  onFocus={(isFocused) => {
                    focused.current = isFocused ? one.suggestion.id : undefined;
                  }}
                  onCopy={() => copied(one.suggestion)}
                  onNote={() => note(one.suggestion)}
                  onUse={() => use(one.suggestion)}
                  onDismiss={() => discard(one)}
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

/** Reports what is shown. A whisper's sender is told that it was seen, so it must be in view. */
function useShownReports({ shown, whisper, drafts }: Slots, { change, onStatus }: SuggestionActions): void {
  const isInView = useSyncExternalStore(onVisibility, () => document.visibilityState === "visible");
  useEffect(() => {
    if (isInView) change((now) => markSeen(now, Date.now()));
    if (isInView && whisper) onStatus(whisper.suggestion, "shown");
    for (const [at, one] of shown.entries())
      if (one && !drafts.has(one.suggestion.id)) onStatus(one.suggestion, "shown", at + 1);
  }, [shown, whisper, drafts, isInView, onStatus, change]);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
