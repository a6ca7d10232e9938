import type { Suggestion } from "@souffleur/contracts";
import { Badge, Button, CheckIcon, CloseIcon, CopyIcon, IconButton } from "@souffleur/shared-ui";
import { formatConfidence, useCopy } from "@souffleur/shared-ui/transcript";
import styles from "./suggestions.module.css";

const categories = {
  response: { label: "Response", tone: "accent" },
  question: { label: "Question", tone: "client" },
  other: { label: "Other", tone: "neutral" },
} as const;

const providers = { playbook: "playbook", "language-model": "language model" } as const;

interface SuggestionCardProps {
  suggestion: Suggestion;
  /** The key that uses the suggestion; undefined while shortcuts are off. */
  shortcut: number | undefined;
  onCopy: () => void;
  onUse: () => void;
  onDismiss: () => void;
}

export function SuggestionCard({ suggestion, shortcut, onCopy, onUse, onDismiss }: SuggestionCardProps) {
  const { text, category, confidence, trigger, tookMs, provider } = suggestion;
  const { copied, copy } = useCopy();
  const { label, tone } = categories[category];
  const source = [
    provider && providers[provider],
    tookMs !== undefined && `${Math.max(1, Math.round(tookMs))} ms`,
  ].filter(Boolean);
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <Badge tone={tone}>{label}</Badge>
        <span className={styles.confidence}>
          {formatConfidence(confidence)}
          <span className="visually-hidden"> confidence</span>
        </span>
        <IconButton small label="Dismiss suggestion" onClick={onDismiss}>
          <CloseIcon aria-hidden />
        </IconButton>
      </div>
      <p lang="fr" className={styles.text}>
        {text}
      </p>
      {(trigger !== undefined || source.length > 0) && (
        <p className={styles.origin}>
          {trigger !== undefined && (
            <q lang="fr" title={trigger.text}>
              {trigger.text}
            </q>
          )}
          <span>{source.join(" · ")}</span>
        </p>
      )}
      <div className={styles.actions}>
        <Button
          small
          onClick={() => {
            copy(text);
            onCopy();
          }}
        >
          {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
          <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
        </Button>
        <Button
          small
          variant="primary"
          onClick={onUse}
          {...(shortcut !== undefined && { "aria-keyshortcuts": String(shortcut) })}
        >
          Use
          {shortcut !== undefined && <kbd aria-hidden>{shortcut}</kbd>}
        </Button>
      </div>
    </li>
  );
}
