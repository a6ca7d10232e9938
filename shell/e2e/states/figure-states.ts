import { expect, type Page } from "playwright/test";
import { neverLoad, openSignedIn, type State } from "./state.ts";

export async function openDashboard(page: Page): Promise<void> {
  await openSignedIn(page, "/dashboard");
  await expect(page.getByText("1,247")).toBeVisible();
}

export async function openAnalytics(page: Page): Promise<void> {
  await openSignedIn(page, "/analytics");
  await expect(page.getByRole("img", { name: "Call Volume chart" }).locator("svg")).toBeVisible();
}

export const dashboardStates: readonly State[] = [
  {
    name: "dashboard loading",
    async reach(page) {
      await neverLoad(page);
      await openSignedIn(page, "/dashboard");
      await expect(page.getByRole("status", { name: "Loading dashboard" })).toBeAttached();
    },
  },
  { name: "dashboard", reach: openDashboard },
];

export const analyticsStates: readonly State[] = [
  {
    name: "analytics loading",
    async reach(page) {
      await neverLoad(page);
      await openSignedIn(page, "/analytics");
      await expect(page.getByRole("status", { name: "Loading analytics" })).toBeVisible();
    },
  },
  { name: "analytics", reach: openAnalytics },
  {
    name: "analytics tables",
    async reach(page) {
      await openAnalytics(page);
      for (const summary of await page.getByText("Show as a table").all()) await summary.click();
    },
  },
];
