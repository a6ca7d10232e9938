import {
  manifestsOf,
  type Registry,
  type Release,
  type RouteEntry,
  reportBrowserError,
  screensOf,
} from "@souffleur/contracts";
import type { Browser, BrowserContext, Page } from "playwright";

/** A running product with the candidate in its registry. */
export interface Product {
  origin: string;
  /** The address of the candidate's files. */
  base: string;
  registry: Registry;
  viewers: readonly Viewer[];
}

/** Somebody who opens the screens of a release in a browser of their own. */
interface Viewer {
  sees(screen: RouteEntry): boolean;
  enter(context: BrowserContext): Promise<void>;
  /** Whether they go on from there to the screens of the other remotes. */
  visitsOthers?: boolean;
}

declare global {
  /** In the page: a factor of the shell's timeouts for remotes. */
  var souffleurTimeoutScale: number;
}

const account = { email: "admin@lumiere.example", password: "Rideau-Rouge-7" };
/** Reached by a screen that never comes; on a busy machine one that does has taken over half a minute. */
const timeoutMs = 90_000;
/** A slow file on a busy machine must not refuse a release. */
const timeoutScale = 10;
const failureText = "This part of Souffleur could not be loaded.";

/**
 * Opens every screen of a release, and from there the screens of the other remotes.
 * @returns the problems, in sentences
 */
export async function walkThrough(
  browser: Browser,
  { origin, base, registry, viewers }: Product,
  release: Release,
): Promise<string[]> {
  // Screens with parameters are left to the remote's own tests.
  const screens = screensOf(manifestsOf(registry)).filter(({ path }) => !path.includes(":"));
  const own = screens.filter(({ remote }) => remote === release.name);
  const others = screens
    .filter(({ remote }) => remote !== release.name && registry.remotes[remote] !== undefined)
    .map(({ path }) => path);
  const problems: string[] = [];
  for (const viewer of viewers) {
    const routes = own.filter(viewer.sees);
    if (routes.length === 0) continue;
    // The texts that are looked for are English.
    const context = await browser.newContext({ baseURL: origin, locale: "en-US", serviceWorkers: "block" });
    context.setDefaultTimeout(timeoutMs);
    await context.addInitScript((times) => {
      globalThis.souffleurTimeoutScale = times;
    }, timeoutScale);
    try {
      await viewer.enter(context);
      problems.push(
        ...(await walk(context, routes, { base, release, others: viewer.visitsOthers ? others : [] })),
      );
    } finally {
      await context.close();
    }
  }
  return [...new Set(problems)];
}

interface Walk {
  base: string;
  release: Release;
  /** Paths of the other remotes' screens. */
  others: string[];
}

async function walk(
  context: BrowserContext,
  routes: readonly RouteEntry[],
  { base, release, others }: Walk,
): Promise<string[]> {
  const page = await context.newPage();
  const problems: string[] = [];
  const paths = routes.map((route) => route.path);
  const home = paths[0] ?? "/";
  let at = home;
  page.on("console", (message) => {
    // The shell reports remotes that were never released when it prefetches the other screens.
    const unreleased = /The registry has no release of/.test(message.text());
    // Nobody takes the report of an error here; the error itself is among the problems.
    const isReport = message.location().url.endsWith(reportBrowserError.path);
    if (message.type() === "error" && !unreleased && !isReport)
      problems.push(
        `${at} writes an error to the console: ${firstLine(message.text())}${where(message.location())}`,
      );
  });
  page.on("pageerror", (error) =>
    problems.push(`${at} throws: ${firstLine(error.message)}${framesOf(error)}`),
  );
  page.on("response", (response) => {
    if (response.status() >= 400 && response.url().includes(base))
      problems.push(`${at} asks for ${new URL(response.url()).pathname}, which answers ${response.status()}`);
  });
  for (const path of paths) {
    at = path;
    await page.goto(path);
    // An address may lead on to another screen of the release.
    problems.push(...(await shown(page, path, paths)));
    if (!(await ranFrom(page, base, release.entry))) problems.push(`${path} does not load ${release.entry}`);
  }
  const note = (path: string) => {
    at = path;
  };
  if (others.length > 0) problems.push(...(await visitOthers(page, { home, others, note })));
  return problems;
}

