import { classNames, EmptyState, Skeleton } from "@souffleur/shared-ui";
import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { type Store, useStore } from "../lib/store.ts";
import { useMediaQuery } from "../lib/use-media-query.ts";
import { t } from "../texts/texts.ts";
import styles from "./wall.module.css";
import { WallRow } from "./wall-row.tsx";
import { byNeed, inOrder, type Wall } from "./wall-state.ts";

/** The height of a row with its gap, as `wall.module.css` has it. */
const rowPx = { wide: 76, narrow: 124 };
const overscan = 3;
/** A test's window has no layout. */
const assumedRect = { width: 800, height: 600 };

interface WallListProps {
  store: Store<Wall>;
  /** Whose screen it is: nobody helps themselves. */
  userId: string;
  /** Whether it is known which calls run. */
  isKnown: boolean;
  opened: string | null;
  onOpen: (callId: string) => void;
  /** Called with the calls on the screen. */
  onShown: (callIds: readonly string[]) => void;
}

/** The running calls by need. Where somebody points at one or has one in focus, none changes its place. */
export function WallList({ store, userId, isKnown, opened, onOpen, onShown }: WallListProps) {
  const calls = useStore(store, (wall) => wall.calls);
  const lines = useStore(store, (wall) => wall.lines);
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointed || hasFocus;
  const order = useRef<readonly string[]>([]);
  const rows = isHeld ? inOrder(order.current, calls) : byNeed(calls.values());
  useEffect(() => {
    order.current = rows.map(({ callId }) => callId);
  });
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A row that is removed takes its focus along without a word.
    if (hasFocus && !scroller.current?.contains(document.activeElement)) setFocus(false);
    // Nor does a list that empties under the pointer.
    if (isPointed && scroller.current === null) setPointed(false);
  });
  // An opened call takes a part of the window.
  const isNarrow = useMediaQuery("(max-width: 1339px)") || opened !== null;
  const size = isNarrow ? rowPx.narrow : rowPx.wide;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    getItemKey: (index) => rows[index]?.callId ?? index,
    overscan,
    // The rows beyond the edges are there before a frame without them could be seen.
    useFlushSync: false,
    initialRect: assumedRect,
    observeElementRect: (instance, onChange) =>
      observeElementRect(instance, (rect) => onChange(rect.height === 0 ? assumedRect : rect)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows' height is another one
  useEffect(() => virtual.measure(), [size]);
  const items = virtual.getVirtualItems();
  const shown = items.flatMap(({ index }) => rows[index]?.callId ?? []);
  const key = shown.toSorted().join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calls, not their order, are followed
  useEffect(() => {
    onShown(key === "" ? [] : key.split(" "));
    return () => onShown([]);
  }, [key]);
  const now = useNow();

  if (rows.length === 0)
    return isKnown ? (
      <EmptyState>{t("No call is running. Calls appear here as they begin.")}</EmptyState>
    ) : (
      <div role="status" aria-label={t("Loading the live calls")}>
        <Skeleton height={208} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be pressed: what is pointed at holds still
    <div
      ref={scroller}
      className={classNames(styles.scroller, isNarrow && styles.narrow)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      // After a click nothing shows where the focus is, and nobody expects the wall to hold still for it.
      onFocus={({ target }) => setFocus(target.matches(":focus-visible"))}
      onBlur={({ currentTarget, relatedTarget }) => setFocus(currentTarget.contains(relatedTarget))}
    >
      <ul className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const call = rows[index];
          return (
            call && (
              <WallRow
                key={call.callId}
                call={call}
                userId={userId}
                line={lines.get(call.callId)}
                now={now}
                top={start}
                place={index + 1}
                count={rows.length}
                isOpened={call.callId === opened}
                onOpen={onOpen}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}

/** The time on this browser's clock, once a second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
