import {
  type ActionEntry,
  entriesOf,
  type Manifest,
  manifestsOf,
  mayOpen,
  type RouteEntry,
  screensOf,
} from "@souffleur/contracts";
import {
  type AuthState,
  callInProgress,
  language,
  useCallInProgress,
  useSession,
} from "@souffleur/shared-ui";
import { useMemo, useSyncExternalStore } from "react";
import { chooseRelease } from "../releases/choose-release.ts";
import { liveRegistry } from "../releases/registry.ts";
import { remotes } from "../remotes/remotes.ts";

/** The remote that is not updated during a call, and keeps its screens. */
export const callRemote = "mfe-live-call";
/** The path of its screen, which shows the call in full. */
export const callPath = "/live-call";

/** The manifests of remotes on a developer's machine, by name; the deployment does not know them. */
const ownManifests = new Map<string, Manifest>();

/** Must be called before the first screen is shown. */
export function setOwnManifest(name: string, manifest: Manifest): void {
  ownManifests.set(name, manifest);
}

function currentManifests(): Map<string, Manifest> {
  const manifests = manifestsOf(liveRegistry.current(), (registry, name) => {
    const own = ownManifests.get(name);
    if (own !== undefined) return { manifest: own };
    const loaded = remotes.state(name);
    if (name === callRemote && callInProgress() !== undefined && "release" in loaded) return loaded.release;
    return chooseRelease(registry, name);
  });
  if (language === "fr") manifests.forEach((manifest, name) => void manifests.set(name, inFrench(manifest)));
  return manifests;
}

/** A manifest in which each text is replaced by its French translation, if it has one. */
function inFrench(manifest: Manifest): Manifest {
  return JSON.parse(JSON.stringify(manifest), (_, part) => {
    for (const name of ["title", "label", "group"])
      if (part?.french && name in part) part[name] = part.french;
    return part;
  });
}

/** All screens that exist for this user now, including those without access. */
export function currentScreens(): RouteEntry[] {
  return screensOf(currentManifests());
}

/** The remotes' manifests; the same object until the registry, the user or the running call changes. */
function useManifests(): Map<string, Manifest> {
  const registry = useSyncExternalStore(liveRegistry.subscribe, liveRegistry.current);
  const id = useSession().user?.id;
  const isCalling = useCallInProgress() !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the result depends on these values only
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

/** The entries of the user menu or of the dashboard whose target this user may open, or which have no target yet. */
export function useEntries(kind: "menu" | "quickActions"): readonly ActionEntry[] {
  const manifests = useManifests();
  const session = useSession();
  return useMemo(
    () => entriesOf(manifests, kind, (screen) => isOpenTo(session, screen)),
    [manifests, kind, session],
  );
}
