import { sessionState, startRealtime, startSession } from "@souffleur/shared-ui";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { firstRemote } from "./first-remote.ts";
import { overrideElementId } from "./registry.ts";
import { sendReportsBeforeLeaving } from "./releases/release-reports.ts";
import { remotes } from "./remotes.ts";
import { endSplash, sinceFirstPaintMs } from "./splash.ts";

/** Opens the session, the socket and the first screen in the page. */
export function startShell(): void {
  endSplash(document.getElementById("splash"), sinceFirstPaintMs());
  startSession();
  startRealtime();
  sendReportsBeforeLeaving();

  // Before React renders anything: the first screen's bundle is what the page waits for.
  void remotes.prepare(firstRemote(location.pathname, sessionState()));

  // A developer's browser only: nobody else's page pays for it.
  if (document.getElementById(overrideElementId) !== null) {
    void import("./override/override-badge.tsx").then(({ showOverrideBadge }) => showOverrideBadge());
  }

  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element");
  // As a transition React renders it piece by piece, so that a phone can answer in between.
  startTransition(() => createRoot(root).render(<App />));
}
