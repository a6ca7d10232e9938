import {
  language,
  loadSharedTexts,
  loadWordSaversWith,
  readStored,
  sessionState,
  startHeartbeat,
  startRealtime,
  startSession,
} from "@souffleur/shared-ui";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { framePanes } from "./browser/frame-panes.ts";
import { keepFocus } from "./browser/keep-focus.ts";
import { yieldToBrowser } from "./browser/yield-to-browser.ts";
import { formerOverridesKey, overridesElementId, previewElementId } from "./releases/page-elements.ts";
import { liveRegistry } from "./releases/registry.ts";
import {
  releaseReports,
  reportUncaughtErrors,
  sendReportsBeforeLeaving,
} from "./releases/release-reports.ts";
import { firstRemote } from "./remotes/first-remote.ts";
import { remotes } from "./remotes/remotes.ts";
import { currentScreens } from "./screens/screens.ts";
import { endSplash, sinceFirstPaintMs } from "./splash.ts";
import { loadTexts } from "./texts/texts.ts";

/** The frame needs its texts, but is better in English than not at all. */
const loadTwice = (load: () => Promise<void> | undefined) =>
  load()
    ?.catch(load)
    .catch((error) => console.error("The French texts could not be loaded", error));

/** Starts the session, the socket and the first screen, in several tasks. */
export async function startShell(): Promise<void> {
  reportUncaughtErrors();
  endSplash(document.getElementById("splash"), sinceFirstPaintMs());
  document.documentElement.lang = language;
  const texts = [loadSharedTexts, loadTexts].map(loadTwice);
  loadWordSaversWith((name) => remotes.whenLoaded(name));
  startSession();
  // Where the page has no registry and it can't be fetched, every screen shows its failure with Retry.
  if (liveRegistry.current() === undefined) await liveRegistry.refresh().catch(console.error);
  const isOverridden = document.getElementById(overridesElementId) !== null;
  // Only in developers' browsers.
  if (isOverridden)
    await import("./override/own-manifests.ts").then(({ readOwnManifests }) => readOwnManifests());
  // Requested first, because the page waits for the first screen's bundle.
  const first = firstRemote(currentScreens(), location.pathname, sessionState());
  if (first !== undefined) remotes.prepare(first);
  await yieldToBrowser();
  startRealtime();
  startHeartbeat();
  sendReportsBeforeLeaving();
  // English texts need no loading.
  if (texts.some(Boolean)) await Promise.all(texts);

  // The pages of `npm run dev` show there what does not compile.
  if (
    isOverridden ||
    process.env.NODE_ENV === "development" ||
    readStored(formerOverridesKey) !== undefined
  ) {
    void import("./override/development-panel.tsx").then((panel) => panel.showDevelopmentPanel());
  }

  if (document.getElementById(previewElementId) !== null) {
    void import("./override/preview-badge.tsx").then(({ showPreviewBadge }) => showPreviewBadge());
  }

  await yieldToBrowser();
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no root element");
  keepFocus();
  framePanes();
  // A transition is rendered in slices, so that a phone stays responsive.
  startTransition(() => createRoot(root, { onCaughtError: reportCaught }).render(<App />));
}

function reportCaught(error: unknown): void {
  console.error(error);
  // After the error boundary of a remote, which knows the release that failed.
  setTimeout(() => releaseReports.error(error));
}
