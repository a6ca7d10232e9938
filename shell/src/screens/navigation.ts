import type { Role, RouteEntry } from "@souffleur/contracts";
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

/** A role as the user menu shows it: capitalized, and `Agent` where there is none. */
export function roleLabel(role: Role | undefined): string {
  const word = role ?? "agent";
  return word.charAt(0).toUpperCase() + word.slice(1);
}
