import type { ActiveRelease, Registry } from "@souffleur/contracts";
import type { RemoteModule } from "@souffleur/shared-ui";
import { useLayoutEffect, useState } from "react";
import { fetchRelease } from "./federation.ts";
import { fetchRegistry, inlinedRegistry } from "./registry.ts";
import { chooseRelease } from "./releases/choose-release.ts";
import { dropStyles } from "./releases/drop-styles.ts";
import { releaseReports } from "./releases/release-reports.ts";

export type RemoteState =
  | { readonly status: "idle" | "loading" }
  /** All of it is in the browser, and none of its modules has run. */
  | { readonly status: "fetched"; readonly release: ActiveRelease; readonly read: () => RemoteModule }
  | { readonly status: "ready"; readonly module: RemoteModule; readonly release: ActiveRelease }
  | { readonly status: "failed"; readonly error: unknown };

interface RemotesDeps {
  /** The registry that the page came with. */
  first: () => Registry | undefined;
  /** The registry as it is now. */
  current: () => Promise<Registry>;
  /**
   * `retry` counts the times that the remote has failed before: each is another address. `isWaitedFor` where somebody
   * has opened the remote or is about to.
   */
  fetch: (release: ActiveRelease, retry: number, isWaitedFor: boolean) => Promise<() => RemoteModule>;
  /** Hears how each fetch went; its time is in milliseconds. */
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
export function createRemotes({ first, current, fetch, reports, choose = activeRelease }: RemotesDeps) {
  const states = new Map<string, RemoteState>();
  /** How often a remote, in whatever release, has failed in this page. */
  const failures = new Map<string, number>();
  /** Remotes that somebody has opened: only their failures are shown. */
  const wanted = new Set<string>();
  /** Remotes that somebody has opened or is about to: the modules of the others do not run. */
  const needed = new Set<string>();
  const listeners = new Set<() => void>();
  let registry: Registry | undefined;

  const set = (name: string, state: RemoteState) => {
    states.set(name, state);
    for (const listener of [...listeners]) listener();
  };

  const noteFailure = (name: string) => failures.set(name, (failures.get(name) ?? 0) + 1);

  /** What is needed by now is read at once, so that a failure of that is one of the attempt too. */
  const attempt = async (release: ActiveRelease): Promise<RemoteState> => {
    const begun = performance.now();
    try {
      const read = await fetch(release, failures.get(release.name) ?? 0, needed.has(release.name));
      reports?.loaded(release, performance.now() - begun);
      if (!needed.has(release.name)) return { status: "fetched", release, read };
      return { status: "ready", release, module: read() };
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
      return await attempt(release);
    } catch (error) {
      const newer = choose(await refresh().catch(() => undefined), name);
      if (newer === undefined || newer.version === release.version) throw error;
      return await attempt(newer);
    }
  }

  async function start(name: string): Promise<void> {
    set(name, { status: "loading" });
    try {
      set(name, await run(name));
      // It may have become needed just now.
      if (needed.has(name)) load(name);
    } catch (error) {
      console.error(`${name} could not be loaded`, error);
      set(name, wanted.has(name) ? { status: "failed", error } : idle);
    }
  }

  const state = (name: string): RemoteState => states.get(name) ?? idle;

  /** Brings a remote to where its screens can be shown. */
  function load(name: string): void {
    needed.add(name);
    const known = state(name);
    if (known.status === "idle") void start(name);
    if (known.status !== "fetched") return;
    try {
      set(name, { status: "ready", release: known.release, module: known.read() });
    } catch (error) {
      console.error(`${name} could not be read`, error);
      noteFailure(name);
      reports?.failed(known.release);
      void start(name);
    }
  }

  return {
    state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Loads a remote that is needed now; a failure is shown until `retry`. */
    open(name: string): void {
      wanted.add(name);
      load(name);
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
    /** Remotes that are there in another release than this registry has for this user. */
    outdated(now: Registry): string[] {
      return [...states].flatMap(([name, known]) => {
        const version = choose(now, name)?.version;
        return "release" in known && version !== undefined && version !== known.release.version ? [name] : [];
      });
    },
    /** Puts the release of this registry in the place of the one that is there, which stays where that fails. */
    async update(now: Registry, name: string): Promise<void> {
      const before = state(name);
      registry = now;
      try {
        const release = releaseOf(choose(now, name), name);
        set(name, await attempt(release));
        if ("release" in before) dropStyles(before.release, release);
      } catch (error) {
        console.error(`${name} could not be updated`, error);
      }
    },
    /** Loads a remote that somebody is about to open; a failure is forgotten, and opening it tries again. */
    prepare: load,
    /**
     * Fetches a remote that may be needed. Its modules do not run yet: nobody can tell how heavy they are, and the
     * screen that is shown would not answer meanwhile.
     * @returns when it is there or has failed, which is forgotten
     */
    async fetchAhead(name: string): Promise<void> {
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
  fetch: fetchRelease,
  choose: chooseRelease,
  reports: releaseReports,
});

/**
 * A remote that the component shows: it is loaded when it is not yet. By state and in a layout effect: as an external
 * store a remote that comes while the page renders for the first time would make React begin again, at one go; and
 * one that was fetched ahead is shown in the very frame in which it is opened.
 * @param name never another one in the component's life
 */
export function useRemote(name: string): RemoteState {
  const [known, setKnown] = useState(() => remotes.state(name));
  useLayoutEffect(() => {
    const look = () => setKnown(remotes.state(name));
    const stop = remotes.subscribe(look);
    remotes.open(name);
    look();
    return stop;
  }, [name]);
  return known;
}
