import type { PageRegistry, PageRelease } from "@souffleur/contracts";
import { readStored, sessionState, writeStored } from "@souffleur/shared-ui";
import { releaseFor } from "./release-for.ts";

const visitorKey = "souffleur.visitor";

/** A signed-in user has the same releases in every browser, a visitor in this one. */
export function chooseRelease(registry: PageRegistry | undefined, name: string): PageRelease | undefined {
  return releaseFor(registry, name, sessionState().user?.id ?? visitor());
}

/** Made once and kept; without storage it lasts as long as the page. */
let unkept: string | undefined;
function visitor(): string {
  const kept = readStored(visitorKey) ?? unkept;
  if (kept !== undefined) return kept;
  // Pages without https have no `randomUUID`.
  const made = crypto.randomUUID?.() ?? String(Math.random());
  if (!writeStored(visitorKey, made)) unkept = made;
  return made;
}
