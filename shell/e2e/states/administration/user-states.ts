import type { ApprovalEffect } from "@souffleur/contracts";
import { errorCatalogue } from "@souffleur/contracts";
import { expect, type Page } from "playwright/test";
import { nobody, somePeople } from "../people.ts";
import { say } from "../say.ts";
import {
  answer,
  button,
  expectHeading,
  expectText,
  hang,
  neverEnd,
  openSignedIn,
  refuse,
  type States,
} from "../state.ts";

const everyAdminCall = "**/api/auth/admin/**";
const stats = { total: 128, active: 96, pending: 7, pendingVerification: 3 };

const founding: ApprovalEffect = {
  founds: true,
  sameDomain: ["Lumière Télécom"],
  similarNames: ["Atelier Lumen", "Ateliers Lumen SAS"],
  organizations: [
    { id: "lumiere", name: "Lumière Télécom" },
    { id: "lumen", name: "Atelier Lumen" },
    { id: "lumens", name: "Ateliers Lumen SAS" },
  ],
};

/** These people instead of the product's own, whose names and number change. */
export async function answerUsers(page: Page, people: unknown): Promise<void> {
  await answer(page, /\/api\/auth\/admin\/(pending-)?users(\?|$)/, { users: people });
  await answer(page, "**/api/auth/admin/users/*/approval", founding);
  await answer(page, "**/api/auth/admin/users/stats", { stats });
}

export async function openUsers(page: Page, people: unknown, path = "/admin/users"): Promise<void> {
  await answerUsers(page, people);
  await openSignedIn(page, path);
  await expectHeading(page, "User Management");
}

export async function openPending(page: Page): Promise<void> {
  await openUsers(page, somePeople("pending_approval"));
  await expect(button(page, "Approve").first()).toBeVisible();
}

export const userStates: States = {
  "users loading": async (page) => {
    await hang(page, everyAdminCall);
    await openSignedIn(page, "/admin/users");
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
  },
  "users all": async (page) => {
    await openUsers(page, somePeople(), "/admin/users?tab=all");
    await expect(button(page, "Deactivate").first()).toBeVisible();
  },
  "users, third page": async (page) => {
    const many = [0, 1, 2, 3, 4].flatMap((round) =>
      somePeople().map((person) => ({ ...person, id: `${person.id}-${round}` })),
    );
    await openUsers(page, many, "/admin/users?tab=all&page=3&sort=name");
    await expect(page.getByText(say("Page {page} of {pages}", { page: 3, pages: "" }).trim())).toBeVisible();
  },
  "users empty": async (page) => {
    await openUsers(page, nobody);
    await expectText(page, "No pending requests.");
  },
  "users not found": async (page) => {
    await openUsers(page, somePeople(), `/admin/users?tab=all&q=${"nobody ".repeat(12).trim()}`);
    await expect(button(page, "Clear search")).toBeVisible();
  },
  "users failed": async (page) => {
    await refuse(page, everyAdminCall, "DATABASE_UNAVAILABLE");
    await openSignedIn(page, "/admin/users");
    await expect(button(page, "Retry")).toBeVisible();
  },
  "users rejection": async (page) => {
    await openPending(page);
    await button(page, "Reject").first().click();
    await expect(page.getByLabel(say("Reason (optional)"))).toBeVisible();
  },
  "users approval of a founder": async (page) => {
    const founders = somePeople("pending_approval").map((user) => ({
      organizationName: "Atelier Lumèn",
      ...user,
    }));
    await openUsers(page, founders);
    await button(page, "Approve").last().click();
    await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  },
  "users role": async (page) => {
    await openUsers(page, somePeople(), "/admin/users?tab=all&sort=name");
    await button(page, "{role}, change role", { role: say("Supervisor") }).click();
    await expect(page.getByRole("dialog").getByLabel(say("Role"))).toHaveValue("supervisor");
  },
  "users approved": async (page) => {
    await neverEnd(page, [4000]);
    const [user] = somePeople("active");
    await page.route("**/api/auth/admin/users/*/approve", (route) =>
      route.fulfill({ json: { success: true, message: "The account was approved.", data: { user } } }),
    );
    await openPending(page);
    await button(page, "Approve").first().click();
    await button(page, "Confirm").click();
    await expect(page.getByText("The account was approved.")).toBeVisible();
  },
  "users toast": async (page) => {
    await neverEnd(page, [4000]);
    await refuse(page, "**/api/auth/admin/users/*/approve", "DATABASE_UNAVAILABLE");
    await openPending(page);
    await button(page, "Approve").first().click();
    await button(page, "Confirm").click();
    await expectText(page, errorCatalogue.DATABASE_UNAVAILABLE.text);
  },
};
