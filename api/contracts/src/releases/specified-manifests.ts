import type { Manifest } from "./manifest.ts";

/**
 * The manifests of the specification's remotes for releases from before manifests, and for remotes whose release can't be
 * found: their screens then show that they could not be loaded.
 */
export const specifiedManifests: Readonly<Record<string, Manifest>> = {
  "mfe-auth": {
    owns: ["/login", "/register", "/verify-email"],
    screens: [
      { path: "/login", title: "Sign in", french: "Connexion", access: "public", skeleton: "form" },
      {
        path: "/register",
        title: "Create account",
        french: "Créer un compte",
        access: "public",
        skeleton: "form",
      },
      {
        path: "/verify-email",
        title: "Verify email",
        french: "Vérification de l’adresse e-mail",
        access: "public",
        skeleton: "form",
      },
    ],
  },
  "mfe-dashboard": {
    owns: ["/dashboard"],
    screens: [
      {
        path: "/dashboard",
        title: "Dashboard",
        french: "Tableau de bord",
        access: "session",
        skeleton: "dashboard",
        navigation: { order: 10, icon: "dashboard", key: "d" },
      },
    ],
    quickActions: [
      { label: "Create Deal", french: "Créer une affaire", order: 20, icon: "deal" },
      { label: "Schedule Meeting", french: "Planifier un rendez-vous", order: 40, icon: "meeting" },
    ],
  },
  "mfe-live-call": {
    owns: ["/live-call"],
    screens: [
      {
        path: "/live-call",
        title: "Live Call",
        french: "Appel en direct",
        access: "session",
        skeleton: "call",
        navigation: { order: 20, icon: "call", key: "l" },
      },
    ],
    quickActions: [
      { label: "Start New Call", french: "Démarrer un appel", order: 10, icon: "call", to: "/live-call" },
    ],
  },
  "mfe-analytics": {
    owns: ["/analytics"],
    screens: [
      {
        path: "/analytics",
        title: "Analytics",
        french: "Analyses",
        access: "session",
        skeleton: "charts",
        navigation: { order: 30, icon: "analytics", key: "a" },
      },
    ],
    quickActions: [
      {
        label: "View Analytics",
        french: "Voir les analyses",
        order: 30,
        icon: "analytics",
        to: "/analytics",
      },
    ],
  },
  "mfe-admin": {
    owns: ["/admin"],
    screens: [
      {
        path: "/admin/users",
        title: "User Management",
        french: "Gestion des utilisateurs",
        access: "admin",
        skeleton: "figures-and-table",
        navigation: { order: 40, icon: "users", key: "u" },
      },
      {
        path: "/admin/releases",
        title: "Releases",
        french: "Versions",
        access: "platform",
        skeleton: "table",
      },
    ],
  },
};
