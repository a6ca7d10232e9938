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
import type { Bubble } from "../../transcript/merge-fragments.ts";
import { BubbleRow } from "./bubble-row.tsx";
import styles from "./conversation-log.module.css";
import { useFollowEnd } from "./use-follow-end.ts";
import { usePrinting } from "./use-printing.ts";

/** Up to this many lines are all in the page, so that the browser's own search finds them. */
const renderedMax = 150;
/** Rows rendered beyond either edge: following the end needs fewer than scrolling. */
const overscan = { reading: 8, following: 2 };
const estimatedRowPx = 72;
/** The assumed size of a log without a layout, because it is hidden for example. */
const assumedRect = { width: 640, height: 480 };

interface ConversationLogProps {
  bubbles: readonly Bubble[];
  names: Readonly<Record<Sender, string>>;
  query: string;
  /** The index of the bubble with the current match. */
  current: number | undefined;
  /** Shown while there is no line. */
  emptyText: string;
}

/** Whether only the visible bubbles of a conversation with `count` bubbles are in the page. */
export const isVirtual = (count: number) => count > renderedMax;

/** Memoized: interim text, which changes with every word, is shown elsewhere. */
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
  // Stable while the lines are: a new function would have all rows measured again, also while scrolling.
  const keyOf = useCallback((index: number) => bubbles[index]?.id ?? index, [bubbles]);
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: bubbles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowPx,
    getItemKey: keyOf,
    overscan: following ? overscan.following : overscan.reading,
    // Rows are positioned without React: a new line renders once, not at every step of the scrolling.
    directDomUpdates: true,
    directDomUpdatesMode: "position",
    rangeExtractor: (range) => defaultRangeExtractor(isVirtual(range.count) ? range : wholeOf(range)),
    initialRect: assumedRect,
    observeElementRect: (instance, onChange) =>
      observeElementRect(instance, (rect) => onChange(rect.height === 0 ? assumedRect : rect)),
    // While the end is followed, scrolling is not the reader's.
    observeElementOffset: (instance, onChange) =>
      observeElementOffset(instance, (offset, isScrolling) =>
        onChange(offset, isScrolling && !isFollowing()),
      ),
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
        // Rows that scrolling brings into the page are not announced.
        aria-live={following ? "polite" : "off"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
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
