import { expect } from "playwright/test";
import { administrator, agent, signInAs } from "../accounts.ts";
import { tapNetwork } from "../network.ts";
import { foundCalls } from "./calls/past-calls.ts";
import { registerFifty } from "./fifty-remotes.ts";
import { openDashboard } from "./figure-states.ts";
import { longNames, somePeople } from "./people.ts";
import { say } from "./say.ts";
import {
  answer,
  button,
  expectText,
  fresh,
  hang,
  neverEnd,
  open,
  openSignedIn,
  type States,
  waitForFiles,
} from "./state.ts";

export const shellStates: States = {
  splash: fresh(async (page) => {
    // It stands in the page before any script does.
    await hang(page, "**/assets/*.js");
    await page.goto("/login", { waitUntil: "commit" });
    await expect(page.locator("#splash")).toBeVisible();
    // Its language comes after the style sheet.
    await expect(page.locator("#splash")).toHaveAttribute("aria-label", say("Loading"));
  }),
  "a screen loading": fresh(async (page) => {
    await waitForFiles(page);
    await hang(page, "**/remotes/mfe-dashboard/**");
    await openSignedIn(page, "/dashboard");
    await expect(page.getByRole("main").getByRole("status", { name: say("Loading") })).toBeVisible();
  }),
  "a screen that is down": fresh(async (page) => {
    await page.route("**/remotes/mfe-dashboard/**", (route) => route.abort());
    await openSignedIn(page, "/dashboard");
    await expect(button(page, "Retry")).toBeVisible();
  }),
  "user menu of a long name": async (page) => {
    await signInAs(page, administrator, longNames);
    await open(page, "/dashboard");
    await expect(page.getByText(/1[,\s]247/)).toBeVisible();
    await button(page, "Open user menu").click();
    await expect(page.getByRole("menu")).toBeVisible();
  },
  "keyboard help": async (page) => {
    await openDashboard(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "menu of fifty remotes": fresh(async (page) => {
    await registerFifty(page);
    await openDashboard(page);
    await button(page, "More").press("Enter");
    await expect(page.getByRole("menu", { name: say("More") })).toBeVisible();
  }),
  "search among fifty remotes": fresh(async (page) => {
    await registerFifty(page);
    const users = somePeople("active").slice(0, 3);
    await answer(page, "**/users/search?*", { users });
    const calls = foundCalls(3);
    await answer(page, "**/api/calls?*", { calls });
    await openDashboard(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("ca");
    await expect(page.getByRole("option", { name: /^Camille Moreau/ })).toBeVisible();
  }),
  "what does nothing yet": async (page) => {
    await openDashboard(page);
    await button(page, "Create Deal").hover();
    await expect(page.getByRole("tooltip")).toHaveText(say("Soon"));
  },
  "scrolled down": {
    width: 375,
    reach: async (page) => {
      await openDashboard(page);
      await page.mouse.wheel(0, 500);
      await expect(button(page, "Scroll to top")).toBeVisible();
    },
  },
  offline: fresh(async (page) => {
    const network = await tapNetwork(page);
    await openDashboard(page);
    await expect(page.getByRole("status").filter({ hasText: say("Connected") })).toBeVisible();
    await network.disconnect();
    await expect(button(page, "Retry")).toBeVisible();
  }),
  "access denied": async (page) => {
    await neverEnd(page, [2000, 4000]);
    await openSignedIn(page, "/admin/users", agent);
    await expectText(page, "Access denied. Admin privileges required.");
  },
};
