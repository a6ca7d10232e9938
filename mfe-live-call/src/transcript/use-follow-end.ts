import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** This close to the end, the reader is at the end. */
const atEndPx = 48;
/** A scroll this soon after the reader's hand moved is the reader's. */
const handMs = 400;
const hands = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

interface FollowEnd {
  following: boolean;
  /** The same, at once and without a render. */
  isFollowing: () => boolean;
  jumpToEnd: () => void;
  /** The reader is taken somewhere else. */
  leaveEnd: () => void;
}

/** Keeps a scroller at its end while its content grows, unless the reader has scrolled away. */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>): FollowEnd {
  const [following, setFollowing] = useState(true);
  const atEnd = useRef(true);
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
    const stopWatching = watchReader(element, follow);
    // It reports after the layout and before the paint: nothing is laid out twice, and no frame shows the gap.
    const sizes = new ResizeObserver(toEnd);
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
  const leaveEnd = useCallback(() => follow(false), [follow]);
  return { following, isFollowing, jumpToEnd, leaveEnd };
}

/** Tells when the reader comes to the end and when he leaves it. @returns what stops it. */
function watchReader(element: HTMLElement, tell: (atEnd: boolean) => void): () => void {
  let handAt = Number.NEGATIVE_INFINITY;
  let before = { scrollTop: 0, scrollHeight: 0, clientHeight: 0 };
  const onHand = (event: Event) => {
    handAt = event.timeStamp;
  };
  const onScroll = (event: Event) => {
    const { scrollTop, scrollHeight, clientHeight } = element;
    const movedUp = scrollTop < before.scrollTop - 1;
    // A pane that grows pushes its content down without anybody's doing.
    const isSameSize = scrollHeight === before.scrollHeight && clientHeight === before.clientHeight;
    before = { scrollTop, scrollHeight, clientHeight };
    if (scrollHeight - scrollTop - clientHeight <= atEndPx) tell(true);
    else if (movedUp && (isSameSize || event.timeStamp - handAt < handMs)) tell(false);
  };
  // Before the list's own listener: what that renders would have to be laid out for the sizes to be read.
  const first = { passive: true, capture: true };
  element.addEventListener("scroll", onScroll, first);
  for (const hand of hands) element.addEventListener(hand, onHand, { passive: true });
  return () => {
    element.removeEventListener("scroll", onScroll, first);
    for (const hand of hands) element.removeEventListener(hand, onHand);
  };
}
