import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Within this distance the reader is at the end. */
const atEndPx = 48;
/** A scroll within this time after an input event is the reader's. */
const inputMs = 400;
const inputEvents = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Keeps a scroller at its end while its content grows, until the reader scrolls away. */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>) {
  const [following, setFollowing] = useState(true);
  /** Whether there is content below the visible part. */
  const [hasLater, setHasLater] = useState(false);
  const atEnd = useRef(true);
  /** The current value of `following`, before it is rendered. */
  const isFollowing = useCallback(() => atEnd.current, []);
  const follow = useCallback((next: boolean) => {
    atEnd.current = next;
    setFollowing(next);
  }, []);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element !== null && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const stopWatching = watchScrolling(element, follow, setHasLater);
    if (typeof ResizeObserver === "undefined") return stopWatching;
    // Called after the layout and before the paint: it causes no second layout, and the end is never out of view.
    const sizes = new ResizeObserver(() => {
      toEnd();
      setHasLater(belowOf(element) > atEndPx);
    });
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => {
      stopWatching();
      sizes.disconnect();
    };
  }, [scroller, toEnd, follow]);

  const jumpToEnd = useCallback(() => {
    follow(true);
    toEnd();
  }, [follow, toEnd]);
  /** Stops following, because the reader is taken to another line. */
  const leaveEnd = useCallback(() => follow(false), [follow]);
  return { following, hasLater, isFollowing, jumpToEnd, leaveEnd };
}

/** The height of what is below the visible part, in px. */
const belowOf = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight;

/**
 * Calls `onChange` when the reader reaches or leaves the end, and `onLater` with whether there is more below.
 * @returns a function that stops it
 */
function watchScrolling(
  element: HTMLElement,
  onChange: (atEnd: boolean) => void,
  onLater: (hasLater: boolean) => void,
): () => void {
  let inputAt = Number.NEGATIVE_INFINITY;
  let before = { scrollTop: 0, scrollHeight: 0, clientHeight: 0 };
  const onInput = (event: Event) => {
    inputAt = event.timeStamp;
  };
  const onScroll = (event: Event) => {
    const { scrollTop, scrollHeight, clientHeight } = element;
    const movedUp = scrollTop < before.scrollTop - 1;
    // A pane that changes its size moves its content without the reader.
    const isSameSize = scrollHeight === before.scrollHeight && clientHeight === before.clientHeight;
    before = { scrollTop, scrollHeight, clientHeight };
    const hasLater = belowOf(element) > atEndPx;
    onLater(hasLater);
    if (!hasLater) onChange(true);
    else if (movedUp && (isSameSize || event.timeStamp - inputAt < inputMs)) onChange(false);
  };
  // Before the list's own listener: reading sizes after its render would force a layout.
  const first = { passive: true, capture: true };
  element.addEventListener("scroll", onScroll, first);
  for (const name of inputEvents) element.addEventListener(name, onInput, { passive: true });
  return () => {
    element.removeEventListener("scroll", onScroll, first);
    for (const name of inputEvents) element.removeEventListener(name, onInput);
  };
}
