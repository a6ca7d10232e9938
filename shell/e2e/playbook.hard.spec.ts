import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";

/** Words that no other test's call has. */
const words = `zorglub${randomUUID().replace(/[^a-f]/g, "")}`;

async function openPlaybook(page: Page): Promise<void> {
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { level: 1, name: "Playbook" })).toBeFocused();
}

async function addEntry(page: Page, intent: string): Promise<void> {
  await page.getByRole("button", { name: "Add entry" }).click();
  await page.getByRole("textbox", { name: "Intent" }).fill(intent);
  await page.getByRole("button", { name: "Add phrase" }).click();
  await page.keyboard.type(words);
  await page.getByRole("textbox", { name: "Text" }).fill("Que voulez-vous dire par là ?");
}

test("an administrator writes an entry, tries it, and publishes it; it survives a reload", async ({
  page,
}) => {
  await signInAs(page, demo("admin"));
  await openPlaybook(page);
  await addEntry(page, `Essai ${words}`);
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("region", { name: "Phrases" }).getByRole("button", { name: words }),
  ).toBeVisible();

  await page.getByRole("tab", { name: "Try" }).click();
  await page.getByRole("textbox", { name: "What the client says" }).fill(`Nous voulons ${words}.`);
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(page.getByRole("region", { name: "Draft" })).toContainText("Que voulez-vous dire par là ?");
  await expect(page.getByRole("region", { name: "Published" })).toHaveText("PublishedNothing");

  // What is typed after the choice of an entry is in its first reply.
  await page.getByRole("tab", { name: "Entries" }).click();
  await page.getByRole("button", { name: /^Prix/ }).click();
  await expect(page.getByRole("textbox", { name: "Text" }).first()).toBeFocused();
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish these changes?" });
  await expect(dialog.getByText("1 added")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Note (optional)" }).fill(words);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("No changes in the draft")).toBeVisible();
  await page.getByRole("tab", { name: "Versions" }).click();
  await expect(page.getByRole("list", { name: "Versions" })).toContainText(words);
  await expect(page.getByText("Built-in playbook", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByRole("combobox", { name: "Where suggestions come from" })).toBeVisible();
});
