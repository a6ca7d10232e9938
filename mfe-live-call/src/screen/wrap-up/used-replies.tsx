import type { StoredSuggestion } from "@souffleur/contracts";
import { Badge } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import styles from "./wrap-up.module.css";

/** The suggested replies that the agent used or said. */
export function UsedReplies({ suggestions }: { suggestions: readonly StoredSuggestion[] }) {
  const used = suggestions.filter(({ state, said }) => state === "used" || said);
  if (used.length === 0) return <p className={styles.second}>{t("No suggested reply was used.")}</p>;
  return (
    <ul className={styles.replies}>
      {used.map(({ id, text, state, said, provider }) => (
        <li key={id}>
          <p lang="fr">{text}</p>
          {state === "used" && (
            <Badge tone="accent">{t("{kind, select, whisper {Used} other {Used}}", kindOf(provider))}</Badge>
          )}
          {said && (
            <Badge tone="success">{t("{kind, select, whisper {Said} other {Said}}", kindOf(provider))}</Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

const kindOf = (provider: StoredSuggestion["provider"]) => ({
  kind: provider === "coach" ? "whisper" : "reply",
});
