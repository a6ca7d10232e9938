import { type Invitation, invitationInvalid } from "@souffleur/contracts";
import { expect, type Page } from "playwright/test";
import { demo } from "../../accounts.ts";
import { longNames } from "../people.ts";
import { say } from "../say.ts";
import {
  answer,
  button,
  expectHeading,
  expectText,
  hang,
  open,
  openSignedIn,
  type States,
} from "../state.ts";

const admin = demo("admin");
const sent = { sentBy: "Camille Laurent", sentAt: "2026-01-12T08:30:00.000Z" };
const invitations: readonly Invitation[] = [
  { ...sent, id: "one", email: longNames.email, role: "supervisor", expiresAt: "2099-01-19T08:30:00.000Z" },
  {
    ...sent,
    id: "two",
    email: "yannick@lumiere.example",
    role: "agent",
    expiresAt: "2026-01-19T08:30:00.000Z",
  },
];
const offered = {
  email: longNames.email,
  role: "supervisor",
  organizationName: "Lumière Télécom",
  invitedBy: `${longNames.firstName} ${longNames.lastName}`,
};

async function openInvitations(page: Page, listed: readonly Invitation[] = invitations): Promise<void> {
  await answer(page, "**/api/invitations", { invitations: listed });
  await openSignedIn(page, "/admin/invitations", admin);
  await expectHeading(page, "Invitations");
}

async function openOffer(page: Page): Promise<void> {
  await answer(page, "**/api/invitations/accept?*", offered);
  await open(page, "/invitation?token=a-token");
}

/** Invitations as administrators and as invited people see them. */
export const invitationStates: States = {
  "invitations empty": async (page) => {
    await openInvitations(page, []);
    await expectText(page, "No pending invitations.");
  },
  "invitations with wrong addresses": async (page) => {
    await openInvitations(page);
    const typed = longNames.email.slice(0, longNames.email.indexOf("@") + 1);
    await page.getByLabel(say("Email addresses")).fill(typed);
    await button(page, "Send invitations").click();
    const message = say("Line {line}: {typed} is not a valid email address", { line: 1, typed });
    await expect(page.getByText(message)).toBeVisible();
  },
  "invitations withdrawal": async (page) => {
    await openInvitations(page);
    await button(page, "Withdraw").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "invitation on its way": async (page) => {
    await hang(page, "**/api/invitations/accept?*");
    await open(page, "/invitation?token=a-token");
    await expectHeading(page, "Your invitation");
  },
  invitation: async (page) => {
    await openOffer(page);
    await button(page, "Create Account").click();
    await expectText(page, "First name is required");
  },
  "invitation refused": async (page) => {
    await open(page, "/invitation?token=a-token");
    await expectText(page, invitationInvalid);
  },
  "invitation in another account's browser": async (page) => {
    await answer(page, "**/api/invitations/accept?*", { ...offered, email: admin.email });
    await openSignedIn(page, "/invitation?token=a-token", admin);
    await expect(button(page, "Sign out")).toBeVisible();
  },
};
