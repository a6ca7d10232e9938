import type { ActiveRelease } from "@souffleur/contracts";
import { fileTimeoutMs } from "./file-timeout.ts";

/** The integrity of a remote's script or stylesheet, and how it is requested. */
interface AssetRule {
  integrity: string | undefined;
  /** Added to the address at a retry, because a hanging request would block a second one to the same address. */
  query: string;
}

const rules = new Map<string, AssetRule>();

declare global {
  /** Called by the remotes' loaders with each element before they insert it (see AssetHookPlugin). */
  var souffleurAsset: ((element: HTMLScriptElement | HTMLLinkElement) => void) | undefined;
}

/** Sets the rules for all files of a release; `retry` is 0 until the remote fails. */
export function setAssetRules(release: ActiveRelease, retry: number): void {
  const query = retry === 0 ? "" : `?r=${retry}`;
  for (const file of filesOf(release))
    rules.set(addressOf(release, file), { integrity: release.integrity[file], query });
}

/** Removes the rules of these addresses, except for the addresses in `kept`. */
export function dropRules(addresses: readonly string[], kept: ReadonlySet<string>): void {
  for (const address of addresses) if (!kept.has(address)) rules.delete(address);
}

function filesOf({ entry, scripts, styles, integrity }: ActiveRelease): string[] {
  return [entry, ...scripts, ...styles, ...Object.keys(integrity)];
}

/** The absolute addresses of a release's files. */
export function addressesOf(release: ActiveRelease): string[] {
  return filesOf(release).map((file) => addressOf(release, file));
}

/** The absolute address of a release's file. */
export function addressOf(release: ActiveRelease, file: string): string {
  return new URL(file, new URL(release.base, location.origin)).href;
}

/** Sets an element's integrity and address, before it is inserted. */
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

/** Fails a file that hangs: webpack's own limit applies to scripts only, and can't be scaled. */
function limitTime(element: HTMLScriptElement | HTMLLinkElement): void {
  const timer = setTimeout(() => element.dispatchEvent(new Event("error")), fileTimeoutMs());
  for (const settled of ["load", "error"])
    element.addEventListener(settled, () => clearTimeout(timer), { once: true });
}

/** The address without a retry's query. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/, "");
}

export function installAssetHook(): void {
  globalThis.souffleurAsset = (element) => {
    applyAssetRule(element);
    limitTime(element);
  };
}
