import type { Sender } from "@souffleur/contracts";
import { classNames, sharedText as t } from "@souffleur/shared-ui";
import type { ReactElement } from "react";
import { formatConfidence } from "./format-confidence.ts";
import styles from "./speaker-line.module.css";

interface SpeakerLineProps {
  sender: Sender;
  name: string;
  children: ReactElement | readonly (ReactElement | false)[] | false | undefined;
}

/** The line above a text, which names its speaker. */
export function SpeakerLine({ sender, name, children }: SpeakerLineProps) {
  return (
    <p className={styles.line}>
      <span className={classNames(styles.speaker, styles[sender])}>{name}</span>
      {children}
    </p>
  );
}

/** The recognizer's confidence, from 0 to 1; nothing at 0, where it does not say how sure it is. */
export function Confidence({ value }: { value: number }) {
  if (value === 0) return null;
  return (
    <span className={styles.confidence}>
      <span>{formatConfidence(value)}</span>
      <span className="visually-hidden">{` ${t("confidence")}`}</span>
    </span>
  );
}
