import { expect } from "playwright/test";
import { administrator, agent, signInAs } from "../accounts.ts";
import { tapNetwork } from "../network.ts";
import { registerFifty } from "./fifty-remotes.ts";
import { openDashboard } from "./figure-states.ts";
import { foundCalls } from "./past-calls.ts";
import { longNames, somePeople } from "./people.ts";
import { say } from "./say.ts";
import { answer, button, hang, neverEnd, open, openSignedIn, type State, waitForFiles } from "./state.ts";

export const shellStates: readonly State[] = [
  {
    name: "splash",
    async reach(page) {
      // It stands in the page before any script does.
      await hang(page, "**/assets/*.js");
      await page.goto("/login", { waitUntil: "commit" });
      await expect(page.locator("#splash")).toBeVisible();
      // Its language comes after the style sheet.
      await expect(page.locator("#splash")).toHaveAttribute("aria-label", say("Loading"));
    },
  },
  {
    name: "a screen loading",
    async reach(page) {
      await waitForFiles(page);
      await hang(page, "**/remotes/mfe-dashboard/**");
      await openSignedIn(page, "/dashboard");
      await expect(page.getByRole("main").getByRole("status", { name: say("Loading") })).toBeVisible();
    },
  },
  {
    name: "a screen that is down",
    async reach(page) {
      await page.route("**/remotes/mfe-dashboard/**", (route) => route.abort());
      await openSignedIn(page, "/dashboard");
      await expect(button(page, "Retry")).toBeVisible();
    },
  },
  {
    name: "user menu of a long name",
    async reach(page) {
      await signInAs(page, administrator, longNames);
      await open(page, "/dashboard");
      await expect(page.getByText(/1[,\s]247/)).toBeVisible();
      await button(page, "Open user menu").click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    name: "keyboard help",
    async reach(page) {
      await openDashboard(page);
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "menu of fifty remotes",
    async reach(page) {
      await registerFifty(page);
      await openDashboard(page);
      await button(page, "More").press("Enter");
      await expect(page.getByRole("menu", { name: say("More") })).toBeVisible();
    },
  },
  {
    name: "search among fifty remotes",
    async reach(page) {
      await registerFifty(page);
      const users = somePeople("active").slice(0, 3);
      await answer(page, "**/users/search?*", { users });
      const calls = foundCalls(3);
      await answer(page, "**/api/calls?*", { calls });
      await openDashboard(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("ca");
      await expect(page.getByRole("option", { name: "Camille Moreau" })).toBeVisible();
    },
  },
  {
    name: "what does nothing yet",
    async reach(page) {
      await openDashboard(page);
      await button(page, "Create Deal").hover();
      await expect(page.getByRole("tooltip")).toHaveText(say("Soon"));
    },
  },
  {
    name: "scrolled down",
    width: 375,
    async reach(page) {
      await openDashboard(page);
      await page.mouse.wheel(0, 500);
      await expect(button(page, "Scroll to top")).toBeVisible();
    },
  },
  {
    name: "offline",
    async reach(page) {
      const network = await tapNetwork(page);
      await openDashboard(page);
      await expect(page.getByRole("status").filter({ hasText: say("Connected") })).toBeVisible();
      await network.disconnect();
      await expect(button(page, "Retry")).toBeVisible();
    },
  },
  {
    name: "access denied",
    async reach(page) {
      await neverEnd(page, [2000, 4000]);
      await openSignedIn(page, "/admin/users", agent);
      await expect(page.getByText(say("Access denied. Admin privileges required."))).toBeVisible();
    },
  },
];
