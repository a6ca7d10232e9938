import type { ModuleFederationRuntimePlugin } from "@module-federation/runtime";
import { loadRemote, registerPlugins, registerRemotes } from "@module-federation/runtime";
import type { ActiveRelease } from "@souffleur/contracts";
import type { RemoteModule } from "@souffleur/shared-ui";
import { addressOf, applyAssetRule, installAssetHook, ruleAssets } from "./asset-rules.ts";
import { runEntry } from "./entry-script.ts";
import { demandFit } from "./releases/shell-contract.ts";
import { scaledTimeout } from "./timeout-scale.ts";

/** Entry, chunk and stylesheet each have 4 s; nothing may take longer than all of it together. */
const loadTimeoutMs = 10_000;

const loadingRules: ModuleFederationRuntimePlugin = {
  name: "souffleur-loading-rules",
  async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
    await runEntry(entry);
    const container = Reflect.get(globalThis, entryGlobalName);
    // Without one the runtime would ask for the entry by itself.
    if (container === undefined) throw new Error(`${entry} defines no ${entryGlobalName}`);
    return container;
  },
};

let prepared = false;

/**
 * Fetches a release's screens. It starts from a clean state, and every `retry` under an address of its own: what hung
 * or broke in the page stays behind. A release that takes another's place is no retry: what it has left as it was
 * is in the browser's cache.
 * @param isWaitedFor whether all files are asked for at once; nobody waits for what is fetched ahead
 * @returns what runs the screens' modules; it throws where they do, or where they are not a remote's
 * @throws where the entry, a chunk or a stylesheet fails, hangs or does not match its integrity, or where the
 * shell has another major version of what it shares
 */
export async function fetchRelease(
  release: ActiveRelease,
  retry: number,
  isWaitedFor: boolean,
): Promise<() => RemoteModule> {
  demandFit(release);
  if (!prepared) {
    prepared = true;
    installAssetHook();
    registerPlugins([loadingRules]);
  }
  ruleAssets(release, retry);
  if (isWaitedFor) preload(release);
  const entry = addressOf(release, release.entry) + (retry === 0 ? "" : `?r=${retry}`);
  registerRemotes([{ name: release.global, entry }], { force: true });
  const id = `${release.global}/routes`;
  const read = await withinTime(
    loadRemote<() => { default?: RemoteModule }>(id, { loadFactory: false, from: "runtime" }),
  );
  if (read === null) throw new Error(`${release.name} exposes nothing`);
  return () => {
    const module = read().default;
    if (!Array.isArray(module?.routes)) throw new Error(`${release.name} exposes no routes`);
    return module;
  };
}

/**
 * Asks for what the release's screens need beside the entry, which is asked for at once anyway: the remote's own
 * loader asks for stylesheets and further chunks only when the entry has come, which is one more way through the
 * network for whoever waits.
 */
function preload(release: ActiveRelease): void {
  // The page itself asked for those of its first screen.
  const known = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
  const asked = new Set(known.map(({ href }) => href));
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
      if (!asked.has(link.href)) document.head.append(link);
    }
  }
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("The remote did not load in time")),
      scaledTimeout(loadTimeoutMs),
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
