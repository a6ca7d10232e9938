import type { Release } from "@souffleur/contracts";
import { type Browser, expect, type Page, type Response } from "playwright/test";
import { type Account, administrator, demo, signInAs } from "./accounts.ts";
import { type Deployment, test } from "./releases/deployment.ts";
import type { Differences } from "./releases/release-variant.ts";
import { heading } from "./screens.ts";

/** Five people of the demonstration, each counted as one person. */
const people = (["admin", "manager", "supervisor", "analyst", "agent"] as const).map(demo);
const failureText = "This part of Souffleur could not be loaded.";
const remote = "mfe-dashboard";

/** An entry that throws: it looks whole, and past every check it breaks. */
const broken: Differences = { entry: 'throw new Error("broken on purpose");' };
/** The dashboard calls what is not there, in a file whose source map is kept. */
const failing: Differences = { texts: { "formatWelcome)(": "formatWelcom_)(" } };

async function forceRelease(deployment: Deployment, differences: Differences): Promise<Release> {
  const built = deployment.build(remote, differences);
  const { code, output } = await deployment.release([remote, "--force"]);
  expect(code, output).toBe(0);
  return built;
}

/** A user opens the dashboard in a browser of their own. */
async function openDashboard(
  browser: Browser,
  url: string,
  account: Account,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await prepare?.(page);
  await signInAs(page, account, {}, url);
  await page.goto("/dashboard");
  return page;
}

test("a broken release that is forced in is rolled back by itself when it fails for too many", async ({
  browser,
  deployment,
}) => {
  test.setTimeout(300_000);
  const admin = await openDashboard(browser, deployment.url, administrator);
  await expect(heading(admin)).toContainText("Welcome");
  const good = (await deployment.live(remote)).version;
  // What is compared with: the same people, for whom the release before works.
  const used: Page[] = [];
  const reported: Promise<unknown>[] = [];
  for (const person of people) {
    const page = await openDashboard(browser, deployment.url, person, async (opened) => {
      const isReport = (answer: Response) => answer.url().endsWith("/api/releases/reports") && answer.ok();
      reported.push(opened.waitForResponse(isReport));
    });
    await expect(heading(page)).toContainText("Welcome");
    used.push(page);
  }
  // All of them: a page that is closed before its report leaves one person fewer to compare with.
  await Promise.all(reported);
  for (const page of used) await page.context().close();
  // An open page would try the new release too, and be the fifth whom it fails before the last of the five.
  await admin.goto("about:blank");
  const { version } = await forceRelease(deployment, broken);
  expect((await deployment.live(remote)).version).toBe(version);

  // Unauthenticated reports decide nothing, however many there are.
  for (let anonymous = 0; anonymous < 10; anonymous++) {
    const reports = [{ remote, version, outcome: "failed" }];
    await admin.request.post("/api/releases/reports", { data: { reports } });
  }
  expect((await deployment.live(remote)).version).toBe(version);

  const pages: Page[] = [];
  for (const person of people) {
    // A page that is slow to show its failure would find the release rolled back by its own report, and show the old one.
    const page = await openDashboard(browser, deployment.url, person, (opened) =>
      opened.route("**/api/releases/reports", async (route) => {
        await expect(opened.getByRole("alert")).toBeVisible();
        await route.continue();
      }),
    );
    await expect(page.getByRole("alert")).toContainText(failureText);
    pages.push(page);
  }
  await expect.poll(async () => (await deployment.live(remote)).version).toBe(good);

  // A user who sees the card gets the old release with Retry; the next visitor notices nothing.
  for (const page of pages) {
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(heading(page)).toContainText("Welcome");
    await page.context().close();
  }
  const next = await openDashboard(browser, deployment.url, administrator);
  await expect(heading(next)).toContainText("Welcome");
  await next.context().close();

  // The platform's administrator sees what is live and how it does.
  await admin.goto("/admin/users");
  await admin.getByRole("link", { name: "Releases" }).click();
  await expect(heading(admin)).toHaveText("Releases");
  await expect(admin).toHaveTitle("Releases · Souffleur");
  await expect(
    admin.getByText("rolled back automatically when it fails for 50% of signed-in users"),
  ).toBeVisible();
  const row = admin.getByRole("row", { name: new RegExp(remote) });
  await expect(row).toContainText(good);
  await expect(row).toContainText("0%");
  await admin.context().close();
});

test("a platform administrator sees the source of a release's errors, and rolls it back by hand", async ({
  browser,
  deployment,
}) => {
  test.setTimeout(300_000);
  const page = await openDashboard(browser, deployment.url, administrator);
  const good = (await deployment.live(remote)).version;
  const { version, entry, commit } = await forceRelease(deployment, failing);
  const reported = page.waitForRequest("**/api/releases/errors");
  await page.goto("/dashboard");
  await expect(page.getByRole("alert")).toContainText(failureText);
  await reported;
  await page.goto("/admin/releases");
  const row = page.getByRole("row", { name: new RegExp(remote) });
  await expect(row).toContainText(version);

  const error = page.getByRole("region", { name: "Dashboard" }).getByRole("listitem").first();
  await expect(error).toContainText("formatWelcom_) is not a function");
  await expect(error).toContainText("New in this release");
  await expect(error).toContainText(`${version} (${commit?.slice(0, 8)}`);
  await expect(error).toContainText(/mfe-dashboard\/src\/dashboard\/dashboard\.tsx:\d+:\d+/);
  await error.locator("summary").click();
  await expect(error.locator("pre")).toContainText("node_modules/react-dom/");
  await expect(error.getByText("Last seen on /dashboard in Chrome")).toBeVisible();
  // What its source map holds is not public.
  const { base } = await deployment.live(remote);
  expect((await page.request.get(`${base}${entry}`)).status()).toBe(200);
  expect((await page.request.get(`${base}${entry}.map`)).status()).toBe(404);

  await row.getByRole("button", { name: "Roll back" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Roll back Dashboard?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await deployment.live(remote)).version).toBe(version);
  await row.getByRole("button", { name: "Roll back" }).click();
  await dialog.getByRole("button", { name: "Roll back" }).click();
  await expect(page.getByText(`was rolled back to ${good}.`)).toBeVisible();
  await expect(row).toContainText(good);
  expect((await deployment.live(remote)).version).toBe(good);
  await page.context().close();
});
