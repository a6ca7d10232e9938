import { type Browser, expect, type Page } from "playwright/test";
import { administrator } from "./administrator.ts";
import type { Hands } from "./hands.ts";
import { delivered } from "./mailbox.ts";

interface Newcomer {
  firstName: string;
  email: string;
  password: string;
  organization: string;
}

export function newcomer(): Newcomer {
  const unique = `${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`;
  return {
    firstName: "Camille",
    email: `newcomer-${unique}@example.com`,
    password: "Prompt-Me-2026",
    organization: `Atelier ${unique}`,
  };
}

/** Fills the sign-in form and sends it. */
export async function signIn(page: Page, hands: Hands, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await hands.type(page.getByLabel("Email"), email);
  await hands.type(page.getByLabel("Password", { exact: true }), password);
  await hands.press(page.getByRole("button", { name: "Sign In" }));
}

/** From the first page to an account that waits for its approval. */
export async function register(page: Page, hands: Hands, person: Newcomer): Promise<void> {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
  await hands.press(page.getByRole("link", { name: "Create Account" }));
  await hands.type(page.getByLabel("First name"), person.firstName);
  await hands.type(page.getByLabel("Last name"), "Moreau");
  await hands.type(page.getByLabel("Email"), person.email);
  await hands.type(page.getByLabel("Phone (optional)"), "0612345678");
  await expect(page.getByLabel("Phone (optional)")).toHaveValue("(061) 234-5678");
  await hands.type(page.getByLabel("Organization name"), person.organization);
  await hands.choose(page.getByLabel("Industry"), "Technology");
  await hands.type(page.getByLabel("Password", { exact: true }), person.password);
  await hands.type(page.getByLabel("Confirm password"), person.password);
  await hands.tick(page.getByLabel("I agree to the Terms and Conditions"));
  await hands.press(page.getByRole("button", { name: "Create Account" }));
  await expect(
    page.getByText("Account created successfully! Please check your email to verify your account."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login\?message=/);

  await signIn(page, hands, person.email, person.password);
  await expect(page.getByText("Please verify your email address before signing in.")).toBeVisible();

  await delivered(page.request, person.email, "Verify your email address");
  await page.goto("/dev/mail");
  const frame = page.locator(`iframe[title*="${person.email}"]`);
  // The newest mail stands open; another test's may have come since.
  const mail = page.locator("details", { has: frame });
  if (!(await mail.evaluate((details: HTMLDetailsElement) => details.open)))
    await hands.press(mail.locator("summary"));
  await hands.press(frame.contentFrame().getByRole("link", { name: "Verify email address" }));
  await expect(page.getByText("Email verified successfully! You can now sign in.")).toBeVisible();
  await expect(page).toHaveURL(/\/login\?message=/);

  await signIn(page, hands, person.email, person.password);
  await expect(page.getByText("Your account is pending admin approval.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeFocused();
}

/** The administrator, in a browser of his own, finds the newcomer and lets him in. */
export async function approve(browser: Browser, hands: Hands, email: string): Promise<void> {
  const office = await browser.newContext();
  const page = await office.newPage();
  await signIn(page, hands, administrator.email, administrator.password);
  await expect(page).toHaveURL(/\/dashboard/);
  await hands.press(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "User Management" }),
  );
  await hands.type(page.getByRole("searchbox", { name: "Search users" }), email);
  await hands.press(
    page.getByRole("row", { name: new RegExp(email) }).getByRole("button", { name: "Approve" }),
  );
  await hands.press(page.getByRole("button", { name: "Confirm" }));
  await expect(page.getByText(/approved/i).first()).toBeVisible();
  await office.close();
}

export async function arrive(page: Page, hands: Hands, person: Newcomer): Promise<void> {
  await signIn(page, hands, person.email, person.password);
  await expect(page.getByText("Login successful! Redirecting...")).toBeVisible();
  await expect(
    page.getByRole("heading", { level: 1, name: `Welcome back, ${person.firstName}` }),
  ).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  await expect(page.getByText("1,247")).toBeVisible();
}

/** Starts a call and takes a suggestion over into the notes. */
export async function takeCall(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole("button", { name: "New Call", exact: true }));
  const audio = page.waitForResponse("**/api/calls/transcribe/audio");
  await hands.press(page.getByRole("button", { name: "Test Live Transcription" }));
  await expect(
    page
      .getByRole("log", { name: "Conversation" })
      .getByText(/\d+\s?%/)
      .first(),
  ).toBeVisible({ timeout: 20_000 });
  // Without a recognizer the recorded audio is really sent, and refused with a reason.
  const answer = await audio;
  expect(answer.status()).toBe(503);
  expect(await answer.json()).toMatchObject({ success: false, code: "STT_NOT_CONFIGURED" });
  await expect(page.getByRole("timer")).not.toHaveText("00:00:00");
  await hands.press(page.getByRole("button", { name: "Generate" }));
  const use = page.getByRole("region", { name: "Live Suggestions" }).getByRole("button", { name: "Use" });
  // Newer replies may take the place of the one that is about to be pressed: then it is pressed among them.
  await expect(async () => {
    await hands.press(use.first());
    await expect(page.getByLabel("Agent notes")).not.toHaveValue("", { timeout: 2000 });
  }).toPass();
}

export async function endCall(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole("button", { name: "End Call" }));
  await expect(page.getByRole("button", { name: "End Call" })).toHaveCount(0);
}

export async function signOut(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole("button", { name: "Open user menu" }));
  await hands.press(page.getByRole("menuitem", { name: "Logout" }));
  await expect(page).toHaveURL(/\/login/);
}
