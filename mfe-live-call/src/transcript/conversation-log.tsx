import type { Sender } from "@souffleur/contracts";
import { ArrowDownIcon } from "@souffleur/shared-ui";
import {
  defaultRangeExtractor,
  observeElementOffset,
  observeElementRect,
  type Range,
  useVirtualizer,
} from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useRef } from "react";
import { BubbleRow } from "./bubble-row.tsx";
import styles from "./conversation.module.css";
import type { Bubble } from "./merge-fragments.ts";
import { useFollowEnd } from "./use-follow-end.ts";
import { usePrinting } from "./use-printing.ts";

/** Up to here every line is in the page, so that the browser's own search finds it. */
const virtualFrom = 150;
/** Rows beyond either edge, for who scrolls; who follows the end needs hardly any. */
const overscan = { reading: 8, following: 2 };
const estimatedRowPx = 72;
/** What is taken for the size of a log that has none: it is hidden, or nothing lays it out. */
const assumedRect = { width: 640, height: 480 };

interface ConversationLogProps {
  bubbles: readonly Bubble[];
  names: Readonly<Record<Sender, string>>;
  query: string;
  /** The index of the bubble that the search stands at. */
  current: number | undefined;
  /** Shown while there is no line. */
  emptyText: string;
}

/** Whether a conversation of so many bubbles has only those in the page that are in sight, and some around. */
export const isVirtual = (count: number) => count > virtualFrom;

/** Memoised: what is being said, and all else that changes with every word, is shown elsewhere. */
export const ConversationLog = memo(function ConversationLog({
  bubbles,
  names,
  query,
  current,
  emptyText,
}: ConversationLogProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const { following, isFollowing, jumpToEnd, leaveEnd } = useFollowEnd(scroller);
  // The same while the lines are: a new one would have all of them measured again, at every scroll too.
  const keyOf = useCallback((index: number) => bubbles[index]?.id ?? index, [bubbles]);
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: bubbles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowPx,
    getItemKey: keyOf,
    overscan: following ? overscan.following : overscan.reading,
    // Rows are put in their places past React: a line that arrives renders once, not at every step of its way.
    directDomUpdates: true,
    directDomUpdatesMode: "position",
    rangeExtractor: (range) => defaultRangeExtractor(isVirtual(range.count) ? range : wholeOf(range)),
    initialRect: assumedRect,
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => tell(rect.height === 0 ? assumedRect : rect)),
    // While the end is followed it is not the reader who scrolls.
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, isScrolling) => tell(offset, isScrolling && !isFollowing())),
  });

  useEffect(() => {
    if (current === undefined) return;
    leaveEnd();
    rows.scrollToIndex(current, { align: "center" });
  }, [current, leaveEnd, rows]);

  const rowOf = (bubble: Bubble, index: number) => (
    <BubbleRow
      key={bubble.id}
      bubble={bubble}
      name={names[bubble.sender]}
      query={query}
      current={index === current}
    />
  );
  return (
    <div className={styles.logFrame}>
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        // Rows that come in because somebody scrolls are not news.
        aria-live={following ? "polite" : "off"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached from the keyboard
        tabIndex={0}
        className={styles.log}
      >
        <div ref={rows.containerRef} className={styles.rows}>
          {rows.getVirtualItems().map(({ key, index }) => (
            <div key={key} ref={rows.measureElement} data-index={index}>
              {rowOf(bubbles[index] as Bubble, index)}
            </div>
          ))}
        </div>
        {isPrinting && <div className={styles.printed}>{bubbles.map(rowOf)}</div>}
        {bubbles.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      </div>
      {!following && (
        <button type="button" className={styles.jump} onClick={jumpToEnd}>
          <ArrowDownIcon aria-hidden />
          Jump to latest
        </button>
      )}
    </div>
  );
});

const wholeOf = (range: Range): Range => ({ ...range, startIndex: 0, endIndex: range.count - 1 });
