import { type Browser, expect, type Page } from "playwright/test";
import { administrator } from "./accounts.ts";
import type { InputMethod } from "./input-method.ts";
import { delivered, openMail } from "./mailbox.ts";

export interface Newcomer {
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

/**
 * Fills the sign-in form and sends it.
 * @param shown a text that the page shows then, for however short a time
 */
export async function signIn(
  page: Page,
  input: InputMethod,
  email: string,
  password: string,
  shown?: string,
): Promise<void> {
  await page.goto("/login");
  await input.type(page.getByLabel("Email"), email);
  await input.type(page.getByLabel("Password", { exact: true }), password);
  const isShown = shown !== undefined && willShow(page, shown);
  await input.press(page.getByRole("button", { name: "Sign In", exact: true }));
  await isShown;
}

/** Resolves once the page shows a text: a busy machine looks too seldom for one that stands for a second. */
function willShow(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(wanted)) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
}

/** From the first page to an account that waits for its approval. */
export async function register(page: Page, input: InputMethod, person: Newcomer): Promise<void> {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
  await input.press(page.getByRole("link", { name: "Create Account" }));
  await input.type(page.getByLabel("First name"), person.firstName);
  await input.type(page.getByLabel("Last name"), "Moreau");
  await input.type(page.getByLabel("Email"), person.email);
  await input.type(page.getByLabel("Phone (optional)"), "0612345678");
  await expect(page.getByLabel("Phone (optional)")).toHaveValue("(061) 234-5678");
  await input.type(page.getByLabel("Organization name"), person.organization);
  await input.choose(page.getByLabel("Industry"), "Technology");
  await input.type(page.getByLabel("Password", { exact: true }), person.password);
  await input.type(page.getByLabel("Confirm password"), person.password);
  await input.tick(page.getByLabel("I agree to the Terms and Conditions"));
  await input.press(page.getByRole("button", { name: "Create Account" }));
  await expect(
    page.getByText("Account created successfully! Please check your email to verify your account."),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login\?message=/);

  await signIn(page, input, person.email, person.password);
  await expect(page.getByText("Please verify your email address before signing in.")).toBeVisible();

  await delivered(page.request, person.email, "Verify your email address");
  await input.press(await openMail(page, input, person.email, "Verify email address"));
  await expect(page.getByText("Email verified successfully! You can now sign in.")).toBeVisible();
  await expect(page).toHaveURL(/\/login\?message=/);

  await signIn(page, input, person.email, person.password);
  await expect(page.getByText("Your account is pending admin approval.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeFocused();
}

/** The administrator, in a browser of their own, finds the newcomer and approves them. */
export async function approve(browser: Browser, input: InputMethod, email: string): Promise<void> {
  const office = await browser.newContext();
  const page = await office.newPage();
  await signIn(page, input, administrator.email, administrator.password);
  // Where the registrations wait.
  await expect(page).toHaveURL(/\/admin\/users/);
  await input.type(page.getByRole("searchbox", { name: "Search users" }), email);
  await input.press(
    page.getByRole("row", { name: new RegExp(email) }).getByRole("button", { name: "Approve" }),
  );
  const confirm = page.getByRole("button", { name: "Confirm" });
  // Dimmed until the decision's effect is known; a key pressed before that is ignored.
  await expect(confirm).toBeEnabled();
  await input.press(confirm);
  await expect(page.getByText(/approved/i).first()).toBeVisible();
  await office.close();
}

export async function arrive(page: Page, input: InputMethod, person: Newcomer): Promise<void> {
  await signIn(page, input, person.email, person.password, "Login successful! Redirecting...");
  await expect(page.getByRole("heading", { level: 1, name: `Welcome, ${person.firstName}` })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();
  await expect(page.getByText("1,247")).toBeVisible();
}

/** Starts a call, says a suggestion, and takes one over into the notes. */
export async function takeCall(page: Page, input: InputMethod): Promise<void> {
  // From here on: the screen asks for the language as soon as it is there.
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await input.press(page.getByRole("button", { name: "New Call", exact: true }));
  await input.press(page.getByRole("button", { name: "Test Live Transcription" }));
  await expect(
    page
      .getByRole("log", { name: "Conversation" })
      .getByText(/\d+\s?%/)
      .first(),
  ).toBeVisible();
  // Without a recognizer nothing is recorded after the server's first answer, and the page shows that.
  await expect(page.getByText("Nothing hears this call", { exact: true })).toBeAttached();
  await expect(page.getByRole("timer")).not.toHaveText("00:00:00");
  await input.press(page.getByRole("button", { name: "Generate" }));
  const suggestions = page.getByRole("region", { name: "Live Suggestions" });
  // Newer replies may take the place of the one that is about to be pressed: then it is pressed among them.
  await expect(async () => {
    await input.press(suggestions.getByRole("button", { name: "Use" }).first());
    await expect(suggestions.getByText(/^Said/).first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(async () => {
    await input.press(suggestions.getByRole("button", { name: "Add to notes" }).first());
    await expect(page.getByLabel("Agent notes")).not.toHaveValue("", { timeout: 2000 });
  }).toPass();
  expect(sent).toContain("/api/stt/language");
  const chunks = sent.filter((path) => path === "/api/calls/transcribe/audio").length;
  expect(chunks).toBeGreaterThan(0);
  expect(chunks).toBeLessThanOrEqual(2);
}

export async function endCall(page: Page, input: InputMethod): Promise<void> {
  await input.press(page.getByRole("button", { name: "End Call" }));
  await expect(page.getByRole("button", { name: "End Call" })).toHaveCount(0);
}

export const wrapUpOf = (page: Page) => page.getByRole("region", { name: "Wrap-up" });

/** Enters what the call came to: the outcome by its key. */
export async function wrapUp(page: Page, input: InputMethod): Promise<void> {
  const pane = wrapUpOf(page);
  await expect(pane.getByRole("status")).toHaveText("To wrap up");
  await page.keyboard.press("1");
  await expect(pane.getByRole("radio", { name: "Won" })).toBeChecked();
  await input.type(pane.getByLabel("Amount (USD)"), "12400");
  await input.type(pane.getByLabel("Next step", { exact: true }), "Envoyer le contrat");
  await expect(pane.getByRole("status")).toHaveText("Saved");
}

export async function signOut(page: Page, input: InputMethod): Promise<void> {
  await input.press(page.getByRole("button", { name: "Open user menu" }));
  await input.press(page.getByRole("menuitem", { name: "Logout" }));
  await expect(page).toHaveURL(/\/login/);
}
