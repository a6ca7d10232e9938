import type { Session } from "@souffleur/contracts";
import { expect, type Page } from "playwright/test";
import { demo } from "../accounts.ts";
import { say } from "./say.ts";
import { answer, button, expectHeading, open, openSignedIn, refuse, type State } from "./state.ts";

const now = new Date().toISOString();
const session = { startedAt: "2026-01-12T08:30:00.000Z", lastUsedAt: now, isCurrent: false };
const sessions: readonly Session[] = [
  { ...session, id: "one", browser: "Firefox", system: "Windows", address: "192.0.2.17", isCurrent: true },
  {
    ...session,
    id: "two",
    browser: "Samsung Internet for Android",
    system: "Android",
    address: "2001:db8:1:2::/64",
  },
  { ...session, id: "three" },
];

async function openProfile(page: Page): Promise<void> {
  await answer(page, "**/api/account/sessions", { sessions });
  await openSignedIn(page, "/profile", demo("agent"));
  await expectHeading(page, "Profile");
  await expect(button(page, "End all others")).toBeVisible();
}

/** One's own account, and the page behind a password link. */
export const accountStates: readonly State[] = [
  { name: "profile", reach: openProfile },
  {
    name: "profile with errors",
    async reach(page) {
      await openProfile(page);
      await page.getByLabel(say("First name")).fill("");
      await page.getByRole("button", { name: say("Change password") }).click();
      await button(page, "Save").click();
      await expect(page.getByText(say("First name is required"))).toBeVisible();
    },
  },
  {
    name: "profile that asks for the password again",
    async reach(page) {
      await openProfile(page);
      await refuse(page, "**/api/account/sessions", "PROOF_REQUIRED");
      await button(page, "End all others").click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "new password",
    async reach(page) {
      await open(page, "/new-password?token=a-token");
      await button(page, "Save password").click();
      await expect(page.getByText(say("Please confirm your password"))).toBeVisible();
    },
  },
  {
    name: "new password in another account's browser",
    async reach(page) {
      await openSignedIn(page, "/new-password?token=a-token", demo("agent"));
      await expect(button(page, "Sign out")).toBeVisible();
    },
  },
];
