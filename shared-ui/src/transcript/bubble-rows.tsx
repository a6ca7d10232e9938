import {
  defaultRangeExtractor,
  observeElementOffset,
  observeElementRect,
  type Range,
  useVirtualizer,
} from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useCallback, useEffect } from "react";
import styles from "./bubble-rows.module.css";
import type { Bubble } from "./merge-fragments.ts";
import { usePrinting } from "./use-printing.ts";

/** Up to this many lines are all in the page, so that the browser's own search finds them. */
const renderedMax = 150;
const estimatedRowPx = 72;
/** The assumed size of a scroller without a layout, because it is hidden for example. */
const assumedRect = { width: 640, height: 480 };

interface BubbleRowsProps {
  bubbles: readonly Bubble[];
  scroller: RefObject<HTMLElement | null>;
  /** Rows rendered beyond either edge. */
  overscan: number;
  /** The index of the bubble that is brought to the middle when it changes, and whenever `visit` does. */
  current: number | undefined;
  visit?: unknown;
  children: (bubble: Bubble, index: number) => ReactNode;
  /** Whether scrolling is the list's own and not the reader's. */
  isFollowing?: () => boolean;
}

/** Whether only the visible bubbles of a conversation with `count` bubbles are in the page. */
export const isVirtual = (count: number) => count > renderedMax;

/** The rows of a conversation inside its scroller: the visible ones, and all of them on paper. */
export function BubbleRows({
  bubbles,
  scroller,
  overscan,
  current,
  visit,
  children: rowOf,
  isFollowing,
}: BubbleRowsProps) {
  const isPrinting = usePrinting();
  // Stable while the lines are: a new function would have all rows measured again, also while scrolling.
  const keyOf = useCallback((index: number) => bubbles[index]?.id ?? index, [bubbles]);
  const rows = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: bubbles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowPx,
    getItemKey: keyOf,
    overscan,
    // Rows are positioned without React: a new line renders once, not at every step of the scrolling.
    directDomUpdates: true,
    directDomUpdatesMode: "position",
    rangeExtractor: (range) => defaultRangeExtractor(isVirtual(range.count) ? range : wholeOf(range)),
    initialRect: assumedRect,
    observeElementRect: (instance, onChange) =>
      observeElementRect(instance, (rect) => onChange(rect.height === 0 ? assumedRect : rect)),
    observeElementOffset: (instance, onChange) =>
      observeElementOffset(instance, (offset, isScrolling) =>
        onChange(offset, isScrolling && !isFollowing?.()),
      ),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit goes to the same bubble again
  useEffect(() => {
    if (current !== undefined) rows.scrollToIndex(current, { align: "center" });
  }, [current, visit, rows]);

  return (
    <>
      <div ref={rows.containerRef} className={styles.rows}>
        {rows.getVirtualItems().map(({ key, index }) => (
          <div key={key} ref={rows.measureElement} data-index={index}>
            {rowOf(bubbles[index] as Bubble, index)}
          </div>
        ))}
      </div>
      {isPrinting && <div className={styles.printed}>{bubbles.map(rowOf)}</div>}
    </>
  );
}

const wholeOf = (range: Range): Range => ({ ...range, startIndex: 0, endIndex: range.count - 1 });