/** Opens the other remotes' screens from the navigation and returns, because no remote may disturb another. */
async function visitOthers(
  page: Page,
  { home, others, note }: { home: string; others: string[]; note: (path: string) => void },
): Promise<string[]> {
  const bar = page.getByRole("navigation", { name: "Main" });
  const links = await bar
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const problems: string[] = [];
  // A remote may have no screen in the navigation.
  for (const href of [
    ...links.filter((link) => others.includes(link)),
    ...links.filter((link) => link === home),
  ]) {
    note(href);
    await bar.locator(`a[href="${href}"]`).first().click();
    problems.push(...(await shown(page, href)));
  }
  return problems;
}

/**
 * Waits for a screen with a heading, without a skeleton and without an error card.
 * @param reached the paths at which it may be in the end
 * @returns the problems
 */
async function shown(page: Page, path: string, reached: readonly string[] = [path]): Promise<string[]> {
  const card = page.getByText(failureText);
  const heading = page.locator("main h1").first();
  try {
    await page.waitForFunction(
      ({ reached, failure }) => {
        const main = document.querySelector("main");
        if (!reached.includes(location.pathname) || main === null) return false;
        if (main.textContent?.includes(failure)) return true;
        return (
          !main.querySelector('[role=status][aria-label="Loading"]') && main.querySelector("h1") !== null
        );
      },
      { reached, failure: failureText },
      { timeout: timeoutMs },
    );
  } catch {
    return [
      `${path} shows no screen within ${timeoutMs / 1000} s (it is at ${new URL(page.url()).pathname})`,
    ];
  }
  if (await card.count()) return [`${path} shows the card of a part that could not be loaded`];
  await heading.waitFor();
  // A response may still break the screen.
  await page.waitForLoadState("networkidle").catch(() => undefined);
  return (await card.count()) ? [`${path} breaks once its data is there`] : [];
}

/** The address whose answer, or in which the code, is meant: the browser does not say it in the message. */
function where({ url, lineNumber }: { url: string; lineNumber: number }): string {
  if (url === "") return "";
  const { pathname, search } = new URL(url);
  return ` (${pathname}${search}${lineNumber > 0 ? `:${lineNumber + 1}` : ""})`;
}

/** The first places of an error's stack, in lines of their own. */
function framesOf({ stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^\s*at /.test(line));
  return frames
    .slice(0, 3)
    .map((frame) => `\n    ${frame.trim().replace(/https?:\/\/[^/]+/, "")}`)
    .join("");
}

function firstLine(text: string): string {
  return text.slice(0, 300).split("\n", 1)[0] ?? "";
}

function ranFrom(page: Page, base: string, entry: string): Promise<boolean> {
  return page.evaluate(
    (wanted) =>
      performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === wanted),
    base + entry,
  );
}

/** The accounts of a product with the demonstration data. */
export const demonstrationViewers: readonly Viewer[] = [
  { sees: ({ access }) => access === "public", enter: async () => {} },
  { sees: ({ access }) => access !== "public", enter: signIn, visitsOthers: true },
];

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post("/api/auth/login", {
    data: { ...account, rememberMe: false },
  });
  if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}: ${await answer.text()}`);
  const { data } = await answer.json();
  await saveSession(context, { ...data, timestamp: Date.now() });
}

/** Saves a session in the browser's storage, as a sign-in does. */
export async function saveSession(context: BrowserContext, record: object): Promise<void> {
  await context.addInitScript((saved) => {
    if (localStorage.getItem("souffleur.auth") === null) localStorage.setItem("souffleur.auth", saved);
  }, JSON.stringify(record));
}
