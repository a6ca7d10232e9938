import type { ReactElement } from "react";
import type { Match } from "./find-matches.ts";
import styles from "./marked.module.css";

/** A text in which the matches are marked. @param matches in order */
export function Marked({ text, matches }: { text: string; matches: readonly Match[] }) {
  const parts: ReactElement[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    parts.push(
      <span key={`before ${start}`}>{text.slice(at, start)}</span>,
      <mark key={start} className={styles.mark}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, <span key="rest">{text.slice(at)}</span>];
}
