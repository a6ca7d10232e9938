import "@souffleur/shared-ui/zod-jitless";
import "@souffleur/shared-ui/font.css";
import "@souffleur/shared-ui/tokens.css";
import "@souffleur/shared-ui/base.css";
import "./splash.css";
import { yieldToBrowser } from "./browser/yield-to-browser.ts";
import { runFirstEntry } from "./remotes/entry-script.ts";

runFirstEntry();
void start();

/**
 * Evaluates the page's single script in parts, each in its own task: one task would block a phone for more than a second.
 * The imports are eager, so no part is another request.
 */
async function start(): Promise<void> {
  await yieldToBrowser();
  await import(/* webpackMode: "eager" */ "react-dom/client");
  await yieldToBrowser();
  await import(/* webpackMode: "eager" */ "react-router-dom");
  await yieldToBrowser();
  await import(/* webpackMode: "eager" */ "@souffleur/contracts");
  await yieldToBrowser();
  await import(/* webpackMode: "eager" */ "@souffleur/shared-ui");
  await yieldToBrowser();
  const { startShell } = await import(/* webpackMode: "eager" */ "./start-shell.tsx");
  await yieldToBrowser();
  await startShell();
}
