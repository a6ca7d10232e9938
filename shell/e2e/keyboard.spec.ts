import { expect, test } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { keyboard, pressInOneGo, walkTo } from "./input-method.ts";
import { approve, arrive, endCall, newcomer, register, signOut, takeCall, wrapUpOf } from "./journey.ts";
import { takeShifts, watchShifts } from "./layout-shift.ts";
import { tapNetwork } from "./network.ts";
import { endCall as endFixedCall, openRunningCall } from "./states/calls/call-states.ts";
import { registerFifty } from "./states/fifty-remotes.ts";

test("the keyboard alone registers, approves, takes a call and ends it; six keys wrap it up within 15 s", async ({
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
  const startedAt = Date.now();
  let keys = 0;
  const press = async (combination: string) => {
    keys += combination.split("+").length;
    await page.keyboard.press(combination);
  };
  await press("2");
  await expect(pane.getByLabel("Next step", { exact: true })).toBeFocused();
  await press("Tab");
  await press("Space");
  await expect(pane.getByRole("button", { name: "Tomorrow", pressed: true })).toBeFocused();
  await press("Control+Enter");
  const recent = page.getByRole("region", { name: "Recent calls" });
  await expect(recent.getByRole("link", { name: /Follow-up$/ }).first()).toBeVisible();
  expect(Date.now() - startedAt).toBeLessThan(15_000);
  expect(keys).toBeLessThanOrEqual(6);
  await keyboard.press(recent.getByRole("link").first());
  const tomorrow = await page.evaluate(() => {
    const now = new Date();
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    return new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(day);
  });
  await expect(pane).toContainText(tomorrow);
  await signOut(page, keyboard);
});

test("a wrapped-up call's date that is typed in part is not taken for none", async ({ page }) => {
  await openRunningCall(page);
  await endFixedCall(page);
  const pane = wrapUpOf(page);
  await page.keyboard.press("2");
  const date = pane.getByLabel("Date of the next step");
  await date.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(date).toHaveAccessibleDescription("Enter a whole date, or none.");
  await expect(date).toBeFocused();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Control+Enter");
  await expect(pane).toHaveCount(0);
});

test("the first stop of a page leads past the top bar to its content", async ({ page }) => {
  await signInAs(page, administrator);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "Sample data" })).toBeFocused();
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

test("single keys open screens, the search and their own list, which switches them off", async ({ page }) => {
  await signInAs(page, administrator);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const [key, title] of [
    ["a", "Analytics"],
    ["l", "Live Call"],
    ["u", "User Management"],
  ] as const) {
    await pressInOneGo(page, `g${key}`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
  }
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search users" });
  await expect(search).toBeFocused();
  await page.keyboard.type("?gd");
  await expect(search).toHaveValue("?gd");

  await walkTo(page.getByRole("tab", { name: "Pending Approval" }));
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toBeVisible();
  await walkTo(list.getByRole("switch", { name: "Use keyboard shortcuts" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(page.getByRole("tab", { name: "Pending Approval" })).toBeFocused();
  await page.keyboard.press("?");
  await pressInOneGo(page, "gd");
  await expect(page).toHaveURL(/\/admin\/users/);
  await expect(list).toBeHidden();
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

test("the arrows move in tabs and in the range, and a header sorts by Enter", async ({ page }) => {
  await signInAs(page, administrator);
  await page.goto("/admin/users");
  await walkTo(page.getByRole("tab", { name: "Pending Approval" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "All Users", selected: true })).toBeFocused();
  await keyboard.press(page.getByRole("button", { name: "Email" }));
  await expect(page.getByRole("columnheader", { name: "Email" })).toHaveAttribute("aria-sort", "ascending");

  await page.goto("/analytics");
  await walkTo(page.getByRole("radio", { name: "30 Days" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "90 Days" })).toBeFocused();
  await expect(page.getByRole("radio", { name: "90 Days" })).toBeChecked();
  await expect(page).toHaveURL(/range=90d/);
});

test("a dialog keeps the focus, Escape closes it, and the focus returns to the element that opened it", async ({
  page,
}) => {
  await signInAs(page, administrator);
  await page.goto("/admin/users?tab=active");
  const deactivate = page.getByRole("button", { name: "Deactivate" }).first();
  await keyboard.press(deactivate);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (let stop = 0; stop < 5; stop += 1) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(deactivate).toBeFocused();
});
