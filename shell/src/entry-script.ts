import { applyAssetRule } from "./asset-rules.ts";
import { scaledTimeout } from "./timeout-scale.ts";

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
  const { href, integrity, crossOrigin } = link;
  const done = run(href, (script) => Object.assign(script, { integrity, crossOrigin }));
  first = { address: href, done };
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
  const early = first;
  // Good for the page's first question alone: later the variable may hold another release's container.
  first = undefined;
  return early?.address === address ? early.done : run(address, applyAssetRule);
}

function run(address: string, rule: (script: HTMLScriptElement) => void): Promise<void> {
  const script = document.createElement("script");
  script.src = address;
  script.fetchPriority = "high";
  rule(script);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${script.src} could not be loaded`));
    timer = setTimeout(fail, scaledTimeout(timeoutMs));
    script.onload = () => resolve();
    script.onerror = fail;
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}
