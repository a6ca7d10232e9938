import type { Sender } from "@souffleur/contracts";
import { classNames } from "@souffleur/shared-ui";
import type { ReactNode } from "react";
import { formatConfidence } from "./format-confidence.ts";
import styles from "./speaker-line.module.css";

interface SpeakerLineProps {
  sender: Sender;
  name: string;
  /** From 0 to 1; undefined to show none. */
  confidence: number | undefined;
  children: ReactNode;
}

/** The line above a text: its speaker, and the recognizer's confidence. */
export function SpeakerLine({ sender, name, confidence, children }: SpeakerLineProps) {
  return (
    <p className={styles.line}>
      <span className={classNames(styles.speaker, styles[sender])}>{name}</span>
      {children}
      {confidence !== undefined && (
        <span>
          {formatConfidence(confidence)}
          <span className="visually-hidden"> confidence</span>
        </span>
      )}
    </p>
  );
}
