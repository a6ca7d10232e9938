import { expect, test } from "playwright/test";
import { mouse } from "./input-method.ts";
import { approve, arrive, endCall, newcomer, register, signOut, takeCall } from "./journey.ts";

test("a newcomer registers, is approved, and watches a call being prompted", async ({ page, browser }) => {
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
  await endCall(page, mouse);
  await signOut(page, mouse);
  expect(complaints).toEqual([]);
});
