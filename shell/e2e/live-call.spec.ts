import { expect, type Page, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";
import { takeShifts, watchShifts } from "./layout-shift.ts";
import { runningCall } from "./states/calls/fixed-call.ts";
import { fixWorld, now } from "./states/fixed-world.ts";
import { open } from "./states/state.ts";

/** Whom no other test signs in as: a running call is shown on every screen of its agent. */
const caller = demo("analyst");

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const notes = (page: Page) => page.getByLabel("Agent notes");
const end = (page: Page) => page.getByRole("button", { name: "End Call" });
/** The first bubble, which no later line changes. */
const firstLine = (page: Page) => log(page).locator("[lang=fr]").first();

async function startCall(page: Page): Promise<string> {
  await signInAs(page, caller);
  await page.goto("/live-call");
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  // The second bubble is there: the first one is complete.
  await expect(log(page).locator("[lang=fr]").nth(1)).toBeVisible();
  return (await firstLine(page).textContent()) ?? "";
}

test("New Call focuses the start of a practice call, and the arrows choose another one", async ({ page }) => {
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
  await end(page).click();
  await expect(end(page)).toHaveCount(0);
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
  await expect(log(page).locator("[lang=fr]").nth(4)).toBeVisible({ timeout: 60_000 });
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
  await expect(bar.getByRole("button", { name: "Use" })).toBeVisible({ timeout: 60_000 });
  const wayBack = page.getByRole("button", { name: /^Return to call \d\d:\d\d$/ });
  const { width } = (await wayBack.boundingBox()) ?? {};
  await wayBack.click();
  await expect(end(page)).toBeVisible();
  await expect(firstLine(page)).toHaveText(spoken);
  await expect(notes(page)).toHaveValue("Rappeler mardi.");
  // The microphone is still open: the panel says what it said before.
  await expect(page.getByText("Not recorded: no recognizer")).toBeAttached();

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
  // Nothing moves where New Call takes the place of the way back.
  await expect(page.getByRole("button", { name: "New Call", exact: true })).toBeVisible();
  expect((await page.getByRole("button", { name: "New Call" }).boundingBox())?.width).toBe(width);
  for (const tab of [page, second]) {
    await expect(end(tab)).toHaveCount(0);
    await expect(tab.getByText("You ended the call.")).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test("the transcription status is in view, and its nine items are where there is room", async ({ page }) => {
  const status = page.getByRole("region", { name: "Transcription status" });
  for (const [height, isOpen] of [
    [720, false],
    [900, false],
    [1300, true],
  ] as const) {
    await page.setViewportSize({ width: 1440, height });
    await signInAs(page, caller);
    await page.goto("/live-call");
    await page.getByRole("button", { name: "Test Live Transcription" }).click();
    await expect(end(page)).toBeVisible();
    await expect(status.getByText("Practice call", { exact: true })).toBeInViewport({ ratio: 1 });
    for (const item of ["Backend connection", "Audio session"]) {
      if (isOpen) await expect(status.getByText(item)).toBeInViewport({ ratio: 1 });
      else await expect(status.getByText(item)).toBeHidden();
    }
    await end(page).click();
    await expect(end(page)).toHaveCount(0);
    // A call of practice was not transcribed from sound: there is nothing to warn about.
    await expect(status.getByText("Practice call", { exact: true })).toBeVisible();
  }
});

for (const locale of ["en-GB", "fr-FR"])
  test(`in a running call the header is one row, and the best reply large with its key, ${locale}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await fixWorld(page, { signedIn: true, call: runningCall(now) });
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, "/live-call");
    const best = page.locator("[aria-labelledby=suggestions-title] li").first();
    await expect(best.locator("kbd")).toBeVisible();
    const size = await best
      .locator("p")
      .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    expect(size).toBeGreaterThanOrEqual(22);
    for (const [width, height] of [
      [1280, 800],
      [1180, 800],
      [1024, 768],
      [860, 700],
      [760, 700],
      [375, 812],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      const header = await page.locator("main header").boundingBox();
      // A control and the room above it.
      expect.soft(header?.height, `${width}×${height}`).toBeLessThanOrEqual(56);
      const head = page.locator("#suggestions-title").locator("..");
      if (width >= 760) expect.soft((await head.boundingBox())?.height, `${width}`).toBeLessThanOrEqual(30);
    }
    await context.close();
  });

test("in a low window the conversation keeps its height, and the page scrolls", async ({ page }) => {
  test.setTimeout(240_000);
  await startCall(page);
  // A laptop at 200 % and at 400 %, telephones sideways, and one with its keyboard.
  for (const [width, height] of [
    [1280, 360],
    [640, 360],
    [844, 390],
    [568, 320],
    [375, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await log(page).scrollIntoViewIfNeeded();
    const box = await log(page).boundingBox();
    expect.soft(box?.height ?? 0, `${width}×${height}`).toBeGreaterThanOrEqual(120);
    expect.soft((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
    await expect(end(page)).toBeVisible();
    if (width < 560) continue;
    // One row of the header, the lines at the left, the best reply at the right.
    const header = await page.getByRole("heading", { name: "Live Call" }).locator("..").boundingBox();
    expect.soft(header?.height ?? 0, `${width}×${height}`).toBeLessThanOrEqual(44);
    const best = page.getByRole("region", { name: "Live Suggestions" }).getByRole("listitem").first();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(best, `${width}×${height}`).toBeInViewport({ ratio: 1, timeout: 60_000 });
    expect.soft((await best.boundingBox())?.x ?? 0).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
    // None of its words is cut.
    const text = best.locator("p").first();
    const cut = await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect.soft(cut, `${width}×${height}`).toBeLessThanOrEqual(2);
    await expect(best.getByRole("button", { name: "Use" })).toBeInViewport({ ratio: 1 });
  }
  await end(page).click();
  await expect(end(page)).toHaveCount(0);
});

test("on a phone search and copy are behind a button, and the score stands in the header", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const spoken = await startCall(page);
  await expect(page.locator("header").getByRole("meter", { name: "Outcome score" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search transcript" });
  await expect(search).not.toBeInViewport();
  await page.getByRole("button", { name: "Search and copy" }).click();
  await expect(search).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Copy transcript" })).toBeInViewport({ ratio: 1 });
  await search.fill(spoken.split(" ")[0] ?? "");
  await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible();
  await page.getByRole("button", { name: "Search and copy" }).click();
  await expect(search).toHaveValue("");
  await expect(search).not.toBeInViewport();
  await end(page).click();
  await expect(end(page)).toHaveCount(0);
});
