import { type Invitation, invitationInvalid } from "@souffleur/contracts";
import { expect, type Page } from "playwright/test";
import { demo } from "../accounts.ts";
import { longNames } from "./people.ts";
import { say } from "./say.ts";
import { answer, button, expectHeading, hang, open, openSignedIn, type State } from "./state.ts";

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
export const invitationStates: readonly State[] = [
  {
    name: "invitations",
    async reach(page) {
      await openInvitations(page);
      await expect(page.getByText(say("Expired"))).toBeVisible();
    },
  },
  {
    name: "invitations empty",
    async reach(page) {
      await openInvitations(page, []);
      await expect(page.getByText(say("No pending invitations."))).toBeVisible();
    },
  },
  {
    name: "invitations with wrong addresses",
    async reach(page) {
      await openInvitations(page);
      const typed = longNames.email.slice(0, longNames.email.indexOf("@") + 1);
      await page.getByLabel(say("Email addresses")).fill(typed);
      await button(page, "Send invitations").click();
      const message = say("Line {line}: {typed} is not a valid email address", { line: 1, typed });
      await expect(page.getByText(message)).toBeVisible();
    },
  },
  {
    name: "invitations withdrawal",
    async reach(page) {
      await openInvitations(page);
      await button(page, "Withdraw").first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "invitation on its way",
    async reach(page) {
      await hang(page, "**/api/invitations/accept?*");
      await open(page, "/invitation?token=a-token");
      await expectHeading(page, "Your invitation");
    },
  },
  {
    name: "invitation",
    async reach(page) {
      await openOffer(page);
      await button(page, "Create Account").click();
      await expect(page.getByText(say("First name is required"))).toBeVisible();
    },
  },
  {
    name: "invitation refused",
    async reach(page) {
      await open(page, "/invitation?token=a-token");
      await expect(page.getByText(say(invitationInvalid))).toBeVisible();
    },
  },
  {
    name: "invitation in another account's browser",
    async reach(page) {
      await answer(page, "**/api/invitations/accept?*", { ...offered, email: admin.email });
      await openSignedIn(page, "/invitation?token=a-token", admin);
      await expect(button(page, "Sign out")).toBeVisible();
    },
  },
];
