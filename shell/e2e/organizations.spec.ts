import { expect, test } from "playwright/test";
import { administrator, type SavedRecord, signInAs } from "./accounts.ts";
import { foundOrganization, register } from "./found-organization.ts";
import { newcomer } from "./journey.ts";

test("a founder joins the organization that they meant, and its new name reaches everybody's open pages", async ({
  browser,
  page,
}) => {
  const office = await browser.newContext();
  const founder = await foundOrganization(office);
  const joiner = { ...newcomer(), organization: `${founder.organization} SARL` };
  await register(office.request, joiner);

  await signInAs(page, administrator);
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Search users" }).fill(joiner.email);
  await page
    .getByRole("row", { name: new RegExp(joiner.email) })
    .getByRole("button", { name: "Approve" })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("is a new organization");
  await dialog.getByLabel("Organization", { exact: true }).selectOption({ label: founder.organization });
  await expect(dialog).toContainText(`They join ${founder.organization} with the role Agent.`);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("User approved successfully")).toBeVisible();

  const agent = await (await browser.newContext()).newPage();
  await signInAs(agent, joiner);
  await agent.goto("/dashboard");
  await expect(agent.getByRole("status").filter({ hasText: "Connected" })).toBeVisible();

  const admin = await office.newPage();
  await signInAs(admin, founder);
  await admin.goto("/admin/users?tab=all");
  await expect(admin.getByText(joiner.email)).toBeVisible();
  await admin.goto("/admin/data");
  const name = admin.getByLabel("Organization name");
  await expect(name).toHaveValue(founder.organization);
  const renamed = `${founder.organization} Éclat`;
  await name.fill(renamed);
  await admin.getByRole("button", { name: "Rename" }).click();
  await expect(admin.getByText("Organization renamed.")).toBeVisible();
  await expect(name).toHaveValue(renamed);

  const known = () =>
    agent.evaluate(() => {
      const saved = JSON.parse(localStorage.getItem("souffleur.auth") ?? "{}") as SavedRecord;
      return (saved.organization as { name: string }).name;
    });
  await expect.poll(known).toBe(renamed);
  await page.reload();
  await page.getByRole("tab", { name: "All Users" }).click();
  await page.getByRole("searchbox", { name: "Search users" }).fill(joiner.email);
  await expect(page.getByRole("row", { name: new RegExp(joiner.email) })).toContainText(renamed);
  await office.close();
});
