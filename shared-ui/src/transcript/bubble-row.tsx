import { classNames, sharedText as t } from "@souffleur/shared-ui";
import { memo } from "react";
import { Link } from "react-router-dom";
import styles from "./bubble-row.module.css";
import { findMatches } from "./find-matches.ts";
import { Marked } from "./marked.tsx";
import type { Bubble } from "./merge-fragments.ts";
import { Confidence, SpeakerLine } from "./speaker-line.tsx";
import { formatClock } from "./timer.ts";

interface BubbleRowProps {
  bubble: Bubble;
  /** The bubble above it: consecutive lines of one speaker share one heading. */
  before: Bubble | undefined;
  name: string;
  /** The search text; empty for none. */
  query: string;
  /** Whether this is the current match of the search. */
  current: boolean;
  /** The fragment of this line's address, such as `#line-12`, to which its time links. */
  address?: string | undefined;
}

/** One line of the conversation. Memoized, because a long conversation only changes at its end. */
export const BubbleRow = memo(function BubbleRow({
  bubble,
  before,
  name,
  query,
  current,
  address,
}: BubbleRowProps) {
  const { sender, text, timestamp, confidence, isTranscription } = bubble;
  const isFirst = before?.sender !== sender;
  const time = <time dateTime={new Date(timestamp).toISOString()}>{formatClock(timestamp)}</time>;
  const meta = (
    <span className={styles.meta}>
      {address === undefined ? (
        time
      ) : (
        <Link to={{ hash: address }} replace>
          {time}
        </Link>
      )}
      {isTranscription && <Confidence value={confidence} />}
    </span>
  );
  return (
    <div className={classNames(styles.row, styles[sender], isFirst && styles.first)}>
      <div className={classNames(styles.bubble, current && styles.current)}>
        {isFirst ? (
          <SpeakerLine sender={sender} name={name}>
            <span>{t(sender === "client" ? "Client" : "Agent")}</span>
            {meta}
          </SpeakerLine>
        ) : (
          <>
            <span className="visually-hidden">{name}</span>
            {meta}
          </>
        )}
        <p lang="fr" className={styles.text}>
          {query === "" ? text : <Marked text={text} matches={findMatches(text, query)} />}
        </p>
      </div>
    </div>
  );
});
