import { expect, test } from "playwright/test";
import { mouse } from "./input-method.ts";
import {
  approve,
  arrive,
  endCall,
  newcomer,
  register,
  signOut,
  takeCall,
  wrapUp,
  wrapUpOf,
} from "./journey.ts";

test("a newcomer registers, is approved, takes a call, wraps it up, finds it again and deletes it", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  const person = newcomer();

  await register(page, mouse, person);
  await approve(browser, mouse, person.email);
  await arrive(page, mouse, person);
  await takeCall(page, mouse);

  const conversation = page.getByRole("log", { name: "Conversation" });
  const firstLine = (await conversation.locator("[lang=fr]").first().textContent()) ?? "";
  expect(firstLine).not.toBe("");
  await page.reload();
  await expect(page.getByRole("button", { name: "End Call" })).toBeVisible();
  await expect(conversation).toContainText(firstLine);
  // The call arrives with its lines, its notes by a request of their own.
  await expect(page.getByLabel("Agent notes")).not.toHaveValue("");
  const notes = await page.getByLabel("Agent notes").inputValue();
  await endCall(page, mouse);

  await wrapUp(page, mouse);
  const wrappedUp = wrapUpOf(page);
  await wrappedUp.getByText("Talk figures").click();
  await expect(wrappedUp.getByText("Used", { exact: true }).first()).toBeVisible();
  await expect(wrappedUp.getByRole("row", { name: /^Talk share/ })).toContainText("%");
  // The page is left while the last change is still on its way.
  await wrappedUp.getByLabel("Date of the next step").fill("2026-12-31");
  await page.reload();
  await expect(wrappedUp.getByRole("radio", { name: "Won" })).toBeChecked();
  await expect(wrappedUp.getByLabel("Amount (USD)")).toHaveValue("12400");
  await expect(wrappedUp.getByLabel("Next step", { exact: true })).toHaveValue("Envoyer le contrat");
  await expect(wrappedUp.getByLabel("Date of the next step")).toHaveValue("2026-12-31");
  await expect(wrappedUp.getByRole("status")).toHaveText("Saved");
  await expect(page.getByLabel("Agent notes")).toHaveValue(notes);

  await page.getByRole("button", { name: "Save and next call" }).click();
  const recent = page.getByRole("region", { name: "Recent calls" });
  await expect(recent.getByRole("link", { name: /^Hélène Vasseur.*Won · \$12,400$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "To wrap up" })).toHaveCount(0);
  await recent.getByRole("link").click();
  await expect(wrappedUp).toContainText("Dec 31, 2026");
  await expect(conversation).toContainText(firstLine);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Analytics" }).click();
  await page.getByRole("main").getByRole("link", { name: "Calls", exact: true }).click();
  // Practice is no business.
  await expect(page.getByText("No calls yet.")).toBeVisible();
  await page.getByRole("button", { name: "Practice", exact: true }).click();
  const row = page.getByRole("row", { name: /Hélène Vasseur/ });
  await expect(row).toContainText("Won · $12,400");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Hélène Vasseur" })).toBeVisible();
  await expect(page.getByText("Envoyer le contrat")).toBeVisible();
  const review = page.url();

  const [said = ""] = firstLine.match(/\p{L}{5,}/u) ?? [];
  const search = `/analytics/calls?practice=true&q=${encodeURIComponent(said)}`;
  // Words are collected some moments after the call's end.
  await expect(async () => {
    await page.goto(search);
    await expect(row.first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(page.locator("mark").first()).toBeVisible();

  const figures = async () => {
    await page.goto("/dashboard?figures=practice");
    await expect(page.getByRole("main")).toContainText("$12,400");
  };
  await figures();
  await expect(page.getByRole("main")).toContainText("Deal with Hélène Vasseur");

  await page.goto(review);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("This call was deleted.")).toBeVisible();
  await page.goto(review);
  await expect(page.getByText("This call does not exist, or you do not have access to it.")).toBeVisible();
  await page.goto(search);
  await expect(page.getByText("No calls match these words and filters.")).toBeVisible();
  // The figures keep a anonymous count.
  await figures();
  await expect(page.getByText("Hélène Vasseur")).toHaveCount(0);
  const listed = page.waitForResponse(/\/api\/calls\?.*status=ended/);
  await page.goto("/live-call");
  await (await listed).finished();
  await expect(page.getByRole("region", { name: "Recent calls" })).toHaveCount(0);
  await signOut(page, mouse);
  expect(complaints).toEqual([]);
});
