import type { ActiveRelease } from "@souffleur/api/contracts";
import { addressOf } from "../asset-rules.ts";

/** Removes the stylesheets of a release that another one has replaced: both name their classes alike. */
export function dropStyles(old: ActiveRelease, current: ActiveRelease): void {
  if (old.base === current.base) return;
  const base = addressOf(old, "");
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (link.href.startsWith(base)) link.remove();
  }
}
