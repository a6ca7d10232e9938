import type { Suggestion } from "@souffleur/contracts";
import { Badge, Button, CheckIcon, CloseIcon, CopyIcon, classNames, IconButton } from "@souffleur/shared-ui";
import { formatClock, formatConfidence, useCopy } from "@souffleur/shared-ui/transcript";
import { useState } from "react";
import type { ShownSuggestion } from "../../suggestions/slot-state.ts";
import { keepWhisperSound, soundsWhispers } from "../../suggestions/whisper-sound.ts";
import { T, type Text, t } from "../../texts/texts.ts";
import styles from "./suggestions.module.css";

const categories = {
  response: { label: "Response", tone: "accent" },
  question: { label: "Question", tone: "client" },
  other: { label: "Other", tone: "neutral" },
} as const satisfies Record<Suggestion["category"], { label: Text; tone: string }>;

const providers = { playbook: "playbook", "language-model": "language model", coach: "whisper" } as const;

interface SuggestionCardProps {
  shown: ShownSuggestion;
  /** From 1; also the key that uses the suggestion. */
  slot: number;
  /** Whether it is still being written and can't be used yet. */
  isDraft: boolean;
  hasDigits: boolean;
  onPoint: (isPointed: boolean) => void;
  onFocus: (isFocused: boolean) => void;
  onCopy: () => void;
  onUse: () => void;
  onDismiss: () => void;
}

export function SuggestionCard({
  shown: { suggestion, done },
  slot,
  isDraft,
  hasDigits,
  onPoint,
  onFocus,
  onCopy,
  onUse,
  onDismiss,
}: SuggestionCardProps) {
  const { text, category, confidence, from } = suggestion;
  const isWhisper = suggestion.provider === "coach";
  const { copy } = useCopy();
  const { label, tone } = categories[category];
  const dismissButton = (
    <IconButton small label={t("Dismiss suggestion")} onClick={onDismiss}>
      <CloseIcon aria-hidden />
    </IconButton>
  );
  const useButton = (
    <Button
      small
      variant="primary"
      disabled={isDraft}
      onClick={onUse}
      {...(hasDigits && { "aria-keyshortcuts": String(slot) })}
    >
      <span>{t("Use")}</span>
      {hasDigits && <kbd aria-hidden>{slot}</kbd>}
    </Button>
  );
  return (
    <li
      style={{ gridRow: slot }}
      className={styles.slot}
      // Screen readers announce it when it is complete, not word by word.
      aria-busy={isDraft}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // When the focused button disappears, nothing else gets the focus: the pane handles that.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onFocus(false);
      }}
    >
      {done === undefined ? (
        <div className={classNames(styles.card, isWhisper && styles.whisper)}>
          <div className={styles.cardHead}>
            {isWhisper ? (
              <Badge tone="client">
                {from === undefined ? t("Whisper") : t("Whisper from {name}", { name: from })}
              </Badge>
            ) : (
              <>
                <Badge tone={tone}>{t(label)}</Badge>
                <span className={styles.confidence}>
                  <T
                    text="{percent}<0> confidence</0>"
                    values={{ percent: formatConfidence(confidence) }}
                    elements={[<span key="unit" className="visually-hidden" />]}
                  />
                </span>
              </>
            )}
            {dismissButton}
          </div>
          <p lang="fr" className={styles.text}>
            {isDraft ? `${text} …` : text}
          </p>
          {!isWhisper && <Origin suggestion={suggestion} />}
          <div className={styles.actions}>
            {isWhisper && <SoundSwitch />}
            <Button small disabled={isDraft} onClick={() => void copy(text).then((done) => done && onCopy())}>
              <CopyIcon aria-hidden />
              <span>{t("Copy")}</span>
            </Button>
            {useButton}
          </div>
        </div>
      ) : (
        <div className={classNames(styles.card, styles.done)}>
          <CheckIcon aria-hidden />
          <span className={styles.doneAt}>
            {t(
              done.as === "used"
                ? "{kind, select, whisper {Used} other {Used}} {time}"
                : "{kind, select, whisper {Copied} other {Copied}} {time}",
              { kind: isWhisper ? "whisper" : "suggestion", time: formatClock(done.at) },
            )}
          </span>
          <span lang="fr" className={styles.doneText} title={text}>
            {text}
          </span>
          {done.as === "copied" && useButton}
          {dismissButton}
        </div>
      )}
    </li>
  );
}

/** Switches the sound of all whispers in this browser. */
function SoundSwitch() {
  const [isOn, setOn] = useState(soundsWhispers);
  return (
    <Button
      small
      variant="quiet"
      className={styles.sound}
      onClick={() => {
        keepWhisperSound(!isOn);
        setOn(!isOn);
      }}
    >
      {t(isOn ? "Sound off" : "Sound on")}
    </Button>
  );
}

function Origin({ suggestion: { trigger, tookMs, provider, basedOn = [] } }: { suggestion: Suggestion }) {
  const source = [
    provider && t(providers[provider]),
    tookMs !== undefined && t("{time} ms", { time: Math.max(1, Math.round(tookMs)) }),
    ...basedOn,
  ].filter(Boolean);
  if (trigger === undefined && source.length === 0) return null;
  return (
    <p className={styles.origin}>
      {trigger !== undefined && (
        <q lang="fr" title={trigger.text}>
          {trigger.text}
        </q>
      )}
      <span>{source.join(" · ")}</span>
    </p>
  );
}
