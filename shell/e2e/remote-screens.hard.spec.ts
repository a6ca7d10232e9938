import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { releasesToken, test } from "./releases/deployment.ts";
import { heading, linkTo } from "./screens.ts";

const isSamePage = (page: Page) => page.evaluate(() => "stillTheSamePage" in globalThis);

/** A page that stays open from before the release on, on the analytics. */
async function openBefore(page: Page, url: string): Promise<void> {
  await signInAs(page, administrator, {}, url);
  await page.goto(`${url}/analytics`);
  await expect(heading(page)).toHaveText("Analytics");
  await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
}

// The bar has room for each link.
test.use({ viewport: { width: 1680, height: 900 } });

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
    extends: "./tsconfig.remotes.json",
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
