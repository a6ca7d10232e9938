import type { ActiveRelease, PageRegistry, Registry } from "@souffleur/contracts";
import type { RemoteModule } from "@souffleur/shared-ui";
import { createLiveRegistry } from "../releases/registry.ts";
import { createRemotes } from "./remotes.ts";

const screens: RemoteModule = { routes: [{ path: "/dashboard", Component: () => null }] };

function release(version: string): ActiveRelease {
  return {
    name: "mfe-dashboard",
    version,
    global: "mfe_dashboard",
    entry: "remoteEntry.js",
    scripts: [],
    styles: [],
    integrity: {},
    contract: { "shared-ui": "0.1.0", contracts: "0.1.0", react: "19.0.0", router: "7.0.0", query: "5.0.0" },
    base: `/remotes/mfe-dashboard/${version}/`,
  };
}

const registryWith = (version: string): Registry => ({
  schema: 1,
  remotes: { "mfe-dashboard": release(version) },
});

/** Remotes whose loads the test answers one by one. */
function setUp({
  first = registryWith("a"),
  current = async () => registryWith("a"),
}: {
  first?: PageRegistry;
  current?: () => Promise<Registry>;
} = {}) {
  const registry = createLiveRegistry(first, () => current());
  type Result = RemoteModule | Error | (() => RemoteModule);
  const loads: { version: string; retry: number; answer: (result: Result) => void }[] = [];
  const remotes = createRemotes({
    registry,
    fetch: ({ version }, retry) =>
      new Promise((resolve, reject) => {
        const answer = (result: Result) =>
          result instanceof Error
            ? reject(result)
            : resolve(typeof result === "function" ? result : () => result);
        loads.push({ version, retry, answer });
      }),
  });
  const until = (status: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (remotes.state("mfe-dashboard").status === status) resolve();
      };
      remotes.subscribe(check);
      check();
    });
  const nextLoad = async (count: number) => {
    while (loads.length < count) await new Promise((resolve) => setTimeout(resolve));
    const load = loads[count - 1];
    if (load === undefined) throw new Error("no load");
    return load;
  };
  const release = async (version: string) => {
    current = async () => registryWith(version);
    await registry.refresh();
  };
  return { remotes, loads, until, nextLoad, release, status: () => remotes.state("mfe-dashboard").status };
}

