import { CheckIcon } from "@souffleur/shared-ui";
import { formatClock } from "@souffleur/shared-ui/transcript";
import type { ShownSuggestion } from "../../suggestions/slot-state.ts";
import { t } from "../../texts/texts.ts";
import styles from "./card-parts.module.css";

interface DoneMarkProps {
  done: NonNullable<ShownSuggestion["done"]>;
  kind: "whisper" | "suggestion";
}

/** What the agent has done with a card, and when. */
export function DoneMark({ done, kind }: DoneMarkProps) {
  const text =
    done.as === "used"
      ? "{kind, select, whisper {Said} other {Said}} {time}"
      : "{kind, select, whisper {Copied} other {Copied}} {time}";
  return (
    <span className={styles.done}>
      <CheckIcon aria-hidden />
      <span>{t(text, { kind, time: formatClock(done.at) })}</span>
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
