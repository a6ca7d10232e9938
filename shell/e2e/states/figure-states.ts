import { noFigures, someFigures } from "@souffleur/shared-ui/testing/figures";
import { expect, type Page } from "playwright/test";
import { supervisor } from "./calls/past-call-states.ts";
import { say } from "./say.ts";
import {
  answer,
  button,
  expectText,
  fresh,
  neverLoad,
  openSignedIn,
  type Reach,
  refuse,
  type States,
} from "./state.ts";

const figures = "**/api/figures?*";

async function openOwn(page: Page, path: string, data: unknown): Promise<void> {
  await answer(page, figures, data);
  await openSignedIn(page, `${path}?figures=calls`, supervisor);
}

/** The states of a screen that shows figures of the organization's calls. */
function ownStates(name: string, path: string, shown: Reach): States {
  return {
    [`${name} of our calls`]: async (page) => {
      await openOwn(page, path, someFigures("30d"));
      await shown(page);
    },
    [`${name} of no calls`]: async (page) => {
      await openOwn(page, path, noFigures("30d"));
      await expectText(page, "No calls in the last {days} days.", { days: 30 });
    },
    [`${name} of our calls failed`]: async (page) => {
      await refuse(page, figures, "DATABASE_UNAVAILABLE");
      await openSignedIn(page, `${path}?figures=calls`, supervisor);
      await expect(button(page, "Retry")).toBeVisible();
    },
  };
}

export async function openDashboard(page: Page): Promise<void> {
  await openSignedIn(page, "/dashboard");
  await expect(page.getByText(/1[,\s]247/)).toBeVisible();
}

export async function openAnalytics(page: Page): Promise<void> {
  await openSignedIn(page, "/analytics");
  await expect(
    page.getByRole("img", { name: say("{title} chart", { title: say("Call Volume") }) }).locator("svg"),
  ).toBeVisible();
}

export const dashboardStates: States = {
  "dashboard loading": fresh(async (page) => {
    await neverLoad(page);
    await openSignedIn(page, "/dashboard");
    await expect(page.getByRole("status", { name: say("Loading dashboard") })).toBeAttached();
  }),
  dashboard: openDashboard,
  ...ownStates("dashboard", "/dashboard", (page) =>
    expect(page.getByRole("table", { name: say("Calls of the last 30 days") })).toBeAttached(),
  ),
};

export const analyticsStates: States = {
  "analytics loading": fresh(async (page) => {
    await neverLoad(page);
    await openSignedIn(page, "/analytics");
    await expect(page.getByRole("status", { name: say("Loading analytics") })).toBeVisible();
  }),
  analytics: openAnalytics,
  "analytics tables": async (page) => {
    await openAnalytics(page);
    const charts = page.getByRole("button", { name: say("Show as a table") });
    // Each press makes one a button of another name.
    for (let left = await charts.count(); left > 0; left--) await charts.first().click();
  },
  ...ownStates("analytics", "/analytics", (page) =>
    expect(
      page.getByRole("img", { name: say("{title} chart", { title: say("Call Volume") }) }).locator("svg"),
    ).toBeVisible(),
  ),
};
