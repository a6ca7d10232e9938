import { sessionState, startRealtime, startSession } from "@souffleur/shared-ui";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { firstRemote } from "./first-remote.ts";
import { keepFocus } from "./keep-focus.ts";
import { overrideElementId } from "./registry.ts";
import { sendReportsBeforeLeaving } from "./releases/release-reports.ts";
import { remotes } from "./remotes.ts";
import { endSplash, sinceFirstPaintMs } from "./splash.ts";
import { yieldToBrowser } from "./yield-to-browser.ts";

/** Opens the session, the socket and the first screen in the page, in several tasks. */
export async function startShell(): Promise<void> {
  endSplash(document.getElementById("splash"), sinceFirstPaintMs());
  startSession();
  // Before all else: the first screen's bundle is what the page waits for.
  void remotes.prepare(firstRemote(location.pathname, sessionState()));
  await yieldToBrowser();
  startRealtime();
  sendReportsBeforeLeaving();

  // A developer's browser only: nobody else's page pays for it.
  if (document.getElementById(overrideElementId) !== null) {
    void import("./override/override-badge.tsx").then(({ showOverrideBadge }) => showOverrideBadge());
  }

  await yieldToBrowser();
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element");
  keepFocus();
  // As a transition React renders it piece by piece, so that a phone can answer in between.
  startTransition(() => createRoot(root).render(<App />));
}
