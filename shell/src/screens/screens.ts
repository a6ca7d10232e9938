import {
  type ActionEntry,
  entriesOf,
  type Manifest,
  manifestsOf,
  mayOpen,
  type RouteEntry,
  screensOf,
} from "@souffleur/contracts";
import { type AuthState, language, runningCall, useRunningCall, useSession } from "@souffleur/shared-ui";
import { useMemo, useSyncExternalStore } from "react";
import { chooseRelease } from "../releases/choose-release.ts";
import { liveRegistry } from "../releases/registry.ts";
import { remotes } from "../remotes/remotes.ts";

/** While a call runs its remote stays as it is, with the screens that it has. */
export const callRemote = "mfe-live-call";

/** Of a developer's own machine, by the remote's name: the deployment can't know what they bring. */
const ownManifests = new Map<string, Manifest>();

/** From before the first screen on. */
export function setOwnManifest(name: string, manifest: Manifest): void {
  ownManifests.set(name, manifest);
}

function currentManifests(): Map<string, Manifest> {
  const manifests = manifestsOf(liveRegistry.current(), (registry, name) => {
    const own = ownManifests.get(name);
    if (own !== undefined) return { manifest: own };
    const loaded = remotes.state(name);
    if (name === callRemote && runningCall() !== undefined && "release" in loaded) return loaded.release;
    return chooseRelease(registry, name);
  });
  if (language === "fr") manifests.forEach((manifest, name) => void manifests.set(name, inFrench(manifest)));
  return manifests;
}

/** What a remote brings, with the French that stands beside a text in the text's place. */
function inFrench(manifest: Manifest): Manifest {
  return JSON.parse(JSON.stringify(manifest), (_, part) => {
    for (const name of ["title", "label", "group"])
      if (part?.french && name in part) part[name] = part.french;
    return part;
  });
}

/** All screens that there are for this user now, be they allowed or not. */
export function currentScreens(): RouteEntry[] {
  return screensOf(currentManifests());
}

/** What the remotes bring; another object when the registry, the user or the call makes it another one. */
function useManifests(): Map<string, Manifest> {
  const registry = useSyncExternalStore(liveRegistry.subscribe, liveRegistry.current);
  const id = useSession().user?.id;
  const isCalling = useRunningCall() !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read there changes with these alone
  return useMemo(currentManifests, [registry, id, isCalling]);
}

export function useScreens(): RouteEntry[] {
  const manifests = useManifests();
  return useMemo(() => screensOf(manifests), [manifests]);
}

export type Viewer = Pick<AuthState, "user" | "organization">;

/** Whether this user may open a screen. */
export function isOpenTo({ user, organization }: Viewer, { access }: Pick<RouteEntry, "access">): boolean {
  return mayOpen(access, user === null ? undefined : { role: user.role, organization });
}

/** The entries of the user menu or of the dashboard that lead to what this user may open, or to nothing yet. */
export function useEntries(kind: "menu" | "quickActions"): readonly ActionEntry[] {
  const manifests = useManifests();
  const session = useSession();
  return useMemo(
    () => entriesOf(manifests, kind, (screen) => isOpenTo(session, screen)),
    [manifests, kind, session],
  );
}
