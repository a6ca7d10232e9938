import { expect, type Page } from "playwright/test";
import { openIdleCall, openRunningCall } from "./calls/call-states.ts";
import { openCodeStep, submitSignIn } from "./public-states.ts";
import { say } from "./say.ts";
import { button, hang, refuse, type States } from "./state.ts";

async function expectBusy(page: Page, name: string): Promise<void> {
  await expect(button(page, name)).toHaveAttribute("aria-busy", "true");
  await expect(button(page, name)).toBeFocused();
}

/** Each with the focus of a keyboard on the button that is busy. */
export const busyStates: States = {
  "busy sign-in": async (page) => {
    await hang(page, "**/api/auth/login");
    await submitSignIn(page);
    await expectBusy(page, "Signing in...");
  },
  "busy notice": async (page) => {
    await refuse(page, "**/api/auth/login", "EMAIL_NOT_VERIFIED");
    await hang(page, "**/api/auth/resend-verification");
    await submitSignIn(page);
    await button(page, "Resend Verification Email").focus();
    await page.keyboard.press("Enter");
    await expectBusy(page, "Resend Verification Email");
  },
  "busy code": async (page) => {
    await hang(page, "**/api/auth/verification/verify-code");
    await openCodeStep(page);
    await page.keyboard.type("123456");
    await expect(button(page, "Verify")).toHaveAttribute("aria-busy", "true");
    await expect(page.getByLabel(say("Verification code"))).toBeFocused();
  },
  "busy call": async (page) => {
    await openIdleCall(page);
    await hang(page, "**/api/simulation/start");
    await button(page, "Test Live Transcription").focus();
    await page.keyboard.press("Enter");
    await expectBusy(page, "Test Live Transcription");
  },
  "busy suggestions": async (page) => {
    await openRunningCall(page);
    await hang(page, "**/api/calls/*/suggestions");
    await button(page, "Generate").focus();
    await page.keyboard.press("Enter");
    await expectBusy(page, "Generate");
  },
};
