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

/** Starts the session, the socket and the first screen, in several tasks. */
export async function startShell(): Promise<void> {
  endSplash(document.getElementById("splash"), sinceFirstPaintMs());
  startSession();
  // First of all, because the page waits for the first screen's bundle.
  void remotes.prepare(firstRemote(location.pathname, sessionState()));
  await yieldToBrowser();
  startRealtime();
  sendReportsBeforeLeaving();

  // In developers' browsers only.
  if (document.getElementById(overrideElementId) !== null) {
    void import("./override/override-badge.tsx").then(({ showOverrideBadge }) => showOverrideBadge());
  }

  await yieldToBrowser();
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element");
  keepFocus();
  // A transition is rendered in slices, so that a phone stays responsive.
  startTransition(() => createRoot(root).render(<App />));
}
