import { type ErrorCode, errorCatalogue } from "@souffleur/contracts";
import { expect, type Locator, type Page } from "playwright/test";
import { administrator, signInAs } from "../accounts.ts";
import { isEnglish, say, type Values } from "./say.ts";
import { goWithin, prepare } from "./walking.ts";

/** The way to a state of a screen; it ends when the state is reached and stays so. */
export type Reach = (page: Page) => Promise<void>;

/** Ways to states by their names, with a window's width where the state exists in that alone. */
export type States = Readonly<Record<string, Reach | { width?: number; fresh?: true; reach: Reach }>>;

/** A state that exists only in a page that is loaded for it. */
export const fresh = (reach: Reach) => ({ fresh: true, reach }) as const;

/** Opens a page without the splash, which would cover it for two seconds; one that walks goes there without being loaded. */
export async function open(page: Page, path: string): Promise<void> {
  if (await goWithin(page, path)) return;
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await page.evaluate(() => document.getElementById("splash")?.remove());
}

export async function openSignedIn(page: Page, path: string, account = administrator): Promise<void> {
  await signInAs(page, account);
  await open(page, path);
}

/** The specification's simulated second never ends: the screen stays as it is while it loads. */
export function neverLoad(page: Page): Promise<void> {
  return neverEnd(page, [1000]);
}

/** A file is waited for however long it takes: a test that holds one back must not race the page's own limits. */
export function waitForFiles(page: Page): Promise<void> {
  return neverEnd(page, [4000, 10_000]);
}

/** What waits exactly as long as one of these, in milliseconds, waits forever. */
export async function neverEnd(page: Page, timers: readonly number[]): Promise<void> {
  await prepare(
    page,
    (endless) => {
      const start = window.setTimeout;
      const slow = (handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
        start(handler, endless.includes(ms) ? 2 ** 30 : ms, ...rest);
      // A page that walks has it back in its next state.
      window.setTimeout = Object.assign(slow as typeof start, { start });
    },
    timers,
  );
}

/** Answers every call to an address with a refusal, as the server writes it. */
export async function refuse(page: Page, url: string, code: ErrorCode): Promise<void> {
  const { status, text } = errorCatalogue[code];
  const json = { success: false, error: say(text), code, requestId: "e2e" };
  await page.route(url, (route) => route.fulfill({ status, json }));
}

/** Answers every call to an address with this data. */
export async function answer(page: Page, url: string | RegExp, data?: unknown): Promise<void> {
  const body = JSON.stringify({ success: true, data }, (_, value) => inReadersLanguage(value));
  await page.route(url, (route) => route.fulfill({ contentType: "application/json", body }));
}

/** Answers reading with one thing and changing with another. */
export async function answerBoth(page: Page, url: string, read: unknown, changed: unknown): Promise<void> {
  await answer(page, url, read);
  await page.route(url, (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({ json: { success: true, data: changed } }),
  );
}

/** A text as the server words it for the page's reader; values such as `used` are none. */
const inReadersLanguage = (value: unknown) =>
  typeof value === "string" && /^[A-Z]/.test(value) && isEnglish(value) ? say(value) : value;

/** Never answers what is asked at an address. */
export async function hang(page: Page, url: string): Promise<void> {
  await page.route(url, () => undefined);
}

/** @param text as the catalogues have it, in English */
export function expectHeading(page: Page, text: string, values?: Values): Promise<void> {
  return expect(page.getByRole("heading", { level: 1, name: say(text, values) })).toBeVisible();
}

/** @param text as the catalogues have it, in English */
export function button(page: Page, text: string, values?: Values): Locator {
  return page.getByRole("button", { name: say(text, values), exact: true });
}

/** @param text as the catalogues have it, in English */
export function expectText(page: Page, text: string, values?: Values): Promise<void> {
  return expect(page.getByText(say(text, values))).toBeVisible();
}

/** @param text as the catalogues have it, in English */
export function dialogButton(page: Page, text: string): Locator {
  return page.getByRole("dialog").getByRole("button", { name: say(text) });
}
