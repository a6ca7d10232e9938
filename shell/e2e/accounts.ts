import { setTimeout } from "node:timers/promises";
import type { Role } from "@souffleur/contracts";
import type { APIRequestContext, Browser, Page } from "playwright/test";
import { prepare } from "./states/walking.ts";

export interface Account {
  email: string;
  password: string;
}

// The demonstration accounts, as every start outside production prints them.
const password = "Rideau-Rouge-7";
export const administrator: Account = { email: "platform@souffleur.example", password };
/** The account of the demonstration organization that has a role. */
export const demo = (role: Role): Account => ({ email: `${role}@lumiere.example`, password });
export const agent = demo("agent");

interface SavedRecord {
  accessToken: string;
  user: { firstName: string; lastName: string; email: string };
  organization: unknown;
  timestamp: number;
}

const kept = new Map<string, { record: SavedRecord; at: number }>();
/** Well before the access token's renewal, for which these pages have no cookie. */
const keepMs = 5 * 60_000;

/**
 * Signs the page's browser in without the screens: for tests that are about something else.
 * @param shown what the browser is to know of its user instead (a longer name, say)
 * @param url of the product, where that is not the one that most tests share
 */
export async function signInAs(
  page: Page,
  account: Account,
  shown: Partial<SavedRecord["user"]> = {},
  url = "",
) {
  const key = `${account.email} ${url}`;
  let known = kept.get(key);
  // One sign-in for many tests: the server limits them.
  if (known === undefined || Date.now() - known.at > keepMs) {
    known = { record: await newRecord(page.request, account, url), at: Date.now() };
    kept.set(key, known);
  }
  const { record } = known;
  // Only where there is none yet: the page's own, newer one must survive a reload.
  await prepare(
    page,
    (saved) => {
      if (localStorage.getItem("souffleur.auth") === null) localStorage.setItem("souffleur.auth", saved);
    },
    JSON.stringify({ ...record, user: { ...record.user, ...shown } }),
  );
}

/** The dashboard of somebody of the demonstration's organization, in a browser of their own, whose errors are complaints. */
export async function openAs(browser: Browser, role: Role, complaints: string[]): Promise<Page> {
  const page = await (await browser.newContext({ permissions: ["microphone", "notifications"] })).newPage();
  page.on("pageerror", (error) => complaints.push(`${role}: ${error.message}`));
  await signInAs(page, demo(role));
  await page.goto("/dashboard");
  return page;
}

async function newRecord(request: APIRequestContext, account: Account, url: string): Promise<SavedRecord> {
  const answer = await request.post(`${url}/api/auth/login`, { data: { ...account, rememberMe: false } });
  if (answer.status() === 429) {
    // Other tests have signed in as often as the server allows from one address; it answers when it takes more.
    await setTimeout(Number(answer.headers()["retry-after"]) * 1000);
    return newRecord(request, account, url);
  }
  if (!answer.ok()) throw new Error(`Sign-in answered ${answer.status()}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: Omit<SavedRecord, "timestamp"> };
  return { ...data, timestamp: Date.now() };
}
