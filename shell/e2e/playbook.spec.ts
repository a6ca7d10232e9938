import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";

const admin = demo("admin");
const supervisor = demo("supervisor");
/** Words that no other test's call has. */
const words = `zorglub${randomUUID().replace(/[^a-f]/g, "")}`;

async function openPlaybook(page: Page): Promise<void> {
  await page.goto("/admin/users");
  await page.getByRole("main").getByRole("link", { name: "Playbook" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Playbook" })).toBeFocused();
}

/** Waits until the server has what the person does. */
async function saves(page: Page, change: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/playbook/draft") && answer.request().method() === "PUT" && answer.ok(),
  );
  await change();
  await saved;
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
  await signInAs(page, admin);
  await openPlaybook(page);
  await addEntry(page, `Essai ${words}`);
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Phrase 1" })).toHaveValue(words);

  await page.getByRole("tab", { name: "Try" }).click();
  await page.getByRole("textbox", { name: "What the client says" }).fill(`Nous voulons ${words}.`);
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(page.getByRole("region", { name: "Draft" })).toContainText("Que voulez-vous dire par là ?");
  await expect(page.getByRole("region", { name: "Published" })).toHaveText("PublishedNothing");

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

test("two people change the draft at once: all is merged, and what both changed is chosen", async ({
  page: first,
  browser,
}) => {
  const second = await (await browser.newContext()).newPage();
  const [own, others] = [`Un ${randomUUID()}`, `Deux ${randomUUID()}`];
  for (const page of [first, second]) {
    await signInAs(page, admin);
    await openPlaybook(page);
    await expect(page.getByRole("button", { name: "Add entry" })).toBeVisible();
  }
  await saves(first, () => addEntry(first, own));
  // It does not know the first one's entry yet.
  await saves(second, () => addEntry(second, others));
  await expect(second.getByRole("button", { name: own })).toBeVisible();

  await second.getByRole("button", { name: own }).click();
  await saves(first, () => first.getByRole("textbox", { name: "Text" }).fill("La première question ?"));
  await expect(first.getByRole("button", { name: others })).toBeVisible();
  await second.getByRole("textbox", { name: "Text" }).fill("La seconde question ?");
  const dialog = second.getByRole("dialog", { name: /changed the draft too$/ });
  await expect(dialog).toContainText("1 entry changed by both of you");
  await dialog.getByRole("radio", { name: "Take theirs" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(second.getByRole("textbox", { name: "Text" })).toHaveValue("La première question ?");
  await expect(second.getByText("Draft saved")).toBeVisible();
  for (const page of [first, second]) {
    await page.reload();
    await page.getByRole("button", { name: own }).click();
    await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("La première question ?");
    await expect(page.getByRole("button", { name: others })).toBeVisible();
  }
  await second.context().close();
});

test("a supervisor comes to the figures by the navigation, and to nothing else", async ({ page }) => {
  await signInAs(page, supervisor);
  await page.goto("/dashboard");
  await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menu", { name: "More" }).getByRole("menuitem", { name: "Playbook" }).click();
  await expect(page.getByRole("radiogroup", { name: "Range" })).toBeVisible();
  await expect(page.getByText(/^(This is no proof|No replies were suggested)/)).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
});
