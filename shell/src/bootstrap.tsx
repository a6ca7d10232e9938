import "@souffleur/shared-ui/no-eval";
import "@souffleur/shared-ui/font.css";
import "@souffleur/shared-ui/tokens.css";
import "@souffleur/shared-ui/base.css";
import "./splash.css";
import { sessionState, startRealtime, startSession } from "@souffleur/shared-ui";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { firstRemote } from "./first-remote.ts";
import { overrideElementId } from "./registry.ts";
import { sendReportsBeforeLeaving } from "./releases/release-reports.ts";
import { remotes } from "./remotes.ts";
import { endSplash, sinceFirstPaintMs } from "./splash.ts";

endSplash(document.getElementById("splash"), sinceFirstPaintMs());
startSession();
startRealtime();
sendReportsBeforeLeaving();

// Before React renders anything: the first screen's bundle is what the page waits for.
remotes.prepare(firstRemote(location.pathname, sessionState()));

// A developer's browser only: nobody else's page pays for it.
if (document.getElementById(overrideElementId) !== null) {
  void import("./override/override-badge.tsx").then(({ showOverrideBadge }) => showOverrideBadge());
}

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element");
createRoot(root).render(<App />);
