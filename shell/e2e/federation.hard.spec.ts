import { createHash } from "node:crypto";
import { Registry } from "@souffleur/contracts";
import { expect, type Page, test } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { linkTo, watchComplaints } from "./screens.ts";

const failureText = "This part of Souffleur could not be loaded.";
const noScript = "this is no script(";
const harmed = ["Analytics", "Live Call", "User Management"];

/**
 * The analytics are dead, the live call's files never come, and the administration's entry is no script, by the
 * registry the very file that was released.
 */
async function harm(page: Page): Promise<void> {
  const edited = (text: string) => {
    const registry = Registry.parse(JSON.parse(text));
    const broken = registry.remotes["mfe-admin"];
    if (broken === undefined) throw new Error("mfe-admin is not live");
    const hash = createHash("sha384").update(noScript).digest("base64");
    broken.integrity = { ...broken.integrity, [broken.entry]: `sha384-${hash}` };
    return JSON.stringify(registry);
  };
  await page.route("/remotes.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: edited(await response.text()) });
  });
  await page.route("/dashboard", async (route) => {
    const response = await route.fetch();
    const element = /(?<=id="souffleur-registry">).*?(?=<\/script>)/s;
    await route.fulfill({ response, body: (await response.text()).replace(element, edited) });
  });
  await page.route("**/remotes/mfe-analytics/by-hash/**", (route) => route.abort());
  await page.route("**/remotes/mfe-live-call/by-hash/**", () => undefined);
  await page.route("**/remotes/mfe-admin/by-hash/remoteEntry.*.js*", (route) =>
    route.fulfill({ contentType: "text/javascript", body: noScript }),
  );
}

test.describe("a signed-in user", () => {
  test.beforeEach(({ page }) => signInAs(page, administrator));

  test("one dead, one slow and one syntactically broken remote at once harm no other screen", async ({
    page,
  }) => {
    const errors = await watchComplaints(page);
    await harm(page);
    await page.goto("/dashboard", { waitUntil: "commit" });
    await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
    for (const name of harmed) {
      await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible();
      await linkTo(page, name).click();
      await expect(page).toHaveTitle(`${name} · Souffleur`);
      await expect(page.getByRole("alert")).toContainText(failureText);
      await linkTo(page, "Dashboard").click();
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
    expect(new Set(errors)).toEqual(new Set(["Unexpected identifier 'is'"]));

    // The registry may be on its way.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const name of harmed) {
      await linkTo(page, name).click();
      const main = page.getByRole("main");
      await main.getByRole("button", { name: "Retry" }).click();
      await expect(main.getByText(failureText)).toHaveCount(0);
      await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
    }
    expect(await page.evaluate(() => "stillTheSamePage" in globalThis)).toBe(true);
  });

  for (const [what, files] of [
    ["the entry", /\/remotes\/mfe-analytics\/by-hash\/remoteEntry\.\w+\.js/],
    ["a chunk", /\/remotes\/mfe-analytics\/by-hash\/\d+\.\w+\.js/],
    ["a stylesheet", /\/remotes\/mfe-analytics\/by-hash\/routes\.\w+\.css/],
  ] as const) {
    test(`a remote of which ${what} is missing shows a card, never half a page`, async ({ page }) => {
      await page.route(files, (route) => route.fulfill({ status: 404, body: "" }));
      await page.goto("/analytics");
      await expect(page.getByRole("alert")).toContainText(failureText);
      await page.unroute(files);
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByRole("radiogroup", { name: "Range" })).toBeVisible();
    });
  }

  test("a file that was tampered with does not run", async ({ page }) => {
    // At every try: one that fails before its screen stands is forgotten, and the next has an address of its own.
    await page.route(/\/remotes\/mfe-analytics\/by-hash\/\w+\.\w+\.js/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\nglobalThis.tampered = true;` });
    });
    await page.goto("/analytics");
    await expect(page.getByRole("alert")).toContainText(failureText);
    expect(await page.evaluate(() => "tampered" in globalThis)).toBe(false);
  });

  test("the other screens are fetched ahead, and opening one asks for nothing more", async ({ page }) => {
    const { remotes } = await (await page.request.get("/remotes.json")).json();
    const { base, entry, scripts, styles } = remotes["mfe-analytics"];
    await page.goto("/dashboard");
    await page.waitForFunction(
      (files) => {
        const fetched = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
        return files.every((file) => fetched.includes(file));
      },
      [entry, ...scripts, ...styles].map((file) => base + file),
    );
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await linkTo(page, "Analytics").click();
    await expect(page.getByRole("radiogroup", { name: "Range" })).toBeVisible();
    expect(asked.filter((url) => url.includes(base))).toEqual([]);
  });
});

test("the first screen's files are asked for once, by the page's own preload", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  const remote = asked.filter((path) => path.startsWith("/remotes/"));
  expect(remote.length).toBeGreaterThanOrEqual(2);
  expect(new Set(remote).size).toBe(remote.length);
  expect(remote.every((path) => path.startsWith("/remotes/mfe-auth/"))).toBe(true);
});
