import type { ActiveRelease, Registry } from "@souffleur/contracts";
import { sessionState } from "@souffleur/shared-ui";
import { releaseFor } from "./release-for.ts";

const visitorKey = "souffleur.visitor";

/** A signed-in user has the same releases in every browser, a visitor in this one. */
export function chooseRelease(registry: Registry | undefined, name: string): ActiveRelease | undefined {
  return releaseFor(registry, name, sessionState().user?.id ?? visitor());
}

/** Made once and kept; without storage it lasts as long as the page. */
let unkept: string | undefined;
function visitor(): string {
  try {
    const kept = localStorage.getItem(visitorKey);
    if (kept !== null) return kept;
    const made = crypto.randomUUID();
    localStorage.setItem(visitorKey, made);
    return made;
  } catch {
    unkept ??= String(Math.random());
    return unkept;
  }
}
