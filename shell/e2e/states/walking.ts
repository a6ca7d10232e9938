import { type Disposable, expect, type Page } from "playwright/test";
import { say } from "./say.ts";

/** A page that goes from state to state as one goes from screen to screen, because a load takes longer than a state. */
interface Walk {
  /** What it was given for its present state. */
  prepared: { run(): Promise<void>; added: Disposable }[];
  /** Whether it can go to its next state without being loaded. */
  isReady: boolean;
}
const walks = new WeakMap<Page, Walk>();

/** From now on `open` does not load the page where it need not, and `leave` ends a state. */
export function startWalk(page: Page): void {
  walks.set(page, { prepared: [], isReady: false });
}

/** Runs a script before the page's own, whenever it is loaded; on a page that walks, in its next state alone. */
export async function prepare<Arg>(page: Page, script: (arg: Arg) => void, arg: Arg): Promise<void> {
  const added = await page.addInitScript(script as (arg: unknown) => void, arg);
  const run = () => page.evaluate(script as (arg: unknown) => void, arg);
  walks.get(page)?.prepared.push({ run, added });
}

/** The page has to be loaded for its next state. */
export function loadNext(page: Page): void {
  const walk = walks.get(page);
  if (walk) walk.isReady = false;
}

/** Goes to a path with what the page was given for it. @returns whether it could without a load */
export async function goWithin(page: Page, path: string): Promise<boolean> {
  const walk = walks.get(page);
  if (!walk?.isReady) {
    if (walk) walk.isReady = true;
    return false;
  }
  for (const { run } of walk.prepared) await run();
  await page.evaluate(followStorage);
  await page.evaluate(goTo, path);
  return true;
}

/** Ends a state: nothing of it is mounted, stored or answered any more. */
export async function leave(page: Page): Promise<void> {
  const walk = walks.get(page);
  if (walk === undefined) return;
  await page.context().setOffline(false);
  // A sign-in ends the session whose cookie it replaces, which other tests have too.
  await page.context().clearCookies();
  // A message stays over all screens.
  walk.isReady &&= (await page.locator("[data-sonner-toast]").count()) === 0;
  if (walk.isReady) {
    await page.evaluate(goTo, "/remote-override");
    await expect(page.getByRole("heading", { name: say("Nothing is replaced") })).toBeVisible();
  }
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    const { start } = window.setTimeout as typeof window.setTimeout & { start?: typeof window.setTimeout };
    if (start !== undefined) window.setTimeout = start;
  });
  await page.evaluate(followStorage);
  for (const { added } of walk.prepared.splice(0)) await added.dispose();
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** It is run in the page, whose session follows what another tab stores. */
function followStorage(): void {
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
}

/** It is run in the page, whose router follows the browser's history. */
function goTo(path: string): void {
  history.pushState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}
