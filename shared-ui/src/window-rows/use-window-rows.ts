import { type ReactVirtualizerOptions, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";

/** The next page is requested this many rows before the end of the loaded ones. */
const aheadRows = 30;

/** A list that is loaded page by page: what an infinite query says of itself. */
export interface Pages {
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

type Options<Row extends Element> = Pick<ReactVirtualizerOptions<Window, Row>, "estimateSize"> &
  Partial<ReactVirtualizerOptions<Window, Row>>;

/**
 * Keeps only the visible rows of a list in the page, and loads its next page before its end is seen.
 * @param container the rows' element; the elements above it may change their height
 * @param keys one a row, as the same array while the rows are the same
 * @param options those of the virtualizer; sizes in pixels
 * @returns the virtualizer, its items, and where in the page the first row begins, in pixels
 */
export function useWindowRows<Row extends Element>(
  container: RefObject<Element | null>,
  keys: readonly string[],
  { isFetching, hasNextPage, isFetchNextPageError, fetchNextPage }: Pages,
  options: Options<Row>,
) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop(Math.round((container.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });
  const virtual = useWindowVirtualizer<Row>({
    count: keys.length,
    // With a new function all rows would be measured again.
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    scrollMargin: top,
    ...options,
  });
  const items = virtual.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= keys.length - aheadRows;
  const wantsMore = isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return { virtual, items, top };
}
