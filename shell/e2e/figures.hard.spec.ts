import { someFigures } from "@souffleur/shared-ui/testing/figures";
import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { administrator, demo, signInAs } from "./accounts.ts";
import { takeShifts, watchShifts } from "./layout-shift.ts";
import { holdBack } from "./network.ts";
import { savedToken } from "./saved-token.ts";
import { answer } from "./states/state.ts";

/** Whom no other test signs in as: a running call is shown on every screen of its agent. */
const caller = demo("manager");
const amount = 1234;

/** A call of the page's user that has ended. */
async function endedCall(page: Page): Promise<{ callId: string; headers: Record<string, string> }> {
  const headers = { Authorization: `Bearer ${await savedToken(page)}` };
  const started = await page.request.post("/api/simulation/start", { headers, data: {} });
  const { callId } = (await started.json()).data;
  await page.request.post("/api/simulation/end", { headers, data: { callId } });
  return { callId, headers };
}

async function revenueOf(page: Page): Promise<number> {
  const tile = page.locator("dl > div").filter({ hasText: "Revenue" }).first().locator("dd").first();
  return Number((await tile.textContent())?.replace(/\D/g, ""));
}

test("a wrap-up changes an open dashboard by the page's one socket: no reload, no polling", async ({
  page,
}) => {
  const sockets: string[] = [];
  let changes = 0;
  let readings = 0;
  page.on("websocket", (socket) => {
    sockets.push(socket.url());
    socket.on("framereceived", ({ payload }) => {
      if (payload.includes("figures_changed")) changes += 1;
    });
  });
  page.on("request", (request) => {
    if (request.url().includes("/api/figures?")) readings += 1;
  });
  await signInAs(page, caller);
  await page.goto("/dashboard?figures=practice");
  await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  const { callId, headers } = await endedCall(page);
  await expect(page.getByRole("table", { name: "Calls of the last 30 days" })).toBeAttached();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const before = await revenueOf(page);
  const saved = await page.request.put(`/api/calls/${callId}/outcome`, {
    headers,
    data: { outcome: "successful", amount },
  });
  expect(saved.ok()).toBe(true);
  await expect.poll(() => revenueOf(page), { intervals: [20] }).toBe(before + amount);
  await expect(page.locator(`a[href="/analytics/calls/${callId}"]`)).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
  expect(sockets).toHaveLength(1);
  // The first one, one for the connection, and at most one for each change.
  expect(readings).toBeLessThanOrEqual(2 + changes);
});

test("days are the reader's: each sees the call of this moment in their own today", async ({ browser }) => {
  for (const timezoneId of ["Pacific/Auckland", "America/Los_Angeles"]) {
    const context = await browser.newContext({ timezoneId });
    const page = await openAnalytics(context);
    await endedCall(page);
    await page.getByRole("button", { name: "Show as a table" }).first().click();
    const table = page.getByRole("table", { name: "Call Volume table" });
    const last = table.locator("tbody tr").last();
    const today = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: timezoneId });
    await expect(last.locator("th")).toHaveText(today.format(new Date()));
    // Won, open and lost have a column where they have a call.
    const columns = await table.getByRole("columnheader").allTextContents();
    await expect(last.locator("td").nth(columns.indexOf("Total") - 1)).not.toHaveText("0");
    await context.close();
  }
});

async function openAnalytics(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signInAs(page, caller);
  await page.goto("/analytics?figures=practice&range=7d");
  await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  return page;
}

for (const path of ["/dashboard", "/analytics"]) {
  test(`nothing moves on ${path} when the figures are switched`, async ({ browser }) => {
    for (const width of [1440, 375]) {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const page = await context.newPage();
      await watchShifts(page);
      await answer(page, "**/api/figures?*", someFigures("30d"));
      const release = await holdBack(page, "**/api/figures?*");
      await signInAs(page, administrator);
      await page.goto(path);
      await expect(page.getByText("1,247").first()).toBeVisible();
      await expect(page.locator("#splash")).toHaveCount(0);
      await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
      await takeShifts(page);
      await page.getByRole("radio", { name: "Our calls" }).check();
      await expect(page.getByRole("status", { name: /^Loading (dashboard|analytics)$/ })).toBeAttached();
      expect.soft(await takeShifts(page), `to the places, ${width} px wide`).toEqual([]);
      release();
      await expect(page.getByText("312").first()).toBeVisible();
      expect.soft(await takeShifts(page), `to the figures, ${width} px wide`).toEqual([]);
      await page.getByRole("radio", { name: "Sample data" }).check();
      await expect(page.getByText("1,247").first()).toBeVisible();
      expect.soft(await takeShifts(page), `to the samples, ${width} px wide`).toEqual([]);
      await context.close();
    }
  });
}
