import type { ModuleFederationRuntimePlugin } from "@module-federation/runtime";
import { loadRemote, registerPlugins, registerRemotes } from "@module-federation/runtime";
import type { ActiveRelease } from "@souffleur/contracts";
import type { RemoteModule } from "@souffleur/shared-ui";
import { addressOf, applyAssetRule, installAssetHook, setAssetRules } from "./asset-rules.ts";
import { runEntry } from "./entry-script.ts";
import { fileTimeoutMs } from "./file-timeout.ts";
import { assertCompatible } from "./shell-contract.ts";

/** The deadline for a whole release, as a multiple of a file's: entry, chunk and stylesheet have one each. */
const deadlines = 2.5;

const loadingRules: ModuleFederationRuntimePlugin = {
  name: "souffleur-loading-rules",
  async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
    await runEntry(entry);
    const container = Reflect.get(globalThis, entryGlobalName);
    // If it got no container, the runtime would load the entry itself.
    if (container === undefined) throw new Error(`${entry} defines no ${entryGlobalName}`);
    return container;
  },
};

let prepared = false;

/**
 * Fetches a release's screens from a clean state. Every `retry` uses its own addresses, because a failed or hanging
 * request could block the same address. Replacing a release is not a retry: unchanged files come from the browser's cache.
 * @param isWaitedFor whether all files are requested at once, as opposed to a prefetch
 * @returns a function that runs the screens' modules; it throws if they throw or expose no routes
 * @throws if the entry, a chunk or a stylesheet fails, hangs or does not match its integrity, or if the versions of the
 * shared modules are incompatible
 */
export async function fetchRelease(
  release: ActiveRelease,
  retry: number,
  isWaitedFor: boolean,
): Promise<() => RemoteModule> {
  assertCompatible(release);
  if (!prepared) {
    prepared = true;
    installAssetHook();
    registerPlugins([loadingRules]);
  }
  setAssetRules(release, retry);
  const preloads = isWaitedFor ? preload(release) : [];
  const entry = addressOf(release, release.entry) + (retry === 0 ? "" : `?r=${retry}`);
  registerRemotes([{ name: release.global, entry }], { force: true });
  const id = `${release.global}/routes`;
  const read = await withinTime(
    loadRemote<() => { default?: RemoteModule }>(id, { loadFactory: false, from: "runtime" }),
  ).finally(() => {
    for (const link of preloads) link.remove();
  });
  if (read === null) throw new Error(`${release.name} exposes nothing`);
  return () => {
    const module = read().default;
    if (!Array.isArray(module?.routes)) throw new Error(`${release.name} exposes no routes`);
    return module;
  };
}

/**
 * Preloads the stylesheets and chunks of a release: its own loader requests them only after the entry has arrived, one
 * round trip later.
 * @returns the elements, which are not needed once the files are loaded
 */
function preload(release: ActiveRelease): HTMLLinkElement[] {
  // The page itself has preloaded the files of its first screen.
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
  const preloaded = new Set(links.map(({ href }) => href));
  const added: HTMLLinkElement[] = [];
  for (const [as, files] of [
    ["script", release.scripts],
    ["style", release.styles],
  ] as const) {
    for (const file of files) {
      const link = document.createElement("link");
      link.rel = "preload";
      link.as = as;
      link.href = addressOf(release, file);
      applyAssetRule(link);
      if (!preloaded.has(link.href)) added.push(link);
    }
  }
  document.head.append(...added);
  return added;
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("The remote did not load in time")),
      deadlines * fileTimeoutMs(),
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
