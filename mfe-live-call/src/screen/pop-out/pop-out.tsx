import { CheckIcon, shortcutsOn } from "@souffleur/shared-ui";
import type { LiveCall } from "../../call/live-call.ts";
import { useStore } from "../../lib/store.ts";
import type { ShownSuggestion } from "../../suggestions/slot-state.ts";
import { t } from "../../texts/texts.ts";
import { lastClientText } from "../../transcript/turns.ts";
import { CallTimer } from "../call-timer.tsx";
import { HelpButton } from "../help/help-button.tsx";
import { suggestionActions } from "../suggestions/suggestion-actions.ts";
import { useSuggestionKeys } from "../suggestions/use-suggestion-keys.ts";
import { useSuggestions } from "../suggestions/use-suggestions.ts";
import styles from "./pop-out.module.css";

interface PopOutProps {
  live: LiveCall;
  /** The window that shows it. */
  own: Window;
}

/** The prompter in a window of 420 × 260 px: what the client said last, the replies by their keys, time and help. */
export function PopOut({ live, own }: PopOutProps) {
  const { store, report } = live;
  const { slots, generate, generating } = useSuggestions(store);
  const call = useStore(store, (state) => state.call);
  const said = useStore(store, ({ conversation }) => lastClientText(conversation));
  const actions = suggestionActions(store, {
    // Notes are taken on the call's screen.
    onNote: () => false,
    onStatus: (suggestion, status) => void report(suggestion, status),
  });
  useSuggestionKeys({
    slots,
    actions,
    hasKeys: shortcutsOn(),
    generate: generating ? undefined : generate,
    own,
  });
  const { whisper, shown, drafts } = slots;
  const [best, ...others] = shown;
  const press = (one: ShownSuggestion) => {
    if (one.done?.as !== "used" && !drafts.has(one.suggestion.id)) actions.use(one.suggestion);
  };
  return (
    <main className={styles.popOut}>
      <header className={styles.head}>
        <CallTimer call={call} className={styles.timer} />
        <p lang="fr" className={styles.said} title={said}>
          {said}
        </p>
        <HelpButton store={store} own={own} />
      </header>
      {whisper?.done === undefined && whisper && (
        <Reply one={whisper} hint="W" className={styles.whisper} onPress={press} />
      )}
      {best && <Reply one={best} hint="1" className={styles.best} onPress={press} />}
      {!(whisper && whisper.done === undefined) &&
        others.map((one, index) =>
          one ? <Reply key={one.suggestion.id} one={one} hint={String(index + 2)} onPress={press} /> : null,
        )}
    </main>
  );
}

interface ReplyProps {
  one: ShownSuggestion;
  /** The key that says it. */
  hint: string;
  className?: string | undefined;
  onPress: (one: ShownSuggestion) => void;
}

/** A press says that it was said. */
function Reply({ one, hint, className, onPress }: ReplyProps) {
  const { suggestion, done, isPast } = one;
  return (
    <button
      type="button"
      aria-label={`${t("Use")}: ${suggestion.text}`}
      className={[styles.reply, className].filter(Boolean).join(" ")}
      data-past={isPast || done?.as === "used" || undefined}
      onClick={() => onPress(one)}
    >
      {done?.as === "used" ? <CheckIcon aria-hidden /> : <kbd aria-hidden>{hint}</kbd>}
      <span lang="fr">{suggestion.text}</span>
    </button>
  );
}
