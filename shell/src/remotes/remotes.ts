import type { ActiveRelease, PageRegistry, PageRelease } from "@souffleur/contracts";
import type { RemoteModule } from "@souffleur/shared-ui";
import { useLayoutEffect, useState } from "react";
import { chooseRelease } from "../releases/choose-release.ts";
import { type LiveRegistry, liveRegistry } from "../releases/registry.ts";
import { releaseReports } from "../releases/release-reports.ts";
import { fetchRelease } from "./federation.ts";
import { recordLoaded } from "./loaded-releases.ts";

export type RemoteState =
  | { readonly status: "idle" | "loading" }
  /** All files are loaded, and no module has run. */
  | { readonly status: "fetched"; readonly release: ActiveRelease; readonly read: () => RemoteModule }
  | { readonly status: "ready"; readonly module: RemoteModule; readonly release: ActiveRelease }
  | { readonly status: "failed"; readonly error: unknown };

interface RemotesDeps {
  registry: Pick<LiveRegistry, "current" | "refresh">;
  /**
   * `retry` is the number of earlier failures, each with its own address. `isWaitedFor` is true if the remote is opened or
   * about to be opened, as opposed to prefetched.
   */
  fetch: (release: ActiveRelease, retry: number, isWaitedFor: boolean) => Promise<() => RemoteModule>;
  /** Called with the result of each fetch; its duration in milliseconds. */
  reports?: {
    loaded: (release: ActiveRelease, ms: number) => void;
    failed: (release: ActiveRelease, error: unknown) => void;
  };
  /** The release of a remote for this user. */
  choose?: (registry: PageRegistry | undefined, name: string) => PageRelease | undefined;
}

const idle: RemoteState = { status: "idle" };

/**
 * The remotes' screens as state instead of `lazy`, because React delays the content of a Suspense boundary by 300 ms,
 * which is longer than a remote takes to load.
 */
