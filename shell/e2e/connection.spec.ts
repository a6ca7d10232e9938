import { expect, type Page, test } from "playwright/test";
import { type Account, signInAs } from "./administrator.ts";
import { tapNetwork } from "./network.ts";
import { button, open } from "./states/state.ts";

/** Whom no other test signs in as: a running call is shown on every screen of its agent. */
const caller: Account = { email: "supervisor@lumiere.example", password: "Rideau-Rouge-7" };

/** The texts of the toasts, in the order in which they were shown. */
async function watchToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("[data-sonner-toast] [data-title]")) {
        const text = toast.textContent ?? "";
        if (told.at(-1) !== text) told.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
}

test("a connection that is lost is told once, once that it stays so, and once that it is back", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const told = await watchToasts(page);
  const network = await tapNetwork(page);
  await signInAs(page, caller);
  await open(page, "/dashboard");
  const badge = page.getByRole("status").filter({ hasText: /Connected|Offline/ });
  await expect(badge).toHaveText("Connected");

  // A short loss is the badge's alone.
  await network.cut();
  await expect(badge).toHaveText("Offline");
  await network.mend();
  await expect(badge).toHaveText("Connected");

  await network.cut();
  await expect(page.getByText("The connection could not be restored.")).toBeVisible();
  await expect(button(page, "Try again")).toBeVisible();
  await network.mend();
  await expect(badge).toHaveText("Connected");
  await expect(page.getByText("You are connected again.")).toBeVisible();
  const story = [
    "The connection is lost. It is being restored.",
    "The connection could not be restored.",
    "You are connected again.",
  ];
  expect(await told()).toEqual(story);

  // A running call's screen says it among its lines; nothing lies over them to say it once more.
  await button(page, "New Call").click();
  await button(page, "Test Live Transcription").click();
  // With its first words the whole page knows of the call.
  await expect(page.getByRole("log", { name: "Conversation" }).locator("[lang=fr]").first()).toBeVisible();
  await network.cut();
  // Five tries a second apart, on a machine that may be busy.
  await expect(button(page, "Retry")).toBeVisible({ timeout: 60_000 });
  await network.mend();
  await expect(button(page, "Retry")).toBeHidden();
  expect(await told()).toEqual(story);
  await button(page, "End Call").click();
  await expect(button(page, "Wait for next call")).toBeVisible();
});
