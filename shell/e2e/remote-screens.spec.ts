import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { releaseFor } from "../src/releases/release-for.ts";
import { administrator, demo, signInAs } from "./accounts.ts";
import { releasesToken, test } from "./releases/deployment.ts";
import { heading, linkTo } from "./screens.ts";

const name = "mfe-analytics";
const trends = {
  path: "/analytics/trends",
  title: "Trends",
  access: "session",
  skeleton: "table",
  navigation: { order: 35, icon: "analytics", key: "t" },
};
/** The remote's module with a component for the screen. */
const texts = {
  '{path:"/analytics",': `{path:"${trends.path}",Component:()=>"What was said this year"},{path:"/analytics",`,
};

const isSamePage = (page: Page) => page.evaluate(() => "stillTheSamePage" in globalThis);

const userId = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("souffleur.auth") ?? "").user.id);

/** A page that stays open from before the release on, on the analytics. */
async function openBefore(page: Page, url: string): Promise<void> {
  await signInAs(page, administrator, {}, url);
  await page.goto(`${url}/analytics`);
  await expect(heading(page)).toHaveText("Analytics");
  await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
}

// The bar has room for each link.
test.use({ viewport: { width: 1680, height: 900 } });

test("a screen that a release brings is in an open page from its next change of screen on, until it is rolled back", async ({
  page,
  deployment,
}) => {
  test.setTimeout(300_000);
  const before = (await deployment.live(name)).version;
  await openBefore(page, deployment.url);
  await expect(linkTo(page, "Trends")).toHaveCount(0);

  deployment.build(name, { texts, screens: [trends] });
  const { code, output } = await deployment.release([name, "--force"]);
  expect(code, output).toBe(0);
  await linkTo(page, "Dashboard").click();
  await linkTo(page, "Trends").click();
  await expect(page.getByText("What was said this year")).toBeVisible();
  await expect(page).toHaveTitle("Trends · Souffleur");
  expect(await isSamePage(page)).toBe(true);
  // And by its address, in a page of its own.
  const fresh = await page.context().newPage();
  await fresh.goto(`${deployment.url}${trends.path}`);
  await expect(fresh.getByText("What was said this year")).toBeVisible();
  await fresh.close();

  await deployment.release([name, "--rollback"]);
  expect((await deployment.live(name)).version).toBe(before);
  // Somebody comes back to the page that they left open.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Trends is no longer available.")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(linkTo(page, "Trends")).toHaveCount(0);
  expect(await isSamePage(page)).toBe(true);
});

test("a canary's screen is in the navigation of its users alone", async ({ page, browser, deployment }) => {
  test.setTimeout(300_000);
  await openBefore(page, deployment.url);
  const id = await userId(page);
  const { version } = deployment.build(name, { texts, screens: [trends] });
  // As many users as it takes for this one to be of them: of the others the next share has none.
  const before = await deployment.client.latest();
  const live = await deployment.live(name);
  const share = [1, 5, 10, 25, 50, 75, 90, 99].find((percent) => {
    const release = { ...live, version };
    const registry = { ...before, canaries: { [name]: { share: percent, release } } };
    return releaseFor(registry, name, id)?.version === version;
  });
  expect(share).toBeDefined();
  const { code, output } = await deployment.release([name, "--canary", String(share), "--force"]);
  expect(code, output).toBe(0);
  await linkTo(page, "Dashboard").click();
  await expect(linkTo(page, "Trends")).toBeVisible();

  const registry = await deployment.client.latest();
  for (const account of (["analyst", "agent", "supervisor"] as const).map(demo)) {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signInAs(other, account, {}, deployment.url);
    await other.goto(`${deployment.url}/dashboard`);
    await expect(linkTo(other, "Analytics")).toBeVisible();
    const isOfThem = releaseFor(registry, name, await userId(other))?.version === version;
    await expect(linkTo(other, "Trends")).toHaveCount(isOfThem ? 1 : 0);
    await context.close();
  }
  await deployment.client.rollback(name, version);
});

test("a remote that a command makes is released into the running product, used in an open page, and removed", async ({
  page,
  deployment,
}) => {
  test.setTimeout(300_000);
  const made = "mfe-coaching";
  const { copy, url } = deployment;
  const create = () => copy.run("shell/delivery/new-remote", [made, "--no-install"]);
  const first = create();
  expect(await first.exit, first.output()).toBe(0);
  const again = create();
  expect(await again.exit).toBe(1);
  expect(again.output()).toContain(`${made} is there already`);
  copy.install(made);
  expect(await copy.runTool("biome", ["ci", "--vcs-enabled=false", made])).toBeUndefined();
  const types = {
    extends: "./tsconfig.json",
    include: [`${made}/src`, "shared-ui/src/bundled.d.ts"],
    references: [{ path: "api/contracts" }, { path: "shared-ui" }],
  };
  writeFileSync(path.join(copy.root, "made.json"), JSON.stringify(types));
  // Where nothing was checked yet there are no declarations.
  expect(await copy.runTool("tsc", ["-b", "--noCheck", "shared-ui"])).toBeUndefined();
  expect(await copy.runTool("tsc", ["-p", "made.json"])).toBeUndefined();
  expect(await copy.runTool("jest", ["--selectProjects", made])).toBeUndefined();

  await openBefore(page, url);
  const { code, output } = await deployment.release([made]);
  expect(code, output).toBe(0);
  const { version } = await deployment.live(made);
  await linkTo(page, "Dashboard").click();
  await linkTo(page, "Coaching").click();
  await expect(heading(page)).toHaveText("Coaching");
  await expect(page.getByText("Transcription is off.")).toBeVisible();
  await expect(page).toHaveTitle("Coaching · Souffleur");

  // Its folder may be gone first: what is live is the deployment's.
  rmSync(path.join(copy.root, made), { recursive: true });
  const over = ["--to", url];
  const removed = await deployment.release([made, "--remove", ...over], { RELEASES_TOKEN: releasesToken });
  expect(removed.output).toContain(`Removed: ${made} ${version}`);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Coaching is no longer available.")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(linkTo(page, "Coaching")).toHaveCount(0);
  expect(await isSamePage(page)).toBe(true);
  const twice = await deployment.release([made, "--remove"]);
  expect([twice.code, twice.output]).toEqual([1, expect.stringContaining(`No release of ${made} is live`)]);
  expect((await deployment.release([made, "--list"])).output).toContain(`${made} was removed; --rollback`);
});
