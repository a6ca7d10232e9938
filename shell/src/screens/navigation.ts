import type { RouteEntry } from "@souffleur/contracts";
import { matchPath } from "react-router-dom";
import { isOpenTo, type Viewer } from "./screens.ts";

/** A screen in the top bar. */
export type NavigationEntry = RouteEntry & { navigation: NonNullable<RouteEntry["navigation"]> };

/**
 * The screens of the top bar that a user may open, in their order. Conversations belong to organizations: without one
 * their screens are empty.
 */
export function navigationFor(screens: readonly RouteEntry[], viewer: Viewer): NavigationEntry[] {
  return screens
    .filter(
      (screen): screen is NavigationEntry =>
        screen.navigation !== undefined &&
        isOpenTo(viewer, screen) &&
        !(screen.access === "viewAllCalls" && viewer.organization === null),
    )
    .sort((a, b) => a.navigation.order - b.navigation.order);
}

/** The entry whose screen is shown: of a screen and one below it, the one below. */
export function currentEntry<Entry extends Pick<RouteEntry, "path">>(
  entries: readonly Entry[],
  pathname: string,
): Entry | undefined {
  return entries
    .filter(({ path }) => matchPath({ path, end: false }, pathname) !== null)
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

interface Room {
  /** The width of the row. */
  room: number;
  /** The space between two elements. */
  gap: number;
  /** The width of the button at the end, which is shown at least if not all links fit. */
  more: number;
  /** Whether that button is shown in any case, for the screens that have no link in the row. */
  hasMore: boolean;
}

/** The number of links that fit in their row; all measures are in pixels. */
export function countFitting(widths: readonly number[], { room, gap, more, hasMore }: Room): number {
  const end = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + gap, -gap);
  // A sum of fractions may differ slightly from the browser's result.
  if (end(widths.length) + (hasMore ? gap + more : 0) <= room + 0.5) return widths.length;
  const over = widths.findIndex((_, at) => end(at + 1) + gap + more > room);
  return Math.max(0, over);
}

/** The entries by group, in the order of the groups' first entries; entries without a group come first. */
export function groupsOf(
  entries: readonly NavigationEntry[],
): [group: string | undefined, entries: NavigationEntry[]][] {
  const groups = new Map<string | undefined, NavigationEntry[]>([[undefined, []]]);
  for (const entry of entries) {
    const { group } = entry.navigation;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return [...groups].filter(([, members]) => members.length > 0);
}
