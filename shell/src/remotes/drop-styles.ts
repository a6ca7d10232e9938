import type { ActiveRelease } from "@souffleur/contracts";
import { addressOf, withoutQuery } from "./asset-rules.ts";

/** Removes the stylesheets of a replaced release: both releases have the same class names. */
export function dropStyles(old: ActiveRelease, current: ActiveRelease): void {
  const stays = new Set(addresses(current));
  const goes = new Set(addresses(old).filter((address) => !stays.has(address)));
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (goes.has(withoutQuery(link.href))) link.remove();
  }
}

function addresses(release: ActiveRelease): string[] {
  const files = [...release.styles, ...Object.keys(release.integrity)];
  return files.map((file) => addressOf(release, file));
}
