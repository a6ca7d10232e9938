import { expect, test } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";
import { keyboard, pressInOneGo, walkTo } from "./input-method.ts";
import { wrapUpOf } from "./journey.ts";
import { endCall, openRunningCall } from "./states/calls/call-states.ts";

test("a wrapped-up call's date that is typed in part is not taken for none", async ({ page }) => {
  await openRunningCall(page);
  await endCall(page);
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

test("keys frame controls, and neither the call's toolbar nor its panes", async ({ page }) => {
  await openRunningCall(page);
  const lines = page.getByRole("log", { name: "Conversation" });
  await lines.click({ position: { x: 4, y: 4 } });
  await page.keyboard.press("Escape");
  await expect(lines).toBeFocused();
  await expect(lines).toHaveCSS("outline-style", "none");
  await walkTo(page.getByRole("button", { name: "End Call" }));
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator(":focus")).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(wrapUpOf(page)).toBeFocused();
  await expect(wrapUpOf(page)).toHaveCSS("outline-style", "none");
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
