import type { Session } from "@souffleur/contracts";
import type { AcceptedPasskeys, Passkey } from "@souffleur/contracts/passkeys";
import { expect, type Page } from "playwright/test";
import { demo, signInAs } from "../accounts.ts";
import { say } from "./say.ts";
import {
  answer,
  answerBoth,
  button,
  dialogButton,
  expectHeading,
  expectText,
  open,
  openSignedIn,
  refuse,
  type States,
} from "./state.ts";
import { prepare } from "./walking.ts";

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

const passkey = { createdAt: "2026-01-12T08:30:00.000Z", isSynced: false, isBlocked: false };
const passkeys: readonly Passkey[] = [
  { ...passkey, id: "one", name: "Laptop", lastUsedAt: now },
  { ...passkey, id: "two", name: "Password manager of the whole sales team, in Lyon", isSynced: true },
  { ...passkey, id: "three", name: "Telephone", isBlocked: true },
];

const accepted: AcceptedPasskeys = {
  rpId: "localhost",
  userId: "YWRh",
  name: "ada@acme.test",
  displayName: "Ada Person",
  allAcceptedCredentialIds: [],
};

/** The organization demands a passkey from this time on. */
async function requirePasskey(page: Page, passkeyFrom: string): Promise<void> {
  await signInAs(page, demo("agent"));
  await prepare(
    page,
    (from) => {
      const record = JSON.parse(localStorage.getItem("souffleur.auth") ?? "{}");
      localStorage.setItem("souffleur.auth", JSON.stringify({ ...record, passkeyFrom: from }));
    },
    passkeyFrom,
  );
}

async function openProfile(page: Page, own: readonly Passkey[] = passkeys): Promise<void> {
  await answer(page, "**/api/account/sessions", { sessions });
  await answer(page, "**/api/account/passkeys", { passkeys: own, accepted });
  await openSignedIn(page, "/profile", demo("agent"));
  await expectHeading(page, "Profile");
  await expect(button(page, "End all others")).toBeVisible();
}

/** One's own account, and the page behind a password link. */
export const accountStates: States = {
  profile: (page) => openProfile(page),
  "profile, calendar link made": async (page) => {
    const made = { createdAt: "2026-01-12T08:30:00.000Z", lastReadAt: now };
    const address =
      "https://app.souffleur.example/api/calendars/3q2-7wE5mXvJx0b1uKf9Tn4cYpLsRd8aZhGi6oQeWtU.ics";
    await answerBoth(page, "**/api/account/calendar", made, { ...made, address });
    await openProfile(page);
    await button(page, "New link").click();
    await dialogButton(page, "New link").click();
    await expect(page.getByLabel(say("Address for your calendar program"))).toBeVisible();
    // Nothing is half below the bar.
    await page.evaluate(() => window.scrollTo(0, 0));
  },
  "profile, passkey being removed": async (page) => {
    await openProfile(page);
    const row = page.getByRole("listitem").filter({ hasText: "Laptop" });
    await row.getByRole("button", { name: say("Remove") }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "profile, passkey being added": async (page) => {
    await openProfile(page, []);
    await button(page, "Add a passkey").click();
    await expect(page.getByLabel(say("Passkey name"))).toBeVisible();
  },
  "profile in the week before a passkey is demanded": async (page) => {
    await requirePasskey(page, "2037-01-12T08:30:00.000Z");
    await openProfile(page, []);
    await expect(page.getByRole("link", { name: say("Add a passkey") })).toBeVisible();
  },
  "profile that must have a passkey": async (page) => {
    await requirePasskey(page, "2026-01-12T08:30:00.000Z");
    await answer(page, "**/api/account/passkeys", { passkeys: [], accepted });
    await open(page, "/profile");
    const text = "Your organization requires a passkey. Add or use one below to continue.";
    await expectText(page, text);
  },
  "profile with errors": async (page) => {
    await openProfile(page);
    await page.getByLabel(say("First name")).fill("");
    await button(page, "Change password").click();
    await button(page, "Change password").click();
    await button(page, "Save").click();
    await expectText(page, "First name is required");
  },
  "profile that asks for the password again": async (page) => {
    await openProfile(page);
    await refuse(page, "**/api/account/sessions", "PROOF_REQUIRED");
    await button(page, "End all others").click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "new password": async (page) => {
    await open(page, "/new-password?token=a-token");
    await button(page, "Save password").click();
    await expectText(page, "Please confirm your password");
  },
  "new password in another account's browser": async (page) => {
    await openSignedIn(page, "/new-password?token=a-token", demo("agent"));
    await expect(button(page, "Sign out")).toBeVisible();
  },
};
