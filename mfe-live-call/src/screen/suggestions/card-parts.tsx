import { CheckIcon } from "@souffleur/shared-ui";
import styles from "./card-parts.module.css";

/** What the agent has done with a card, and when. */
export function DoneMark({ text }: { text: string }) {
  return (
    <span className={styles.done}>
      <CheckIcon aria-hidden />
      <span>{text}</span>
    </span>
  );
}

/** The key that does the same as the button: a hint only where there is a keyboard. */
export function KeyHint({ children }: { children: string | number }) {
  return (
    <kbd aria-hidden className={styles.key}>
      {children}
    </kbd>
  );
}
