import type { StoredSuggestion as Suggestion } from "@souffleur/contracts";
import { Badge, SuggestionIcon } from "@souffleur/shared-ui";
import { type Text, t } from "../../texts/texts.ts";
import styles from "./past-suggestion.module.css";

const states = {
  given: { label: "{kind, select, whisper {Not shown} other {Not shown}}", tone: "neutral" },
  delivered: { label: "{kind, select, whisper {Not shown} other {Not shown}}", tone: "neutral" },
  shown: { label: "{kind, select, whisper {Shown} other {Shown}}", tone: "neutral" },
  dismissed: { label: "{kind, select, whisper {Dismissed} other {Dismissed}}", tone: "neutral" },
  copied: { label: "{kind, select, whisper {Copied} other {Copied}}", tone: "accent" },
  used: { label: "{kind, select, whisper {Used} other {Used}}", tone: "accent" },
} as const satisfies Record<string, { label: Text; tone: string }>;

/** A colleague's whisper names its sender instead. */
const providers = {
  playbook: "Playbook",
  "language-model": "Language model",
  coach: undefined,
} as const satisfies Record<NonNullable<Suggestion["provider"]>, Text | undefined>;

/** A suggestion below the line that triggered it, with its state and its provider. */
export function StoredSuggestion({
  suggestion: { text, state, said, from, provider },
}: {
  suggestion: Suggestion;
}) {
  const { label, tone } = states[state];
  // Who says it without having seen it shows what the suggestion is worth: that alone is told.
  const isUnseen = state === "given" || state === "delivered";
  const source = provider && providers[provider];
  const kind = from === undefined ? "suggestion" : "whisper";
  return (
    <div className={styles.row}>
      <div className={styles.suggestion}>
        <p className={styles.head}>
          <SuggestionIcon aria-hidden />
          <span>{from === undefined ? t("Suggestion") : t("Whisper from {from}", { from })}</span>
          {!(said && isUnseen) && <Badge tone={tone}>{t(label, { kind })}</Badge>}
          {said && (
            <Badge tone="success" title={t("Its words appear in the agent's next lines")}>
              {t("{kind, select, whisper {Said} other {Said}}", { kind })}
            </Badge>
          )}
          {source !== undefined && <span className={styles.source}>{t(source)}</span>}
        </p>
        <p lang="fr">{text}</p>
      </div>
    </div>
  );
}
