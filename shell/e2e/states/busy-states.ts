import { expect, type Page } from "playwright/test";
import { openIdleCall, openRunningCall } from "./call-states.ts";
import { openCodeStep } from "./public-states.ts";
import { say } from "./say.ts";
import { button, hang, open, refuse, type State } from "./state.ts";
import { openPending } from "./user-states.ts";

/** Signs in as far as the form goes; what comes of it is the state's. */
export async function submitSignIn(page: Page): Promise<void> {
  await open(page, "/login");
  await page.getByLabel(say("Email")).fill("camille.moreau@example.com");
  await page.getByLabel(say("Password"), { exact: true }).fill("Prompt-Me-2026");
  await button(page, "Sign In").focus();
  await page.keyboard.press("Enter");
}

async function expectBusy(page: Page, name: string): Promise<void> {
  await expect(button(page, name)).toHaveAttribute("aria-busy", "true");
  await expect(button(page, name)).toBeFocused();
}

/** Each with the focus of a keyboard on the button that is busy. */
export const busyStates: readonly State[] = [
  {
    name: "busy sign-in",
    async reach(page) {
      await hang(page, "**/api/auth/login");
      await submitSignIn(page);
      await expectBusy(page, "Signing in...");
    },
  },
  {
    name: "busy notice",
    async reach(page) {
      await refuse(page, "**/api/auth/login", 401, "EMAIL_NOT_VERIFIED", "Please verify your email address.");
      await hang(page, "**/api/auth/resend-verification");
      await submitSignIn(page);
      await button(page, "Resend Verification Email").focus();
      await page.keyboard.press("Enter");
      await expectBusy(page, "Resend Verification Email");
    },
  },
  {
    name: "busy code",
    async reach(page) {
      await hang(page, "**/api/auth/verification/verify-code");
      await openCodeStep(page);
      await page.keyboard.type("123456");
      await expect(button(page, "Verify")).toHaveAttribute("aria-busy", "true");
      await expect(page.getByLabel(say("Verification code"))).toBeFocused();
    },
  },
  {
    name: "busy dialog",
    async reach(page) {
      await hang(page, "**/api/auth/admin/users/*/approve");
      await openPending(page);
      await button(page, "Approve").first().focus();
      await page.keyboard.press("Enter");
      await button(page, "Confirm").focus();
      await page.keyboard.press("Enter");
      await expectBusy(page, "Confirm");
    },
  },
  {
    name: "busy call",
    async reach(page) {
      await openIdleCall(page);
      await hang(page, "**/api/simulation/start");
      await button(page, "Test Live Transcription").focus();
      await page.keyboard.press("Enter");
      await expectBusy(page, "Test Live Transcription");
    },
  },
  {
    name: "busy suggestions",
    async reach(page) {
      await openRunningCall(page);
      await hang(page, "**/api/calls/*/suggestions");
      await button(page, "Generate").focus();
      await page.keyboard.press("Enter");
      await expectBusy(page, "Generate");
    },
  },
];
