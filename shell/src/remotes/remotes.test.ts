import type { PageRegistry, Registry } from "@souffleur/contracts";
import type { RemoteModule } from "@souffleur/shared-ui";
import { createLiveRegistry } from "../releases/registry.ts";
import { someRelease } from "../testing/some-release.ts";
import { Remotes } from "./remotes.ts";

const screens: RemoteModule = { routes: [{ path: "/dashboard", Component: () => null }] };
const release = (version: string) => someRelease("mfe-dashboard", version);

const registryWith = (version: string): Registry => ({
  schema: 1,
  remotes: { "mfe-dashboard": release(version) },
});

const { name, version, manifest } = release("a");
const withoutFiles: PageRegistry = { schema: 1, remotes: { [name]: { name, version, manifest } } };

interface SetUpOptions {
  /** The registry that the page has at first. */
  first?: PageRegistry | undefined;
  /** Fetches the live registry. */
  current?: () => Promise<Registry>;
  choose?: ConstructorParameters<typeof Remotes>[0]["choose"];
}

/** Remotes whose loads the test answers one by one. */
function setUp({ current = async () => registryWith("a"), ...options }: SetUpOptions = {}) {
  const first = "first" in options ? options.first : registryWith("a");
  const registry = createLiveRegistry(first, () => current());
  type Result = RemoteModule | Error | (() => RemoteModule);
  const loads: { version: string; retry: number; answer: (result: Result) => void }[] = [];
  const remotes = new Remotes({
    registry,
    choose: options.choose ?? ((known, name) => known?.remotes[name]),
    reports: { loaded: () => {}, failed: () => {} },
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
  const publish = async (version: string) => {
    current = async () => registryWith(version);
    await registry.refresh();
  };
  return { remotes, loads, until, nextLoad, publish, status: () => remotes.state("mfe-dashboard").status };
}

/** Opens the remote and answers its first load. */
async function openReady(options?: SetUpOptions) {
  const set = setUp(options);
  set.remotes.open("mfe-dashboard");
  (await set.nextLoad(1)).answer(screens);
  await set.until("ready");
  return set;
}

beforeEach(() => jest.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

test("a prefetched remote whose texts cannot be loaded is loaded again when it is opened, then fails, and can be retried", async () => {
  const { remotes, loads, nextLoad, until } = setUp();
  const without = () => ({ ...screens, loadTexts: () => Promise.reject(new Error("offline")) });
  const prefetched = remotes.prefetch("mfe-dashboard");
  (await nextLoad(1)).answer(without());
  await prefetched;
  remotes.open("mfe-dashboard");
  (await nextLoad(2)).answer(without());
  await until("failed");
  expect(loads).toHaveLength(2);
  remotes.retry("mfe-dashboard");
  (await nextLoad(3)).answer(screens);
  await until("ready");
});

test("a remote that is opened is loading and then ready, and loaded once however often it is opened", async () => {
  const { remotes, loads, nextLoad, until, status } = setUp();
  expect(status()).toBe("idle");
  remotes.open("mfe-dashboard");
  expect(status()).toBe("loading");
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(screens);
  await until("ready");
  remotes.open("mfe-dashboard");
  expect(loads).toHaveLength(1);
  expect(remotes.state("mfe-dashboard")).toMatchObject({ module: screens, release: { version: "a" } });
});

test("a remote fails if its files can't be requested, and Retry requests them again", async () => {
  const answers = [Promise.reject(new Error("offline")), Promise.resolve(registryWith("a"))];
  const { remotes, nextLoad, until } = setUp({
    first: withoutFiles,
    current: () => answers.shift() ?? Promise.reject(),
  });
  remotes.open("mfe-dashboard");
  await until("failed");
  remotes.retry("mfe-dashboard");
  (await nextLoad(1)).answer(screens);
  await until("ready");
});

test("a failure remains until Retry, which makes another attempt", async () => {
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

test("a release that no longer exists is replaced by the live one", async () => {
  const { remotes, nextLoad, until } = setUp({ current: async () => registryWith("b") });
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(new Error("gone"));
  const second = await nextLoad(2);
  expect(second).toMatchObject({ version: "b", retry: 1 });
  second.answer(screens);
  await until("ready");
  expect(remotes.state("mfe-dashboard")).toMatchObject({ release: { version: "b" } });
});

test("the failure of a prefetched remote is forgotten", async () => {
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

test("a remote that becomes needed while it is prefetched runs as soon as it is loaded", async () => {
  const { remotes, nextLoad, until } = setUp();
  void remotes.prefetch("mfe-dashboard");
  const load = await nextLoad(1);
  remotes.prepare("mfe-dashboard");
  load.answer(screens);
  await until("ready");
});

test("prefetched modules that throw are fetched once more from the live release", async () => {
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

test("a remote that is opened while it is prefetched shows its failure", async () => {
  const { remotes, nextLoad, until } = setUp();
  remotes.prefetch("mfe-dashboard");
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(new Error("gone"));
  await until("failed");
});

test("a remote that is not in the registry fails", async () => {
  const nothing: Registry = { schema: 1, remotes: {} };
  const { remotes, until } = setUp({ first: nothing, current: async () => nothing });
  remotes.open("mfe-dashboard");
  await until("failed");
});

test("a release that can't be loaded is replaced by the server's fallback, and not offered again", async () => {
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

test("a canary that can't be loaded is replaced by the active release", async () => {
  const first: Registry = { ...registryWith("b"), previous: { "mfe-dashboard": release("a") } };
  const choose = () => release("canary");
  const { remotes, loads, nextLoad, until } = setUp({ first, current: async () => first, choose });
  remotes.open("mfe-dashboard");
  (await nextLoad(1)).answer(new Error("gone"));
  (await nextLoad(2)).answer(screens);
  await until("ready");
  expect(loads.map(({ version }) => version)).toEqual(["canary", "b"]);
});

test.each<[string, SetUpOptions, version: string]>([
  [
    "of the live registry without an inlined one",
    { first: undefined, current: async () => registryWith("c") },
    "c",
  ],
  [
    "of the live registry without files in the page's",
    { first: withoutFiles, current: async () => registryWith("b") },
    "b",
  ],
  ["that was chosen for this user", { choose: () => release("canary") }, "canary"],
])("the release %s is loaded", async (_which, options, version) => {
  const { remotes } = await openReady(options);
  expect(remotes.state("mfe-dashboard")).toMatchObject({ release: release(version) });
});

test("a remote with a new release is outdated, and an update loads the new release", async () => {
  const { remotes, nextLoad, publish } = await openReady();
  expect(remotes.outdated()).toEqual([]);
  await publish("b");
  expect(remotes.outdated()).toEqual(["mfe-dashboard"]);
  const updated = remotes.update("mfe-dashboard");
  const second = await nextLoad(2);
  // The addresses stay the same, so that the browser fetches only what has changed.
  expect(second.retry).toBe(0);
  second.answer(screens);
  await updated;
  expect(remotes.state("mfe-dashboard")).toMatchObject({ release: { version: "b" } });
  expect(remotes.outdated()).toEqual([]);
});

test("the loaded release stays if an update fails", async () => {
  const { remotes, nextLoad, publish } = await openReady();
  await publish("b");
  const updated = remotes.update("mfe-dashboard");
  (await nextLoad(2)).answer(new Error("gone"));
  await updated;
  expect(remotes.state("mfe-dashboard")).toMatchObject({ status: "ready", release: { version: "a" } });
});

test("a remote that is not loaded is not outdated", () => {
  const { remotes } = setUp({ first: registryWith("b") });
  expect(remotes.outdated()).toEqual([]);
});

test("a remote with a missing part is reloaded in its live release", async () => {
  const { remotes, nextLoad, until } = await openReady({ current: async () => registryWith("b") });
  remotes.reload("mfe-dashboard");
  const second = await nextLoad(2);
  expect(second).toMatchObject({ version: "b", retry: 1 });
  second.answer(screens);
  await until("ready");
});