beforeEach(() => jest.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

test("a remote that is opened is loading and then ready", async () => {
  const { remotes, nextLoad, until, status } = setUp();
  expect(status()).toBe("idle");
  remotes.open("mfe-dashboard");
  expect(status()).toBe("loading");
  (await nextLoad(1)).answer(screens);
  await until("ready");
  expect(remotes.state("mfe-dashboard")).toMatchObject({ module: screens, release: { version: "a" } });
});

test("a remote whose files the page does not have yet is loaded with those that are live now", async () => {
  const { name, version, manifest } = release("a");
  const first: PageRegistry = { schema: 1, remotes: { [name]: { name, version, manifest } } };
  const { remotes, nextLoad, until } = setUp({ first, current: async () => registryWith("b") });
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(screens);
  await until("ready");
  expect(remotes.state("mfe-dashboard")).toMatchObject({ release: release("b") });
});

test("without an answer about its files a remote fails, and Retry asks again", async () => {
  const { name, version, manifest } = release("a");
  const first: PageRegistry = { schema: 1, remotes: { [name]: { name, version, manifest } } };
  const answers = [Promise.reject(new Error("offline")), Promise.resolve(registryWith("a"))];
  const { remotes, nextLoad, until } = setUp({ first, current: () => answers.shift() ?? Promise.reject() });
  remotes.open("mfe-dashboard");
  await until("failed");
  remotes.retry("mfe-dashboard");
  (await nextLoad(1)).answer(screens);
  await until("ready");
});

test("a remote that is opened twice is loaded once", async () => {
  const { remotes, loads, nextLoad, until } = setUp();
  remotes.open("mfe-dashboard");
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(screens);
  await until("ready");
  remotes.open("mfe-dashboard");
  expect(loads).toHaveLength(1);
});

test("a failure stays until Retry, which is another attempt", async () => {
  const { remotes, loads, nextLoad, until } = setUp();
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(new Error("gone"));
  await until("failed");
  remotes.open("mfe-dashboard");
  expect(loads).toHaveLength(1);
  remotes.retry("mfe-dashboard");
  const second = await nextLoad(2);
  expect(second.retry).toBe(1);
  second.answer(screens);
  await until("ready");
});

test("a release that is gone is met by loading the one that is live now", async () => {
  const { remotes, nextLoad, until } = setUp({ current: async () => registryWith("b") });
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(new Error("gone"));
  const second = await nextLoad(2);
  expect(second).toMatchObject({ version: "b", retry: 1 });
  second.answer(screens);
  await until("ready");
  expect(remotes.state("mfe-dashboard")).toMatchObject({ release: { version: "b" } });
});

test("the failure of a remote that was only fetched ahead is forgotten", async () => {
  const { remotes, nextLoad, until, status } = setUp();
  remotes.prefetch("mfe-dashboard");
  (await nextLoad(1)).answer(new Error("gone"));
  await until("idle");
  expect(status()).toBe("idle");
  remotes.open("mfe-dashboard");
  (await nextLoad(2)).answer(screens);
  await until("ready");
});

test("the modules of a prefetched remote run when it is about to be opened", async () => {
  const { remotes, loads, nextLoad, until, status } = setUp();
  const read = jest.fn(() => screens);
  const fetched = remotes.prefetch("mfe-dashboard");
  (await nextLoad(1)).answer(read);
  await fetched;
  expect(status()).toBe("fetched");
  expect(read).not.toHaveBeenCalled();
  remotes.prepare("mfe-dashboard");
  remotes.open("mfe-dashboard");
  await until("ready");
  expect(read).toHaveBeenCalledTimes(1);
  expect(loads).toHaveLength(1);
});

test("a remote that becomes needed while it is fetched ahead is read as soon as it is there", async () => {
  const { remotes, nextLoad, until } = setUp();
  void remotes.prefetch("mfe-dashboard");
  const load = await nextLoad(1);
  remotes.prepare("mfe-dashboard");
  load.answer(screens);
  await until("ready");
});

test("modules that were fetched ahead and do not run are fetched once more in the release that is live now", async () => {
  const { remotes, nextLoad, until } = setUp({ current: async () => registryWith("b") });
  const fetched = remotes.prefetch("mfe-dashboard");
  (await nextLoad(1)).answer(() => {
    throw new Error("broken");
  });
  await fetched;
  remotes.open("mfe-dashboard");
  const second = await nextLoad(2);
  expect(second).toMatchObject({ version: "b", retry: 1 });
  second.answer(() => {
    throw new Error("broken too");
  });
  await until("failed");
});

test("a remote that is opened while it is fetched ahead shows its failure", async () => {
  const { remotes, nextLoad, until } = setUp();
  remotes.prefetch("mfe-dashboard");
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(new Error("gone"));
  await until("failed");
});

test("a remote that the registry does not name fails", async () => {
  const nothing: Registry = { schema: 1, remotes: {} };
  const { remotes, until } = setUp({ first: nothing, current: async () => nothing });
  remotes.open("mfe-dashboard");
  await until("failed");
});

test("where the server names releases to fall back to, one that can't be loaded is replaced, and not offered again", async () => {
  const registry = { ...registryWith("b"), previous: { "mfe-dashboard": release("a") } };
  const { remotes, loads, nextLoad, until } = setUp({ first: registry, current: async () => registry });
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(new Error("gone"));
  const second = await nextLoad(2);
  expect(second).toMatchObject({ version: "a", retry: 1 });
  second.answer(screens);
  await until("ready");
  expect(loads).toHaveLength(2);
  expect(remotes.outdated()).toEqual([]);
});

test("a canary that can't be loaded is replaced by what everybody else has", async () => {
  const registry: Registry = { ...registryWith("b"), previous: { "mfe-dashboard": release("a") } };
  const versions: string[] = [];
  const remotes = createRemotes({
    registry: createLiveRegistry(registry, async () => registry),
    fetch: async ({ version }) => {
      versions.push(version);
      if (version === "canary") throw new Error("gone");
      return () => screens;
    },
    choose: () => release("canary"),
  });
  remotes.open("mfe-dashboard");
  await new Promise<void>((resolve) => {
    remotes.subscribe(() => remotes.state("mfe-dashboard").status === "ready" && resolve());
  });
  expect(versions).toEqual(["canary", "b"]);
});

test("without an inlined registry the current one is fetched", async () => {
  const remotes = createRemotes({
    registry: createLiveRegistry(undefined, async () => registryWith("c")),
    fetch: async () => () => screens,
  });
  remotes.open("mfe-dashboard");
  await new Promise<void>((resolve) => {
    remotes.subscribe(() => remotes.state("mfe-dashboard").status === "ready" && resolve());
  });
  expect(remotes.state("mfe-dashboard")).toMatchObject({ release: { version: "c" } });
});

test("of the registry's releases the one that this user has is loaded", async () => {
  const remotes = createRemotes({
    registry: createLiveRegistry(registryWith("a"), async () => registryWith("a")),
    fetch: async () => () => screens,
    choose: () => release("canary"),
  });
  remotes.open("mfe-dashboard");
  await new Promise<void>((resolve) => {
    remotes.subscribe(() => remotes.state("mfe-dashboard").status === "ready" && resolve());
  });
  expect(remotes.state("mfe-dashboard")).toMatchObject({ release: { version: "canary" } });
});

test("a remote with a new release is outdated, and an update loads the new release", async () => {
  const { remotes, nextLoad, until, release } = setUp();
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(screens);
  await until("ready");
  expect(remotes.outdated()).toEqual([]);
  await release("b");
  expect(remotes.outdated()).toEqual(["mfe-dashboard"]);
  const updated = remotes.update("mfe-dashboard");
  const second = await nextLoad(2);
  // Under the addresses that the browser knows: it fetches what has changed and nothing else.
  expect(second.retry).toBe(0);
  second.answer(screens);
  await updated;
  expect(remotes.state("mfe-dashboard")).toMatchObject({ release: { version: "b" } });
  expect(remotes.outdated()).toEqual([]);
});

test("where an update fails the release that is loaded stays", async () => {
  const { remotes, nextLoad, until, release } = setUp();
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(screens);
  await until("ready");
  await release("b");
  const updated = remotes.update("mfe-dashboard");
  (await nextLoad(2)).answer(new Error("gone"));
  await updated;
  expect(remotes.state("mfe-dashboard")).toMatchObject({ status: "ready", release: { version: "a" } });
});

test("what is not loaded is not outdated", () => {
  const { remotes } = setUp({ first: registryWith("b") });
  expect(remotes.outdated()).toEqual([]);
});

test("a remote with a missing part is reloaded in its current release", async () => {
  const { remotes, nextLoad, until } = setUp({ current: async () => registryWith("b") });
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(screens);
  await until("ready");
  remotes.reload("mfe-dashboard");
  const second = await nextLoad(2);
  expect(second).toMatchObject({ version: "b", retry: 1 });
  second.answer(screens);
  await until("ready");
});
