import { isAdmin, type Role } from "@souffleur/contracts";
import {
  AnalyticsIcon,
  DashboardIcon,
  PhoneIcon,
  type RouteEntry,
  routeTable,
  UsersIcon,
} from "@souffleur/shared-ui";

const shown = {
  "/dashboard": { icon: DashboardIcon, key: "d" },
  "/live-call": { icon: PhoneIcon, key: "l" },
  "/analytics": { icon: AnalyticsIcon, key: "a" },
  "/admin/users": { icon: UsersIcon, key: "u" },
} as const;

/** A screen in the top bar; `key` follows `g` on the keyboard. */
export interface NavigationEntry extends RouteEntry {
  readonly icon: typeof DashboardIcon;
  readonly key: string;
}

/** The screens that a role may open, in the top bar's order. */
export function navigationFor(role: Role): NavigationEntry[] {
  return routeTable
    .filter(({ access }) => access === "session" || (access === "admin" && isAdmin(role)))
    .map((entry) => ({ ...entry, ...shown[entry.path as keyof typeof shown] }));
}

/** A role as the user menu shows it: capitalized, and `Agent` where there is none. */
export function roleLabel(role: Role | undefined): string {
  const word = role ?? "agent";
  return word.charAt(0).toUpperCase() + word.slice(1);
}
