import { expect, type Page, test } from "playwright/test";
import { signInAs } from "./accounts.ts";
import { takeShifts, watchShifts } from "./layout-shift.ts";
import { caller, end, endCall, firstLine, log, startCall } from "./practice-call.ts";

const notes = (page: Page) => page.getByLabel("Agent notes");

test("New Call focuses the start of a practice call, and the arrows choose another one", async ({ page }) => {
  // All practice calls are in view: nothing is scrolled to what has the focus.
  await page.setViewportSize({ width: 1280, height: 1080 });
  await signInAs(page, caller);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "New Call", exact: true }).click();
  await expect(page).toHaveURL(/\/live-call$/);
  const start = page.getByRole("button", { name: "Test Live Transcription" });
  await expect(start).toBeFocused();
  await expect(page.getByText("Ready. Incoming calls open here.")).toBeVisible();
  const before = await page.getByRole("group", { name: "Practice calls" }).boundingBox();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /^Price objection/ })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(start).toBeFocused();
  // Choosing one moves nothing.
  expect(await page.getByRole("group", { name: "Practice calls" }).boundingBox()).toEqual(before);
});

test("a press on New Call is not lost where a call begins before it is released", async ({ page }) => {
  await signInAs(page, caller);
  await page.goto("/dashboard");
  // In its middle is its text, which the beginning call replaces.
  await page.getByRole("button", { name: "New Call", exact: true }).hover();
  await page.mouse.down();
  await page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem("souffleur.auth") ?? "{}");
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    await fetch("/api/simulation/start", { method: "POST", headers, body: "{}" });
  });
  await expect(page.getByRole("banner").getByText(/^Return to call/)).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/live-call/);
  await endCall(page);
});

test("Ctrl+K starts a practice call from another screen, ends it, and sets its outcome", async ({ page }) => {
  await signInAs(page, caller);
  // A page that has not opened the call's screen.
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const command = async (words: string, name: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(words);
    await expect(page.getByRole("option", { name })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await command("renew", "Practice: Renewal");
  await expect(page).toHaveURL(/\/live-call/);
  // Before its first line it may still connect; it would then have nothing to wrap up.
  await expect(log(page).locator("[lang=fr]").first()).toBeVisible();
  await command("end call", "End Call");
  await expect(end(page)).toHaveCount(0);
  await command("outcome unr", "Set outcome: Unreachable");
  await expect(page.getByRole("radio", { name: "Unreachable" })).toBeChecked();
});

test("a call goes on through another screen, a reload and a second tab, and ends in all of them", async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => void dialog.accept());
  await watchShifts(page);
  const spoken = await startCall(page);
  // The button that was pressed has gone; from here on nothing moves by itself, whatever lines and suggestions come.
  await takeShifts(page);
  await expect(log(page).locator("[lang=fr]").nth(4)).toBeVisible();
  // A line's time follows its text while that grows: less than a box that moves by a row.
  const moved = (await takeShifts(page)).filter((shift) => Number.parseFloat(shift) >= 0.0005);
  expect(moved).toEqual([]);
  await notes(page).fill("Rappeler mardi.");

  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  // Only signing out asks.
  await page.getByRole("button", { name: "Open user menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  const leaving = page.getByRole("dialog", { name: "Sign out during the call?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await expect(leaving).toHaveCount(0);
  const bar = page.getByRole("region", { name: "Running call" });
  await expect(bar.getByRole("button", { name: "Ask for help" })).toBeVisible();
  await expect(bar.getByRole("button", { name: "End Call" })).toBeVisible();
  await expect(bar.getByRole("button", { name: "Use" })).toBeVisible();
  const wayBack = page.getByRole("button", { name: /^Return to call \d\d:\d\d$/ });
  const { x = 0, width = 0 } = (await wayBack.boundingBox()) ?? {};
  await wayBack.click();
  await expect(end(page)).toBeVisible();
  await expect(firstLine(page)).toHaveText(spoken);
  await expect(notes(page)).toHaveValue("Rappeler mardi.");
  // The microphone is still open: the panel says what it said before.
  await expect(page.getByText("Nothing hears this call", { exact: true })).toBeAttached();

  await notes(page).fill("Rappeler mardi, avec le devis.");
  await page.reload();
  await expect(end(page)).toBeVisible();
  await expect(firstLine(page)).toHaveText(spoken);
  await expect(log(page).getByText(spoken, { exact: true })).toHaveCount(1);
  await expect(notes(page)).toHaveValue("Rappeler mardi, avec le devis.");
  await expect(page.getByRole("timer")).not.toHaveText(/^00:00:0[0-3]$/);

  // A page that is reloaded on another screen has not opened the call's.
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.reload();
  await expect(bar.getByRole("timer")).toBeVisible();
  await expect(bar.getByRole("button", { name: "Ask for help" })).toBeVisible();
  await wayBack.click();
  await expect(firstLine(page)).toHaveText(spoken);

  const second = await context.newPage();
  await second.goto("/live-call");
  await expect(firstLine(second)).toHaveText(spoken);
  await expect(notes(second)).toHaveValue("Rappeler mardi, avec le devis.");
  await end(second).click();
  // Nothing beside it moves where the shorter New Call takes the place of the way back.
  await expect(page.getByRole("button", { name: "New Call", exact: true })).toBeVisible();
  const next = (await page.getByRole("button", { name: "New Call" }).boundingBox()) ?? { x: 0, width: 0 };
  expect(next.width).toBeLessThan(width);
  expect(next.x + next.width).toBeCloseTo(x + width);
  for (const tab of [page, second]) {
    await expect(end(tab)).toHaveCount(0);
    await expect(tab.getByText("You ended the call.")).toBeVisible();
  }
  expect(errors).toEqual([]);
});
