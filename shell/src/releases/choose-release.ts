import type { PageRegistry, PageRelease } from "@souffleur/contracts";
import { readStored, sessionState, writeStored } from "@souffleur/shared-ui";
import { releaseFor } from "./release-for.ts";

const visitorKey = "souffleur.visitor";

/** A signed-in user gets the same releases in every browser, a visitor in this browser. */
export function chooseRelease(registry: PageRegistry | undefined, name: string): PageRelease | undefined {
  return releaseFor(registry, name, sessionState().user?.id ?? visitor());
}

/** The visitor's id in a browser without storage, until the page is closed. */
let unstoredId: string | undefined;

/** The visitor's id, created once and stored. */
function visitor(): string {
  const known = readStored(visitorKey) ?? unstoredId;
  if (known !== undefined) return known;
  // Pages without https have no `randomUUID`.
  const created = crypto.randomUUID?.() ?? String(Math.random());
  if (!writeStored(visitorKey, created)) unstoredId = created;
  return created;
}
