import type { ActiveRelease, Registry } from "@souffleur/api/contracts";
import type { RemoteModule } from "@souffleur/shared-ui";
import { useEffect, useSyncExternalStore } from "react";
import { loadRelease } from "./federation.ts";
import { fetchRegistry, inlinedRegistry } from "./registry.ts";
import { chooseRelease } from "./releases/choose-release.ts";
import { dropStyles } from "./releases/drop-styles.ts";
import { releaseReports } from "./releases/release-reports.ts";

export type RemoteState =
  | { readonly status: "idle" | "loading" }
  | { readonly status: "ready"; readonly module: RemoteModule; readonly release: ActiveRelease }
  | { readonly status: "failed"; readonly error: unknown };

interface RemotesDeps {
  /** The registry that the page came with. */
  first: () => Registry | undefined;
  /** The registry as it is now. */
  current: () => Promise<Registry>;
  /** `retry` counts the times that the remote has failed before: each is another address. */
  load: (release: ActiveRelease, retry: number) => Promise<RemoteModule>;
  /** Hears how each load went; a load's time is in milliseconds. */
  reports?: {
    loaded: (release: ActiveRelease, ms: number) => void;
    failed: (release: ActiveRelease) => void;
  };
  /** Which of a remote's releases this user has. */
  choose?: (registry: Registry | undefined, name: string) => ActiveRelease | undefined;
}

const idle: RemoteState = { status: "idle" };

/**
 * The remotes' screens by state rather than by `lazy`: React holds a Suspense boundary's content back for
 * 300 ms, which is longer than a remote takes.
 */
export function createRemotes({ first, current, load, reports, choose = activeRelease }: RemotesDeps) {
  const states = new Map<string, RemoteState>();
  /** How often a remote, in whatever release, has failed in this page. */
  const failures = new Map<string, number>();
  /** Remotes that somebody has opened: only their failures are shown. */
  const wanted = new Set<string>();
  const listeners = new Set<() => void>();
  let registry: Registry | undefined;

  const set = (name: string, state: RemoteState) => {
    states.set(name, state);
    for (const listener of [...listeners]) listener();
  };

  const noteFailure = (name: string) => failures.set(name, (failures.get(name) ?? 0) + 1);

  const attempt = async (release: ActiveRelease) => {
    const begun = performance.now();
    try {
      const module = await load(release, failures.get(release.name) ?? 0);
      reports?.loaded(release, performance.now() - begun);
      return module;
    } catch (error) {
      noteFailure(release.name);
      reports?.failed(release);
      throw error;
    }
  };

  const refresh = async () => {
    registry = await current();
    return registry;
  };

  async function run(name: string): Promise<RemoteState> {
    registry ??= first();
    // After a failure the page's registry may be old: what it names may be gone.
    const known = failures.has(name)
      ? await refresh().catch(() => registry)
      : (registry ?? (await refresh()));
    const release = releaseOf(choose(known, name), name);
    try {
      return { status: "ready", release, module: await attempt(release) };
    } catch (error) {
      const newer = choose(await refresh().catch(() => undefined), name);
      if (newer === undefined || newer.version === release.version) throw error;
      return { status: "ready", release: newer, module: await attempt(newer) };
    }
  }

  async function start(name: string): Promise<void> {
    set(name, { status: "loading" });
    try {
      set(name, await run(name));
    } catch (error) {
      console.error(`${name} could not be loaded`, error);
      set(name, wanted.has(name) ? { status: "failed", error } : idle);
    }
  }

  const state = (name: string): RemoteState => states.get(name) ?? idle;

  return {
    state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Loads a remote that is needed now; a failure is shown until `retry`. */
    open(name: string): void {
      wanted.add(name);
      if (state(name).status === "idle") void start(name);
    },
    retry(name: string): void {
      if (state(name).status === "failed") void start(name);
    },
    /** Loads a remote anew of which a part is gone. */
    reload(name: string): void {
      if (state(name).status === "loading") return;
      noteFailure(name);
      void start(name);
    },
    /** Remotes that are loaded in another release than this registry has for this user. */
    outdated(now: Registry): string[] {
      return [...states].flatMap(([name, known]) => {
        const version = choose(now, name)?.version;
        return known.status === "ready" && version !== undefined && version !== known.release.version
          ? [name]
          : [];
      });
    },
    /** Puts the release of this registry in the place of the one that is loaded, which stays where that fails. */
    async update(now: Registry, name: string): Promise<void> {
      const before = state(name);
      registry = now;
      try {
        const release = releaseOf(choose(now, name), name);
        set(name, { status: "ready", release, module: await attempt(release) });
        if (before.status === "ready") dropStyles(before.release, release);
      } catch (error) {
        console.error(`${name} could not be updated`, error);
      }
    },
    /**
     * Loads a remote that will be needed; a failure is forgotten, and opening it tries again.
     * @returns when it is loaded or has failed
     */
    async prepare(name: string): Promise<void> {
      if (state(name).status === "idle") await start(name);
    },
  };
}

function activeRelease(registry: Registry | undefined, name: string): ActiveRelease | undefined {
  return registry?.remotes[name];
}

function releaseOf(release: ActiveRelease | undefined, name: string): ActiveRelease {
  if (release === undefined) throw new Error(`The registry has no release of ${name}`);
  return release;
}

export const remotes = createRemotes({
  first: () => inlinedRegistry(document),
  current: fetchRegistry,
  load: loadRelease,
  choose: chooseRelease,
  reports: releaseReports,
});

/** A remote that the component shows: it is loaded when it is not yet. */
export function useRemote(name: string): RemoteState {
  useEffect(() => remotes.open(name), [name]);
  return useSyncExternalStore(remotes.subscribe, () => remotes.state(name));
}
