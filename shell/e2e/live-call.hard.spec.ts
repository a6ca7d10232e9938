import { expect, test } from "playwright/test";
import { signInAs } from "./accounts.ts";
import { caller, end, endCall, log, readTranscript, startCall } from "./practice-call.ts";
import { runningCall } from "./states/calls/fixed-call.ts";
import { fixWorld, now } from "./states/fixed-world.ts";
import { open } from "./states/state.ts";

test("the transcription status is in view, and its nine items are where there is room", async ({ page }) => {
  const status = page.getByRole("region", { name: "Transcription status" });
  for (const [height, isOpen] of [
    [720, false],
    [900, true],
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
  test(`in a running call the header is one row, or two on a phone, and the best reply large with its key, ${locale}`, async ({
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
      // A control and the room above it; on a phone, a second row has the score, the trend and why nothing is recorded.
      expect.soft(header?.height, `${width}×${height}`).toBeLessThanOrEqual(width < 760 ? 72 : 56);
      const head = page.locator("#suggestions-title").locator("..");
      if (width >= 760) expect.soft((await head.boundingBox())?.height, `${width}`).toBeLessThanOrEqual(30);
    }
    await context.close();
  });

test("in a low window the conversation keeps its height, and the page scrolls", async ({ page }) => {
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
    await readTranscript(page);
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
  await endCall(page);
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
  await endCall(page);
});
