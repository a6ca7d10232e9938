import { EmptyState, Skeleton, useNow, useShowCalls } from "@souffleur/shared-ui";
import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { type Store, useStore } from "../lib/store.ts";
import { t } from "../texts/texts.ts";
import styles from "./wall.module.css";
import { WallRow } from "./wall-row.tsx";
import { byUrgency, inOrder, type Wall } from "./wall-state.ts";

/** The height of a row with its gap, as in `wall.module.css`. */
const rowPx = 104;
const overscan = 3;
/** Windows of tests have no layout. */
const assumedRect = { width: 800, height: 600 };

interface WallListProps {
  store: Store<Wall>;
  /** Whether the running calls are loaded. */
  isKnown: boolean;
  opened: string | null;
  onOpen: (callId: string) => void;
  /** Called with the calls on the screen. */
  onShown: (callIds: readonly string[]) => void;
}

/** The running calls by urgency. While the user points at or focuses one of them, the order does not change. */
export function WallList({ store, isKnown, opened, onOpen, onShown }: WallListProps) {
  const calls = useStore(store, (wall) => wall.calls);
  const lines = useStore(store, (wall) => wall.lines);
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointed || hasFocus;
  const order = useRef<readonly string[]>([]);
  const rows = isHeld ? inOrder(order.current, calls) : byUrgency(calls.values());
  useEffect(() => {
    order.current = rows.map(({ callId }) => callId);
  });
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Browsers send no blur event when a focused row is removed, and no pointer event when the list becomes empty.
    if (hasFocus && !scroller.current?.contains(document.activeElement)) setFocus(false);
    if (isPointed && scroller.current === null) setPointed(false);
  });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.callId ?? index,
    overscan,
    // The overscan rows are rendered before a frame without them could be visible.
    useFlushSync: false,
    initialRect: assumedRect,
    observeElementRect: (instance, onChange) =>
      observeElementRect(instance, (rect) => onChange(rect.height === 0 ? assumedRect : rect)),
  });
  const items = virtual.getVirtualItems();
  const shown = items.flatMap(({ index }) => rows[index]?.callId ?? []);
  const key = shown.toSorted().join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order of the calls does not matter
  useEffect(() => {
    onShown(key === "" ? [] : key.split(" "));
    return () => onShown([]);
  }, [key]);
  const { startIndex = 0, endIndex = -1 } = virtual.range ?? {};
  useShowCalls(rows.slice(startIndex, endIndex + 1).map(({ callId }) => callId));
  const now = useNow(1000);

  if (rows.length === 0)
    return isKnown ? (
      <EmptyState>{t("No call is running. Calls appear here as they begin.")}</EmptyState>
    ) : (
      <div role="status" aria-label={t("Loading the live calls")}>
        <Skeleton height={208} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep the order while the user points at it
    <div
      ref={scroller}
      className={styles.scroller}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      // A focus by a click is not visible, and must not keep the order.
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
