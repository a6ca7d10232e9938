import type { Page } from "playwright";
import { openChromium } from "../../tools/programs/browser.ts";
import type { FreshClone, Running } from "./fresh-clone.ts";

const account = { email: "admin@lumiere.example", password: "Rideau-Rouge-7" };
const screen = "mfe-admin/src/users/user-management.tsx";
const before = "User Management";
const after = "People, edited";
/** A bundle, however busy the machine is. */
const limitMs = 180_000;

/** Edits a screen, and then the API, while a browser shows the development's pages. */
export async function editIsShown(clone: FreshClone, development: Running): Promise<void> {
  const [, address = ""] = await development.printed(/^Development: (http\S+) /m);
  await inBrowser(async (page) => {
    await signIn(page, address);
    await page.goto(`${address}/admin/users`);
    await expectEdit(page, clone);
  });
  const restore = clone.edit("api/src/config/banner.ts", (source) =>
    source.replace("Souffleur serves on", "Souffleur, edited, serves on"),
  );
  try {
    await development.printed(/^Souffleur, edited, serves on /m);
  } finally {
    restore();
  }
}

/** Lets a deployed shell take the remote from this machine, and edits it there. */
export async function editIsShownInDeployment(clone: FreshClone, development: Running): Promise<void> {
  const [, link = ""] = await development.printed(/^ {2}(http\S+)$/m);
  await inBrowser(async (page) => {
    await signIn(page, new URL(link).origin);
    await page.goto(link);
    await page.getByRole("button", { name: "Replace it" }).click();
    await page.getByRole("complementary", { name: "Replaced remotes" }).waitFor();
    await expectEdit(page, clone);
  });
}

async function inBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(limitMs);
    await work(page);
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/dashboard");
}

/** The screen's title changes in the same page. */
async function expectEdit(page: Page, clone: FreshClone): Promise<void> {
  await page.getByRole("heading", { level: 1, name: before }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const restore = clone.edit(screen, (source) =>
    source.replace(`title={t("${before}")}`, `title="${after}"`),
  );
  try {
    await page.getByRole("heading", { level: 1, name: after }).waitFor();
    if (!(await page.evaluate(() => "isSamePage" in globalThis))) throw new Error("the page was reloaded");
  } finally {
    restore();
  }
}
