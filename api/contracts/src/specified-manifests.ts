import type { Manifest } from "./manifest.ts";

/**
 * What the specification's remotes had before releases said so themselves. Releases that are kept since then still
 * bring it, and so does a remote whose release can't be found: its screens then show that they could not be loaded.
 */
export const specifiedManifests: Readonly<Record<string, Manifest>> = {
  "mfe-auth": {
    owns: ["/login", "/register", "/verify-email"],
    screens: [
      { path: "/login", title: "Sign in", access: "public", skeleton: "form" },
      { path: "/register", title: "Create account", access: "public", skeleton: "form" },
      { path: "/verify-email", title: "Verify email", access: "public", skeleton: "form" },
    ],
  },
  "mfe-dashboard": {
    owns: ["/dashboard"],
    screens: [
      {
        path: "/dashboard",
        title: "Dashboard",
        access: "session",
        skeleton: "dashboard",
        navigation: { order: 10, icon: "dashboard", key: "d" },
      },
    ],
    quickActions: [
      { label: "Create Deal", order: 20, icon: "deal" },
      { label: "Schedule Meeting", order: 40, icon: "meeting" },
    ],
  },
  "mfe-live-call": {
    owns: ["/live-call"],
    screens: [
      {
        path: "/live-call",
        title: "Live Call",
        access: "session",
        skeleton: "call",
        navigation: { order: 20, icon: "call", key: "l" },
      },
    ],
    quickActions: [{ label: "Start New Call", order: 10, icon: "call", to: "/live-call" }],
  },
  "mfe-analytics": {
    owns: ["/analytics"],
    screens: [
      {
        path: "/analytics",
        title: "Analytics",
        access: "session",
        skeleton: "charts",
        navigation: { order: 30, icon: "analytics", key: "a" },
      },
    ],
    quickActions: [{ label: "View Analytics", order: 30, icon: "analytics", to: "/analytics" }],
  },
  "mfe-admin": {
    owns: ["/admin"],
    screens: [
      {
        path: "/admin/users",
        title: "User Management",
        access: "admin",
        skeleton: "figures-and-table",
        navigation: { order: 40, icon: "users", key: "u" },
      },
      { path: "/admin/releases", title: "Releases", access: "platform", skeleton: "table" },
    ],
  },
};
