import styles from "./key-hint.module.css";

interface KeyHintProps {
  children: string | number;
  /** Whether the key acts now. It keeps its room, so that nothing moves. */
  isLive?: boolean;
}

/** The key that does the same as the control: a hint only where there is a keyboard. */
export function KeyHint({ children, isLive = true }: KeyHintProps) {
  return (
    <kbd aria-hidden className={styles.key} data-dead={isLive ? undefined : true}>
      {children}
    </kbd>
  );
}
