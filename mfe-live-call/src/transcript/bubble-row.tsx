import { classNames } from "@souffleur/shared-ui";
import { memo, type ReactNode } from "react";
import styles from "./conversation.module.css";
import { findMatches } from "./find-matches.ts";
import type { Bubble } from "./merge-fragments.ts";

const clockTime = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

interface BubbleRowProps {
  bubble: Bubble;
  name: string;
  /** What is looked for in the transcript; empty for nothing. */
  query: string;
  /** Whether this is the match that the search stands at. */
  current: boolean;
}

/** One line of the conversation. Memoised: a conversation of thousands changes at its end. */
export const BubbleRow = memo(function BubbleRow({ bubble, name, query, current }: BubbleRowProps) {
  const { sender, text, timestamp, confidence, isTranscription } = bubble;
  return (
    <div className={classNames(styles.row, styles[sender])}>
      <div className={classNames(styles.bubble, current && styles.current)}>
        <p className={styles.meta}>
          <span className={styles.speaker}>{name}</span>
          <span>{sender === "client" ? "Client" : "Agent"}</span>
          <time dateTime={new Date(timestamp).toISOString()}>{clockTime.format(timestamp)}</time>
          {isTranscription && (
            <span>
              {formatConfidence(confidence)}
              <span className="visually-hidden"> confidence</span>
            </span>
          )}
        </p>
        <p lang="fr">{query === "" ? text : marked(text, query)}</p>
      </div>
    </div>
  );
});

/** A share from 0 to 1 as whole percents. */
export function formatConfidence(confidence: number): string {
  return `${Math.round(confidence * 100)}%`;
}

function marked(text: string, query: string): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of findMatches(text, query)) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return [...parts, text.slice(at)];
}
