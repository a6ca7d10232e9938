/** Who may open a route: anyone, whoever is signed in, an administrator, or one of the platform. */
export type RouteAccess = "public" | "session" | "admin" | "platform";

export interface RouteEntry {
  readonly path: string;
  /** The bundle that brings the screen. */
  readonly remote: string;
  readonly access: RouteAccess;
  /** The document's title while the route is shown. */
  readonly title: string;
}

/** The specification's route table, and the releases; the server reads it too, to fetch a first page's bundle ahead. */
export const routeTable: readonly RouteEntry[] = [
  { path: "/login", remote: "mfe-auth", access: "public", title: "Sign in" },
  { path: "/register", remote: "mfe-auth", access: "public", title: "Create account" },
  { path: "/verify-email", remote: "mfe-auth", access: "public", title: "Verify email" },
  { path: "/dashboard", remote: "mfe-dashboard", access: "session", title: "Dashboard" },
  { path: "/live-call", remote: "mfe-live-call", access: "session", title: "Live Call" },
  { path: "/analytics", remote: "mfe-analytics", access: "session", title: "Analytics" },
  { path: "/admin/users", remote: "mfe-admin", access: "admin", title: "User Management" },
  { path: "/admin/releases", remote: "mfe-admin", access: "platform", title: "Releases" },
];
