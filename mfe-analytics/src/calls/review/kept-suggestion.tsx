import type { KeptSuggestion as Suggestion } from "@souffleur/contracts";
import { Badge, SuggestionIcon } from "@souffleur/shared-ui";
import styles from "./kept-suggestion.module.css";

const fates = {
  given: { label: "Not shown", tone: "neutral" },
  delivered: { label: "Not shown", tone: "neutral" },
  shown: { label: "Shown", tone: "neutral" },
  dismissed: { label: "Dismissed", tone: "neutral" },
  copied: { label: "Copied", tone: "accent" },
  used: { label: "Used", tone: "accent" },
} as const;

/** A suggestion below the line that brought it, and what became of it. */
export function KeptSuggestion({ suggestion: { text, state, said, from } }: { suggestion: Suggestion }) {
  const { label, tone } = fates[state];
  return (
    <div className={styles.row}>
      <div className={styles.suggestion}>
        <p className={styles.head}>
          <SuggestionIcon aria-hidden />
          <span>{from === undefined ? "Suggestion" : `Whisper from ${from}`}</span>
          <Badge tone={tone}>{label}</Badge>
          {said && (
            <Badge tone="success" title="Its words appear in the agent's next lines">
              Said
            </Badge>
          )}
        </p>
        <p lang="fr">{text}</p>
      </div>
    </div>
  );
}
