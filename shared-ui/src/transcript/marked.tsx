import type { ReactNode } from "react";
import type { Match } from "./find-matches.ts";
import styles from "./marked.module.css";

/** A text in which the matches are marked. @param matches in order */
export function Marked({ text, matches }: { text: string; matches: readonly Match[] }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    parts.push(
      text.slice(at, start),
      <mark key={start} className={styles.mark}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, text.slice(at)];
}
