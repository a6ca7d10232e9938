import type { ActiveRelease } from "@souffleur/contracts";
import { scaledTimeout } from "./timeout-scale.ts";

/** What a script or stylesheet of a remote must match, and how it is asked for. */
interface AssetRule {
  integrity: string | undefined;
  /** Added to the address at a retry: a request that hangs would hold back a second one to the same address. */
  query: string;
}

const fileTimeoutMs = 4000;
const rules = new Map<string, AssetRule>();

declare global {
  /** Called by the remotes' own loaders with each element that they are about to insert (see AssetHookPlugin). */
  var souffleurAsset: ((element: HTMLScriptElement | HTMLLinkElement) => void) | undefined;
}

/** Sets the rules for all files of a release; `retry` is 0 until the remote fails. */
export function ruleAssets(release: ActiveRelease, retry: number): void {
  const query = retry === 0 ? "" : `?r=${retry}`;
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

/** Gives an element its integrity and its address, before it is inserted. */
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
}

/** A file that hangs fails: webpack's own limit is for scripts only, and is the same in every page. */
function limitTime(element: HTMLScriptElement | HTMLLinkElement): void {
  const timer = setTimeout(() => element.dispatchEvent(new Event("error")), scaledTimeout(fileTimeoutMs));
  for (const settled of ["load", "error"])
    element.addEventListener(settled, () => clearTimeout(timer), { once: true });
}

/** What a file is known by: retries ask for it under addresses of their own. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/, "");
}

export function installAssetHook(): void {
  globalThis.souffleurAsset = (element) => {
    applyAssetRule(element);
    limitTime(element);
  };
}
