import { applyAssetRule } from "./asset-rules.ts";
import { fileTimeoutMs } from "./file-timeout.ts";

/** The entry that was run before the first request for it. */
let early: { address: string; done: Promise<void> } | undefined;

/**
 * Runs the entry of the page's first screen between the parts of the shell itself, so that opening the screen does not
 * wait for a script. The page preloads it before all other scripts (see the server's `page.ts`), except on a plain static
 * host.
 */
export function runFirstEntry(): void {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="preload"][as="script"]');
  if (link === null) return;
  const { href, integrity, crossOrigin } = link;
  const done = run(href, (script) => Object.assign(script, { integrity, crossOrigin }));
  early = { address: href, done };
  // `runEntry` then loads it again.
  done.catch(() => {
    early = undefined;
  });
}

/**
 * Runs a remote's entry, which sets its container as a global variable.
 * @throws if it can't be fetched, does not match its integrity or exceeds its deadline
 */
export async function runEntry(address: string): Promise<void> {
  const first = early;
  // Only for the first request: later the variable may hold another release's container.
  early = undefined;
  return first?.address === address ? first.done : run(address, applyAssetRule);
}

function run(address: string, prepare: (script: HTMLScriptElement) => void): Promise<void> {
  const script = document.createElement("script");
  script.src = address;
  script.fetchPriority = "high";
  prepare(script);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${script.src} could not be loaded`));
    timer = setTimeout(fail, fileTimeoutMs());
    script.onload = () => resolve();
    script.onerror = fail;
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}
