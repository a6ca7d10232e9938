import type { ActiveRelease } from "@souffleur/api/contracts";

/** What a script or stylesheet of a remote must match, and how it is asked for. */
interface AssetRule {
  integrity: string | undefined;
  /** Added to the address at a retry: a request that hangs would hold back a second one to the same address. */
  query: string;
}

const stylesheetTimeoutMs = 4000;
const rules = new Map<string, AssetRule>();

declare global {
  /** Called by the remotes' own loaders with each element that they are about to insert (see AssetHookPlugin). */
  var souffleurAsset: ((element: HTMLScriptElement | HTMLLinkElement) => void) | undefined;
}

/** Sets the rules for all files of a release; `attempt` is 0 the first time. */
export function ruleAssets(release: ActiveRelease, attempt: number): void {
  const query = attempt === 0 ? "" : `?r=${attempt}`;
  for (const file of [
    release.entry,
    ...release.scripts,
    ...release.styles,
    ...Object.keys(release.integrity),
  ]) {
    rules.set(addressOf(release, file), { integrity: release.integrity[file], query });
  }
}

/** The absolute address of a release's file. */
export function addressOf(release: ActiveRelease, file: string): string {
  return new URL(file, new URL(release.base, location.origin)).href;
}

/**
 * Gives an element its integrity and its address, before it is inserted. A stylesheet gets a time limit too:
 * webpack gives one to scripts only, and without it a stylesheet that hangs would keep the remote waiting.
 */
export function applyAssetRule(element: HTMLScriptElement | HTMLLinkElement): void {
  const address = withoutQuery(element instanceof HTMLLinkElement ? element.href : element.src);
  const rule = rules.get(address);
  if (rule === undefined) return;
  if (rule.integrity !== undefined) element.integrity = rule.integrity;
  if (!address.startsWith(`${location.origin}/`)) element.crossOrigin = "anonymous";
  if (rule.query !== "") {
    if (element instanceof HTMLLinkElement) element.href = address + rule.query;
    else element.src = address + rule.query;
  }
  if (element instanceof HTMLLinkElement && element.rel === "stylesheet") limitTime(element);
}

function limitTime(link: HTMLLinkElement): void {
  const timer = setTimeout(() => link.dispatchEvent(new Event("error")), stylesheetTimeoutMs);
  for (const settled of ["load", "error"])
    link.addEventListener(settled, () => clearTimeout(timer), { once: true });
}

function withoutQuery(address: string): string {
  const at = address.indexOf("?");
  return at === -1 ? address : address.slice(0, at);
}

export function installAssetHook(): void {
  globalThis.souffleurAsset = applyAssetRule;
}
