import { expect, test } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { keyboard, pressInOneGo, walkTo } from "./input-method.ts";
import { approve, arrive, endCall, newcomer, register, signOut, takeCall, wrapUpOf } from "./journey.ts";
import { takeShifts, watchShifts } from "./layout-shift.ts";
import { tapNetwork } from "./network.ts";
import { registerFifty } from "./states/fifty-remotes.ts";

test("the keyboard alone registers, approves, takes a call, ends it and wraps it up", async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const person = newcomer();
  await register(page, keyboard, person);
  await approve(browser, keyboard, person.email);
  await arrive(page, keyboard, person);
  await takeCall(page, keyboard);
  await endCall(page, keyboard);
  // Its outcome, and the day of the next step.
  const pane = wrapUpOf(page);
  await expect(pane).toBeFocused();
  await page.keyboard.press("2");
  // No field has the focus, into which the next key would type.
  await expect(pane.getByRole("radio", { name: "Follow-up" })).toBeFocused();
  await walkTo(pane.getByRole("button", { name: "Tomorrow" }));
  await page.keyboard.press("Space");
  await expect(pane.getByRole("button", { name: "Tomorrow", pressed: true })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  const recent = page.getByRole("region", { name: "Recent calls" });
  await expect(recent.getByRole("link", { name: /Follow-up$/ }).first()).toBeVisible();
  await keyboard.press(recent.getByRole("link").first());
  const tomorrow = await page.evaluate(() => {
    const now = new Date();
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    return new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(day);
  });
  await expect(pane).toContainText(tomorrow);
  await signOut(page, keyboard);
});

test("Tab reaches the button of a message over the page, and leads on from it", async ({ page }) => {
  const network = await tapNetwork(page);
  await signInAs(page, administrator);
  await page.goto("/dashboard");
  await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  await network.disconnect();
  await expect(page.getByText("Could not reconnect.")).toBeVisible();
  const message = page.getByRole("region", { name: /^Notifications/ });
  await walkTo(message.getByRole("button", { name: "Retry" }));
  await walkTo(page.getByRole("link", { name: "Skip to content" }));
});

test("of fifty screens the bar has those that fit, and the keys reach the others in a menu by groups", async ({
  page,
}) => {
  await registerFifty(page);
  await signInAs(page, administrator);
  await watchShifts(page);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const more = page.getByRole("button", { name: "More" });
  const shown: number[] = [];
  for (const width of [1440, 1024, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/dashboard");
    await expect(page.getByText("1,247")).toBeVisible();
    expect(await takeShifts(page)).toEqual([]);
    await expect(more).toBeInViewport({ ratio: 1 });
    await expect(links.last()).toBeInViewport({ ratio: 1 });
    shown.push(await links.count());
  }
  expect(shown).toEqual([...shown].sort((a, b) => b - a));
  expect(new Set(shown).size).toBe(3);

  await walkTo(more);
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "More" });
  await expect(menu.getByRole("group")).toHaveCount(6);
  await page.keyboard.press("End");
  const last = menu.getByRole("group", { name: "Staff" }).getByRole("menuitem").last();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("menuitem").first()).toBeFocused();
  await pressInOneGo(page, "Tic");
  await expect(menu.getByRole("menuitem", { name: "Tickets" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeFocused();
  await expect(more).toHaveAttribute("aria-current", "true");
  await keyboard.press(more);
  await expect(menu.getByRole("menuitem", { name: "Tickets" })).toHaveAttribute("aria-current", "page");
});
