import { errorCatalogue } from "@souffleur/contracts";
import { expect, type Page } from "playwright/test";
import { longNames } from "./people.ts";
import { consent, say } from "./say.ts";
import {
  answer,
  button,
  expectHeading,
  expectText,
  hang,
  neverEnd,
  open,
  refuse,
  type States,
} from "./state.ts";
import { prepare } from "./walking.ts";

export async function openCodeStep(page: Page): Promise<void> {
  await neverEnd(page, [5000]);
  await answer(page, "**/api/auth/verification/initiate", {
    sessionId: "5f0c7a3e-6f0e-4f0c-9a53-000000000000",
  });
  await open(page, "/verify-email?email=camille.moreau@example.com");
  await button(page, "Send Code").click();
  await expectHeading(page, "Enter your code");
}

/** Signs in as far as the form goes; what comes of it is the state's. */
export async function submitSignIn(page: Page): Promise<void> {
  await open(page, "/login");
  await page.getByLabel(say("Email")).fill("camille.moreau@example.com");
  await page.getByLabel(say("Password"), { exact: true }).fill("Prompt-Me-2026");
  await button(page, "Sign In").focus();
  await page.keyboard.press("Enter");
}

export const publicStates: States = {
  "login with errors": async (page) => {
    await open(page, "/login?error=Session%20expired.%20Please%20log%20in%20again.");
    await button(page, "Sign In").click();
    await expectText(page, "Password is required");
  },
  "login with single sign-on": async (page) => {
    await answer(page, "**/api/auth/sso?*", { hasProvider: true });
    await open(page, "/login");
    await page.getByLabel(say("Email")).fill("camille.moreau@example.com");
    await page.keyboard.press("Tab");
    await expect(button(page, "Use single sign-on")).toBeVisible();
  },
  "login with a link's texts": async (page) => {
    await neverEnd(page, [3000]);
    await open(
      page,
      "/login?error=Call%200800%20123%20456%20at%20once.&message=Your%20account%20is%20ready.",
    );
    await expect(page.getByText(say("From the link you opened, not from Souffleur:"))).toHaveCount(2);
  },
  "login unverified": async (page) => {
    await refuse(page, "**/api/auth/login", "EMAIL_NOT_VERIFIED");
    await submitSignIn(page);
    await expect(button(page, "Resend Verification Email")).toBeVisible();
  },
  "login pending approval": async (page) => {
    await refuse(page, "**/api/auth/login", "ACCOUNT_PENDING_APPROVAL");
    await submitSignIn(page);
    await expectText(page, errorCatalogue.ACCOUNT_PENDING_APPROVAL.text);
  },
  "register with errors": async (page) => {
    await open(page, "/register");
    await page.getByLabel(say("Email")).fill("camille@gmial.com");
    await page.getByLabel(say("Password"), { exact: true }).fill("prompt-me");
    await button(page, "Create Account").click();
    await expectText(page, "You must agree to the terms and conditions");
    await expectText(page, "Weak");
  },
  "register with a long name": async (page) => {
    await open(page, "/register");
    await page.getByLabel(say("First name")).fill(longNames.firstName);
    await page.getByLabel(say("Email")).fill(longNames.email);
    await page.getByLabel(say("Password"), { exact: true }).fill("Prompt-Me-2026-encore");
    await expectText(page, "Strong");
  },
  "register done": async (page) => {
    await neverEnd(page, [3000]);
    await answer(page, "**/api/auth/register");
    await open(page, "/register");
    await page.getByLabel(say("First name")).fill("Camille");
    await page.getByLabel(say("Last name"), { exact: true }).fill("Moreau");
    await page.getByLabel(say("Email")).fill("camille.moreau@example.com");
    await page.getByLabel(say("Organization name")).fill("Lumière Télécom");
    await page.getByLabel(say("Industry")).selectOption("technology");
    await page.getByLabel(say("Password"), { exact: true }).fill("Prompt-Me-2026");
    await page.getByLabel(say("Confirm password")).fill("Prompt-Me-2026");
    await page.getByLabel(consent()).check();
    await button(page, "Create Account").click();
    await expectText(page, "Account created successfully! Please check your email to verify your account.");
  },
  "login after a registration": async (page) => {
    await open(page, "/login");
    await page.evaluate(() =>
      history.replaceState(
        { ...history.state, usr: { email: "camille.moreau@example.com", done: "registered" } },
        "",
      ),
    );
    await page.reload();
    await expectHeading(page, "Check your inbox");
  },
  "verify e-mail with a wrong code": async (page) => {
    await refuse(page, "**/api/auth/verification/verify-code", "CODE_INVALID");
    await openCodeStep(page);
    await page.getByLabel(say("Verification code")).fill("123456");
    await expectText(page, "Invalid verification code. Please check and try again.");
  },
  "verify e-mail on its way": async (page) => {
    await hang(page, "**/api/auth/verify-email");
    await open(page, "/verify-email?token=this-is-no-token");
    await expectHeading(page, "Verifying your email");
  },
  "verify e-mail blocked": async (page) => {
    await prepare(
      page,
      (count) =>
        localStorage.setItem(
          "souffleur.verification.attempts",
          JSON.stringify({ count, lastAttempt: Date.now(), blocked: true }),
        ),
      5,
    );
    await open(page, "/verify-email?email=camille.moreau@example.com");
    await button(page, "Send Code").click();
    await expectText(page, "Account temporarily blocked. Please wait 15 minutes.");
  },
  "verify e-mail done": async (page) => {
    await neverEnd(page, [3000]);
    await answer(page, "**/api/auth/verify-email");
    await open(page, "/verify-email?token=this-is-no-token");
    await expectText(page, "Email verified successfully! You can now sign in.");
  },
  "verify e-mail failed": async (page) => {
    await open(page, "/verify-email?token=this-is-no-token");
    await expectHeading(page, "Verification failed");
  },
};
