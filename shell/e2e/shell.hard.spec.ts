import { expect, type Locator, type Page, test } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { walkTo } from "./input-method.ts";
import { holdBack } from "./network.ts";
import { openAnalytics } from "./states/figure-states.ts";
import { hang, waitForFiles } from "./states/state.ts";

/** From now on the page's clock is paused until a test runs it. */
async function stopClock(page: Page, now = Date.now()): Promise<void> {
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

test("under the splash the page can be read and used, and after two seconds the splash is gone", async ({
  page,
}) => {
  // The page's own two seconds, so that a slow machine has them too.
  await stopClock(page);
  await page.goto("/login");
  const splash = page.locator("#splash");
  const email = page.getByRole("textbox", { name: "Email" });
  await expect(email).toBeAttached();
  await expect(splash).toBeVisible();
  await expect(splash).toHaveRole("status");
  await expect(splash).toHaveAccessibleName("Loading");
  await email.focus();
  await page.keyboard.type("camille@example.com");
  await expect(email).toHaveValue("camille@example.com");
  await expect(splash).toBeVisible();
  await page.clock.runFor(2200);
  await expect(splash).toHaveCount(0);
  await expect(email).toHaveValue("camille@example.com");
});

/** How an element moves: how large at which part of the time, how long, and how often. */
function pulseOf(logo: Locator) {
  return logo.evaluate((element) => {
    const effect = element.getAnimations()[0]?.effect as KeyframeEffect;
    const { duration, iterations } = effect.getTiming();
    const scales = effect
      .getKeyframes()
      .map(({ computedOffset, transform }) => [
        computedOffset,
        transform === "none" ? 1 : Number(/scale\(([\d.]+)\)/.exec(String(transform))?.[1]),
      ]);
    return { duration, iterations, scales };
  });
}

async function openLoadingScreen(page: Page): Promise<void> {
  await signInAs(page, administrator);
  await hang(page, "**/api/auth/refresh");
  // A token that has run out is renewed before anything is shown.
  await stopClock(page, Date.now() + 24 * 60 * 60_000);
  await page.goto("/dashboard");
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeAttached();
}

test("a menu that was opened while a screen loads stays open when the screen has come", async ({ page }) => {
  await signInAs(page, administrator);
  await waitForFiles(page);
  const release = await holdBack(page, "**/remotes/mfe-admin/**");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "User Management" }).click();
  await page.getByRole("button", { name: "Open user menu" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("User Management");
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveURL(/\/profile/);
});

test("a control that was reached while a screen loads keeps the focus when the screen has come", async ({
  page,
}) => {
  await signInAs(page, administrator);
  await waitForFiles(page);
  const release = await holdBack(page, "**/remotes/mfe-admin/**");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "User Management" }).click();
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  await walkTo(page.getByRole("button", { name: "New Call", exact: true }));
  release();
  await expect(page.getByRole("searchbox", { name: "Search users" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/live-call/);
});

test("loading logos pulse from 1 to 1.2 and back within two seconds, forever, except for a user with reduced motion", async ({
  page,
}) => {
  await openLoadingScreen(page);
  const pulse = {
    duration: 2000,
    iterations: Number.POSITIVE_INFINITY,
    scales: [
      [0, 1],
      [0.5, 1.2],
      [1, 1],
    ],
  };
  expect(await pulseOf(page.locator("#splash svg"))).toEqual(pulse);
  expect(await pulseOf(page.getByRole("main").locator("svg"))).toEqual(pulse);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running")),
    )
    .toEqual([]);
});

test("analytics are printed in light colours, without what is there to be pressed", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("souffleur.theme", "dark"));
  await openAnalytics(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("radiogroup", { name: "Range" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toHaveCSS(
    "color",
    "rgb(21, 24, 30)",
  );
  await expect(page.getByRole("img", { name: "Call Volume chart" })).toBeVisible();
});
