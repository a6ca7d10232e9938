import { CheckIcon, classNames, shortcutsOn } from "@souffleur/shared-ui";
import type { LiveCall } from "../../call/live-call.ts";
import { bestPlace } from "../../call/suggestion-state.ts";
import { useStore } from "../../lib/store.ts";
import { openWhisper, type ShownSuggestion } from "../../suggestions/slot-state.ts";
import { t } from "../../texts/texts.ts";
import { lastClientText } from "../../transcript/turns.ts";
import { CallTimer } from "../call-timer.tsx";
import { HelpButton } from "../help/help-button.tsx";
import { actionsElsewhere } from "../suggestions/suggestion-actions.ts";
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
  const { store } = live;
  const { slots, generate, generating } = useSuggestions(store);
  const call = useStore(store, (state) => state.call);
  const said = useStore(store, ({ conversation }) => lastClientText(conversation));
  const actions = actionsElsewhere(live);
  const best = useStore(store, bestPlace);
  useSuggestionKeys({
    slots,
    best,
    actions,
    hasKeys: shortcutsOn(),
    generate: generating ? undefined : generate,
    own,
  });
  const whisper = openWhisper(slots);
  const press = ({ suggestion }: ShownSuggestion) => actions.use(suggestion);
  return (
    <main className={styles.popOut}>
      <header className={styles.head}>
        <CallTimer call={call} className={styles.timer} />
        <p lang="fr" className={styles.said} title={said}>
          {said}
        </p>
        <HelpButton store={store} own={own} />
      </header>
      {whisper && <Reply one={whisper} hint="W" className={styles.whisper} onPress={press} />}
      {slots.shown.map((one, index) =>
        one && (index === best || whisper === undefined) ? (
          <Reply
            key={one.suggestion.id}
            one={one}
            hint={String(index + 1)}
            className={index === best ? styles.best : undefined}
            onPress={press}
          />
        ) : null,
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
      className={classNames(styles.reply, className)}
      data-past={isPast}
      onClick={() => onPress(one)}
    >
      {done?.as === "used" ? <CheckIcon aria-hidden /> : <kbd aria-hidden>{hint}</kbd>}
      <span lang="fr">{suggestion.text}</span>
    </button>
  );
}
