import { applyAssetRule } from "./asset-rules.ts";
import { patient } from "./patience.ts";

const timeoutMs = 4000;

/** The entry that ran, or runs, before anybody asked for it. */
let first: { address: string; done: Promise<void> } | undefined;

/**
 * Runs the entry of the screen that this page shows first, between the parts of the shell itself: who opens the
 * screen need not wait for a script any more. The page asks for it before all other scripts (see the server's
 * `page.ts`); the page of a plain static host does not know it.
 */
export function runFirstEntry(): void {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="preload"][as="script"]');
  if (link === null) return;
  const script = document.createElement("script");
  script.src = link.href;
  script.integrity = link.integrity;
  script.crossOrigin = link.crossOrigin;
  const done = run(script);
  first = { address: link.href, done };
  // Who needs the entry asks for it anew.
  done.catch(() => {
    first = undefined;
  });
}

/**
 * Runs a remote's entry, which leaves its container in a variable of the page.
 * @throws where it can't be fetched, does not match its integrity or takes more than 4 s
 */
export async function runEntry(address: string): Promise<void> {
  if (first?.address === address) {
    const { done } = first;
    // A release that comes back later has to run once more.
    first = undefined;
    return done;
  }
  const script = document.createElement("script");
  script.src = address;
  applyAssetRule(script);
  return run(script);
}

function run(script: HTMLScriptElement): Promise<void> {
  script.fetchPriority = "high";
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${script.src} could not be loaded`));
    timer = setTimeout(fail, patient(timeoutMs));
    script.onload = () => resolve();
    script.onerror = fail;
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}