export function createRemotes({ registry, fetch, reports, choose = activeRelease }: RemotesDeps) {
  const states = new Map<string, RemoteState>();
  /** The number of failures of each remote in this page, over all its releases. */
  const failures = new Map<string, number>();
  /** Remotes that have been opened: only their failures are shown. */
  const opened = new Set<string>();
  /** Remotes that are opened or about to be opened: the modules of the others do not run. */
  const needed = new Set<string>();
  /** Releases that failed to load, except for updates; another release may replace them. */
  const unusable = new Set<string>();
  const listeners = new Set<() => void>();

  const set = (name: string, state: RemoteState) => {
    states.set(name, state);
    for (const listener of [...listeners]) listener();
    if ("release" in state) recordLoaded(state.release);
  };

  const countFailure = (name: string) => failures.set(name, (failures.get(name) ?? 0) + 1);

  /** The modules of a needed remote run at once, so that their failure is a failure of the attempt. */
  const attempt = async (release: ActiveRelease): Promise<RemoteState> => {
    const begun = performance.now();
    try {
      const read = await fetch(release, failures.get(release.name) ?? 0, needed.has(release.name));
      reports?.loaded(release, performance.now() - begun);
      if (!needed.has(release.name)) return { status: "fetched", release, read };
      return await show(release, read);
    } catch (error) {
      countFailure(release.name);
      reports?.failed(release, error);
      throw error;
    }
  };

  /** Tries the release that the page knows, then a newer one, then the previous one if the server allows it. */
  async function run(name: string): Promise<RemoteState> {
    // After a failure the page's registry may be outdated and name a release that no longer exists.
    const known = failures.has(name)
      ? await registry.refresh().catch(registry.current)
      : (registry.current() ?? (await registry.refresh()));
    const candidates = [
      // The page's inlined registry has only the files of its first screens.
      () => choose(known, name),
      async () => choose(await registry.refresh().catch(registry.current), name),
      // If a canary fails, its user gets the active release.
      () => registry.current()?.previous && registry.current()?.remotes[name],
      () => registry.current()?.previous?.[name],
    ];
    const tried = new Set<string>();
    let failure: unknown = new Error(`The registry has no release of ${name}`);
    for (const candidate of candidates) {
      const release = await candidate();
      if (!hasFiles(release) || tried.has(release.version)) continue;
      tried.add(release.version);
      try {
        return await attempt(release);
      } catch (error) {
        failure = error;
        unusable.add(`${name} ${release.version}`);
      }
    }
    throw failure;
  }

  async function start(name: string): Promise<void> {
    set(name, { status: "loading" });
    try {
      set(name, await run(name));
      // The remote may have become needed meanwhile.
      if (needed.has(name)) load(name);
    } catch (error) {
      console.error(`${name} could not be loaded`, error);
      set(name, opened.has(name) ? { status: "failed", error } : idle);
    }
  }

  const state = (name: string): RemoteState => states.get(name) ?? idle;

  /** Loads a remote until its screens can be shown. */
  function load(name: string): void {
    needed.add(name);
    const known = state(name);
    if (known.status === "idle") void start(name);
    if (known.status !== "fetched") return;
    const again = (error: unknown) => {
      console.error(`${name} could not be read`, error);
      countFailure(name);
      reports?.failed(known.release, error);
      void start(name);
    };
    try {
      const ready = show(known.release, known.read);
      set(name, ready instanceof Promise ? { status: "loading" } : ready);
      if (ready instanceof Promise) void ready.then((state) => set(name, state), again);
    } catch (error) {
      again(error);
    }
  }

  return {
    state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Loads a remote whose screen is shown; a failure is shown until `retry`. */
    open(name: string): void {
      opened.add(name);
      load(name);
    },
    retry(name: string): void {
      if (state(name).status === "failed") void start(name);
    },
    /** Loads a remote again, because a part of it no longer exists. */
    reload(name: string): void {
      if (state(name).status === "loading") return;
      countFailure(name);
      void start(name);
    },
    /** Loaded remotes for which the registry has another release for this user. */
    outdated(): string[] {
      return [...states].flatMap(([name, known]) => {
        const version = choose(registry.current(), name)?.version;
        if (!("release" in known) || version === undefined || unusable.has(`${name} ${version}`)) return [];
        return version === known.release.version ? [] : [name];
      });
    },
    /** Replaces a loaded release by the registry's release; the loaded one stays if that fails. */
    async update(name: string): Promise<void> {
      try {
        const listed = choose(registry.current(), name);
        const release = hasFiles(listed) ? listed : choose(await registry.refresh(), name);
        if (!hasFiles(release)) throw new Error(`The registry has no release of ${name}`);
        set(name, await attempt(release));
      } catch (error) {
        console.error(`${name} could not be updated`, error);
      }
    },
    /** Loads a remote that is about to be opened; a failure is not shown, and opening it tries again. */
    prepare: load,
    /** Loads a remote until its modules have run, or it has failed, which is not shown. */
    async whenLoaded(name: string): Promise<void> {
      load(name);
      const isDone = () => ["ready", "failed", "idle"].includes(state(name).status);
      await new Promise<void>((resolve) => {
        const check = () => {
          if (!isDone()) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      });
    },
    /**
     * Prefetches a remote. Its modules do not run yet: they may be heavy, and would block the current screen.
     * Resolves when it is fetched or has failed; a failure is not shown.
     */
    async prefetch(name: string): Promise<void> {
      if (state(name).status === "idle") await start(name);
    },
  };
}

/** Runs a release's modules, and then loads its texts if the page's language has any. */
function show(release: ActiveRelease, read: () => RemoteModule): RemoteState | Promise<RemoteState> {
  const module = read();
  const ready = { status: "ready", release, module } as const;
  return module.loadTexts?.()?.then(() => ready) ?? ready;
}

function hasFiles(release: PageRelease | undefined): release is ActiveRelease {
  return release !== undefined && "entry" in release;
}

function activeRelease(registry: PageRegistry | undefined, name: string): PageRelease | undefined {
  return registry?.remotes[name];
}

export const remotes = createRemotes({
  registry: liveRegistry,
  fetch: fetchRelease,
  choose: chooseRelease,
  reports: releaseReports,
});

/**
 * The remote that a component shows, loaded if necessary. It uses state and a layout effect instead of an external store,
 * because a remote that arrives during the page's first render would make React restart it synchronously. A prefetched
 * remote is shown in the frame in which it is opened.
 * @param name constant during the component's life
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
