import { Button, CloseIcon, IconButton, switches } from "@souffleur/shared-ui";
import { useState } from "react";
import { initials } from "../../lib/initials.ts";
import type { ShownSuggestion } from "../../suggestions/slot-state.ts";
import { t } from "../../texts/texts.ts";
import { DoneMark, KeyHint } from "./card-parts.tsx";
import styles from "./whisper-card.module.css";

/** What has more characters fills more than four lines of the usual size. */
const longFrom = 150;

interface WhisperCardProps {
  shown: ShownSuggestion;
  hasKeys: boolean;
  onTouch: () => void;
  onUse: () => void;
  onDismiss: () => void;
}

/** A colleague's words for the agent, who may say them in their own. They are never added to the notes. */
export function WhisperCard({
  shown: { suggestion, done },
  hasKeys,
  onTouch,
  onUse,
  onDismiss,
}: WhisperCardProps) {
  const { text, from = t("Whisper") } = suggestion;
  return (
    <section
      aria-label={t("Whisper from {name}", { name: from })}
      className={styles.whisper}
      data-done={done && true}
      onPointerEnter={onTouch}
      onPointerDown={onTouch}
      onFocus={onTouch}
    >
      <span aria-hidden className={styles.face}>
        {initials(from)}
      </span>
      <div aria-live="polite" className={styles.words}>
        <p className={styles.from}>
          <strong>{from}</strong>
          <span>{t("only you see this")}</span>
        </p>
        <p lang="fr" className={styles.text} data-long={text.length > longFrom || undefined}>
          {text}
        </p>
      </div>
      <div className={styles.actions}>
        {done === undefined ? (
          <Button small onClick={onUse} {...(hasKeys && { "aria-keyshortcuts": "w" })}>
            <span>{t("Use")}</span>
            {hasKeys && <KeyHint>W</KeyHint>}
          </Button>
        ) : (
          <DoneMark done={done} kind="whisper" />
        )}
        <SoundSwitch />
        <IconButton small label={t("Dismiss whisper")} onClick={onDismiss}>
          <CloseIcon aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}

/** Switches the sound of all whispers in this browser. */
function SoundSwitch() {
  const [isOn, setOn] = useState(switches.whisperSound.isOn);
  return (
    <Button
      small
      variant="quiet"
      onClick={() => {
        switches.whisperSound.keep(!isOn);
        setOn(!isOn);
      }}
    >
      {t(isOn ? "Sound off" : "Sound on")}
    </Button>
  );
}
