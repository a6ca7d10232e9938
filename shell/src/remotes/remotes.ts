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
  /** `hasLoaded`: its files have arrived, and its modules failed. */
  | { readonly status: "failed"; readonly error: unknown; readonly hasLoaded: boolean };

interface RemotesDeps {
  registry: Pick<LiveRegistry, "current" | "refresh">;
  /**
   * `retry` is the number of earlier failures, each with its own address. `isWaitedFor` is true if the remote is opened or
   * about to be opened, as opposed to prefetched.
   */
  fetch: (release: ActiveRelease, retry: number, isWaitedFor: boolean) => Promise<() => RemoteModule>;
  /** Called with the result of each fetch; its duration in milliseconds. */
  reports: {
    loaded: (release: ActiveRelease, ms: number) => void;
    failed: (release: ActiveRelease, error: unknown) => void;
  };
  /** The release of a remote for this user. */
  choose: (registry: PageRegistry | undefined, name: string) => PageRelease | undefined;
}

const idle: RemoteState = { status: "idle" };

/**
 * The remotes' screens as state instead of `lazy`, because React delays the content of a Suspense boundary by 300 ms,
 * which is longer than a remote takes to load.
 */
export class Remotes {
  private readonly states = new Map<string, RemoteState>();
  /** The number of failures of each remote in this page, over all its releases. */
  private readonly failures = new Map<string, number>();
  /** Remotes that have been opened: only their failures are shown. */
  private readonly opened = new Set<string>();
  /** Remotes that are opened or about to be opened: the modules of the others do not run. */
  private readonly needed = new Set<string>();
  /** Releases that failed to load, except for updates; another release may replace them. */
  private readonly unusable = new Set<string>();
  /** Remotes whose files have arrived at the last attempt. */
  private readonly arrived = new Set<string>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly deps: RemotesDeps) {}

  state(name: string): RemoteState {
    return this.states.get(name) ?? idle;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Loads a remote whose screen is shown; a failure is shown until `retry`. */
  open(name: string): void {
    this.opened.add(name);
    this.prepare(name);
  }

  retry(name: string): void {
    if (this.state(name).status === "failed") void this.start(name);
  }

  /** Loads a remote again, because a part of it no longer exists. */
  reload(name: string): void {
    if (this.state(name).status === "loading") return;
    this.countFailure(name);
    void this.start(name);
  }

  /** Loaded remotes for which the registry has another release for this user. */
  outdated(): string[] {
    return [...this.states].flatMap(([name, known]) => {
      const version = this.choose(name)?.version;
      if (!("release" in known) || version === undefined || this.unusable.has(`${name} ${version}`))
        return [];
      return version === known.release.version ? [] : [name];
    });
  }

  /** Replaces a loaded release by the registry's release; the loaded one stays if that fails. */
  async update(name: string): Promise<void> {
    try {
      const listed = this.choose(name);
      const release = hasFiles(listed) ? listed : this.choose(name, await this.deps.registry.refresh());
      if (!hasFiles(release)) throw new Error(`The registry has no release of ${name}`);
      this.set(name, await this.attempt(release));
    } catch (error) {
      console.error(`${name} could not be updated`, error);
    }
  }

  /**
   * Loads a remote until its screens can be shown. A failure is not shown unless it was opened, and opening it tries again.
   */
  prepare(name: string): void {
    this.needed.add(name);
    const known = this.state(name);
    if (known.status === "idle") void this.start(name);
    if (known.status !== "fetched") return;
    const again = (error: unknown) => {
      console.error(`${name} could not be read`, error);
      this.countFailure(name);
      this.deps.reports.failed(known.release, error);
      void this.start(name);
    };
    try {
      const ready = show(known.release, known.read);
      this.set(name, ready instanceof Promise ? { status: "loading" } : ready);
      if (ready instanceof Promise) void ready.then((state) => this.set(name, state), again);
    } catch (error) {
      again(error);
    }
  }

  /** Loads a remote until its modules have run, or it has failed, which is not shown. */
  async whenLoaded(name: string): Promise<void> {
    this.prepare(name);
    const isDone = () => ["ready", "failed", "idle"].includes(this.state(name).status);
    await new Promise<void>((resolve) => {
      const check = () => {
        if (!isDone()) return;
        this.listeners.delete(check);
        resolve();
      };
      this.listeners.add(check);
      check();
    });
  }

  /**
   * Prefetches a remote. Its modules do not run yet: they may be heavy, and would block the current screen.
   * Resolves when it is fetched or has failed; a failure is not shown.
   */
  async prefetch(name: string): Promise<void> {
    if (this.state(name).status === "idle") await this.start(name);
  }

  private async start(name: string): Promise<void> {
    this.set(name, { status: "loading" });
    try {
      this.set(name, await this.loadUsable(name));
      // The remote may have become needed meanwhile.
      if (this.needed.has(name)) this.prepare(name);
    } catch (error) {
      const hasLoaded = this.arrived.has(name);
      console.error(`${name} ${hasLoaded ? "has failed" : "could not be loaded"}`, error);
      this.set(name, this.opened.has(name) ? { status: "failed", error, hasLoaded } : idle);
    }
  }

  /** Tries the release that the page knows, then a newer one, then the previous one if the server allows it. */
  private async loadUsable(name: string): Promise<RemoteState> {
    const { registry } = this.deps;
    // After a failure the page's registry may be outdated and name a release that no longer exists.
    const known = this.failures.has(name)
      ? await registry.refresh().catch(registry.current)
      : (registry.current() ?? (await registry.refresh()));
    const candidates = [
      // The page's inlined registry has only the files of its first screens.
      () => this.choose(name, known),
      async () => this.choose(name, await registry.refresh().catch(registry.current)),
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
        return await this.attempt(release);
      } catch (error) {
        failure = error;
        this.unusable.add(`${name} ${release.version}`);
      }
    }
    throw failure;
  }

  /** The modules of a needed remote run at once, so that their failure is a failure of the attempt. */
  private async attempt(release: ActiveRelease): Promise<RemoteState> {
    const { name } = release;
    const { fetch, reports } = this.deps;
    const begun = performance.now();
    this.arrived.delete(name);
    try {
      const read = await fetch(release, this.failures.get(name) ?? 0, this.needed.has(name));
      this.arrived.add(name);
      reports.loaded(release, performance.now() - begun);
      if (!this.needed.has(name)) return { status: "fetched", release, read };
      return await show(release, read);
    } catch (error) {
      this.countFailure(name);
      reports.failed(release, error);
      throw error;
    }
  }

  /** The release of a remote for this user. */
  private choose(name: string, registry = this.deps.registry.current()): PageRelease | undefined {
    return this.deps.choose(registry, name);
  }

  private countFailure(name: string): void {
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }

  private set(name: string, state: RemoteState): void {
    this.states.set(name, state);
    for (const listener of [...this.listeners]) listener();
    if ("release" in state) recordLoaded(state.release);
  }
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

export const remotes = new Remotes({
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
