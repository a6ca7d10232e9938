import {
  defaultRangeExtractor,
  observeElementOffset,
  observeElementRect,
  type Range,
  useVirtualizer,
} from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";
import styles from "./bubble-rows.module.css";
import type { Bubble } from "./merge-fragments.ts";
import { usePrinting } from "./use-printing.ts";

/** Up to this number all lines are in the page, so that the browser's own search finds them. */
const renderedMax = 150;
const estimatedRowPx = 72;
/** The assumed size of a scroller without a layout, such as a hidden one. */
const assumedRect = { width: 640, height: 480 };

interface BubbleRowsProps {
  bubbles: readonly Bubble[];
  scroller: RefObject<HTMLElement | null>;
  /** The number of rows rendered beyond either edge. */
  overscan: number;
  /** The index of the bubble that is scrolled to the middle when it or `visit` changes. */
  current: number | undefined;
  visit: unknown;
  children: (bubble: Bubble, index: number) => ReactNode;
  /** Whether the list itself scrolls, and not the reader. */
  isFollowing?: () => boolean;
}

/** Whether only the visible bubbles of a conversation with `count` bubbles are in the page. */
export const isVirtual = (count: number) => count > renderedMax;

/** The rows of a conversation inside its scroller: the visible ones, or all of them while printing. */
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
  // Stable while the lines are stable: a new function would cause all rows to be measured again, even while scrolling.
  const keyOf = useCallback((index: number) => bubbles[index]?.id ?? index, [bubbles]);
  const rows = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: bubbles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowPx,
    getItemKey: keyOf,
    overscan,
    // Rows are positioned without React: a new line causes one render, not one at each step of the scrolling.
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

  // The scroller is around these rows, so React knows it only after their first layout effects: a second render finds it.
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit scrolls to the same bubble again
  useEffect(() => {
    if (!isMounted || current === undefined) return;
    rows.scrollToIndex(current, { align: "center" });
    // The page may be longer than the window.
    scroller.current?.scrollIntoView({ block: "nearest" });
  }, [isMounted, current, visit, rows]);

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
