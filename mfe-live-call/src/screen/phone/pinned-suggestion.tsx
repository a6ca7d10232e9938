import { Button, language } from "@souffleur/shared-ui";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { bestReply } from "../../call/suggestion-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import type { SuggestionActions } from "../suggestions/suggestion-actions.ts";
import { useIsOutdated } from "../suggestions/use-suggestions.ts";
import styles from "./phone.module.css";

/** A longer text is set smaller, so that it is shown in full. */
const longText = 84;

/** The best reply that is not said yet, a whisper before it; it stays visible whichever tab is open. */
export function PinnedSuggestion({
  store,
  actions: { use },
}: {
  store: Store<LiveCallState>;
  actions: SuggestionActions;
}) {
  const isOutdated = useIsOutdated(store);
  const { shown, whisper, drafts } = useStore(store, ({ suggestions }) => suggestions);
  const best = useStore(store, bestReply);
  // A whisper comes first; then the best reply.
  const newest = [whisper, best, ...shown].find((one) => one !== undefined && one.done?.as !== "used");
  const isDraft = newest !== undefined && drafts.has(newest.suggestion.id);
  return (
    <section
      aria-label={t("Newest suggestion")}
      tabIndex={-1}
      data-outdated={isOutdated || undefined}
      className={styles.pinned}
    >
      {newest === undefined ? (
        <p className={styles.none}>{t("Suggestions appear as the client speaks.")}</p>
      ) : (
        <>
          <p lang="fr" data-long={newest.suggestion.text.length > longText || undefined}>
            {newest.suggestion.provider === "coach" && (
              <strong lang={language} className={styles.whisper}>
                {`${t("{name}:", { name: newest.suggestion.from ?? t("Whisper") })} `}
              </strong>
            )}
            <span>{isDraft ? `${newest.suggestion.text} …` : newest.suggestion.text}</span>
          </p>
          {/* A new element for each suggestion: a press that started on the previous one must not use the next. */}
          <Button
            key={newest.suggestion.id}
            variant="primary"
            disabled={isDraft}
            onClick={() => use(newest.suggestion)}
          >
            {t("Use")}
          </Button>
        </>
      )}
    </section>
  );
}
