import { RemoteOverrides } from "@souffleur/contracts";
import { overridesElementId } from "../releases/page-elements.ts";

/** The remotes that this page loads from the developer's machine. */
export function pageOverrides(): RemoteOverrides {
  const text = document.getElementById(overridesElementId)?.textContent;
  return RemoteOverrides.safeParse(JSON.parse(text || "[]")).data ?? [];
}

/** The origin of the development server of a remote that is being edited. */
export function developmentOrigin(remote: string): string {
  return pageOverrides().find((override) => override.remote === remote)?.address ?? location.origin;
}
