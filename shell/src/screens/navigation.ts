import type { Role, RouteEntry } from "@souffleur/contracts";
import { type Text, t } from "../texts/texts.ts";
import { isOpenTo, type Viewer } from "./screens.ts";

/** A screen in the top bar. */
export type NavigationEntry = RouteEntry & { navigation: NonNullable<RouteEntry["navigation"]> };

/** The screens of the top bar that somebody may open, in their order. */
export function navigationFor(screens: readonly RouteEntry[], viewer: Viewer): NavigationEntry[] {
  return screens
    .filter(
      (screen): screen is NavigationEntry => screen.navigation !== undefined && isOpenTo(viewer, screen),
    )
    .sort((a, b) => a.navigation.order - b.navigation.order);
}

interface Room {
  /** Of the row. */
  room: number;
  /** Between two elements. */
  gap: number;
  /** Of the button that stands at the end where not all links fit. */
  more: number;
}

/** How many links fit in their row, all measures in pixels. */
export function countFitting(widths: readonly number[], { room, gap, more }: Room): number {
  const end = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width + gap, -gap);
  // Sums of fractions differ from the sum that the browser made.
  if (end(widths.length) <= room + 0.5) return widths.length;
  const over = widths.findIndex((_, at) => end(at + 1) + gap + more > room);
  return Math.max(0, over);
}

/** The entries by their groups, each where its first entry stands; those without one come first. */
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

const roles = {
  admin: "Admin",
  manager: "Manager",
  supervisor: "Supervisor",
  analyst: "Analyst",
  agent: "Agent",
} as const satisfies Record<Role, Text>;

/** A role as the user menu shows it, and `Agent` where there is none. */
export function roleLabel(role: Role = "agent"): string {
  return t(roles[role]);
}
