import type { Sender } from "@souffleur/contracts";
import { ArrowDownIcon, CheckIcon } from "@souffleur/shared-ui";
import {
  type Bubble,
  BubbleRow,
  BubbleRows,
  type LineNotes,
  NotedLine,
} from "@souffleur/shared-ui/transcript";
import { Fragment, memo, useEffect, useRef } from "react";
import type { Said } from "../../suggestions/slot-state.ts";
import { t } from "../../texts/texts.ts";
import styles from "./conversation-log.module.css";
import { useFollowEnd } from "./use-follow-end.ts";

/** Following the end needs fewer rows outside the visible part than scrolling. */
const overscan = { reading: 8, following: 2 };

interface ConversationLogProps {
  bubbles: readonly Bubble[];
  /** Replies that the agent has marked as said, which stand after what was said before. */
  said: readonly Said[];
  names: Readonly<Record<Sender, string>>;
  query: string;
  /** The index of the bubble with the current match. */
  current: number | undefined;
  /** A new value scrolls to the current bubble again. */
  visit: unknown;
  /** Shown while there is no line. */
  emptyText: string;
  /** The notes on the lines, where they are shown. */
  lineNotes: LineNotes | undefined;
}

/** Memoized, because interim text, which changes with every word, is shown elsewhere. */
export const ConversationLog = memo(function ConversationLog({
  bubbles,
  said,
  names,
  query,
  current,
  visit,
  emptyText,
  lineNotes,
}: ConversationLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { following, hasLater, isFollowing, jumpToEnd, leaveEnd } = useFollowEnd(scroller);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit leaves the end again
  useEffect(() => {
    if (current !== undefined) leaveEnd();
  }, [current, visit, leaveEnd]);

  return (
    <div className={styles.logFrame}>
      <div
        ref={scroller}
        role="log"
        aria-label={t("Conversation")}
        // Rows that scrolling brings into the page are not announced.
        aria-live={following ? "polite" : "off"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
        tabIndex={0}
        className={styles.log}
      >
        <BubbleRows
          bubbles={bubbles}
          scroller={scroller}
          overscan={following ? overscan.following : overscan.reading}
          current={current}
          visit={visit}
          isFollowing={isFollowing}
        >
          {(bubble, index) => {
            const row = (
              <BubbleRow
                bubble={bubble}
                before={bubbles[index - 1]}
                name={names[bubble.sender]}
                query={query}
                current={index === current}
              />
            );
            return (
              <Fragment key={bubble.id}>
                {lineNotes === undefined ? (
                  row
                ) : (
                  <NotedLine bubble={bubble} lineNotes={lineNotes}>
                    {row}
                  </NotedLine>
                )}
                {said
                  .filter(({ after }) => after === bubble.id)
                  .map(({ id, text }) => (
                    <p key={id} className={styles.said}>
                      <CheckIcon aria-hidden />
                      <span className="visually-hidden">{`${t("Said")} `}</span>
                      <span lang="fr" title={text}>
                        {text}
                      </span>
                    </p>
                  ))}
              </Fragment>
            );
          }}
        </BubbleRows>
        {bubbles.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      </div>
      {!following && hasLater && (
        <button
          type="button"
          className={styles.jump}
          onClick={() => {
            jumpToEnd();
            // The button disappears.
            scroller.current?.focus();
          }}
        >
          <ArrowDownIcon aria-hidden />
          <span>{t("Jump to latest")}</span>
        </button>
      )}
    </div>
  );
});
