import { expect, type Page, test } from "playwright/test";
import { agent, signInAs } from "./administrator.ts";
import { tapNetwork } from "./network.ts";
import { button, open } from "./states/state.ts";

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
  const told = await watchToasts(page);
  const network = await tapNetwork(page);
  await signInAs(page, agent);
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
  await expect(button(page, "Retry")).toBeVisible();
  await network.mend();
  await expect(badge).toHaveText("Connected");
  await expect(page.getByText("You are connected again.")).toBeVisible();
  expect(await told()).toEqual([
    "The connection is lost. It is being restored.",
    "The connection could not be restored.",
    "You are connected again.",
  ]);
});
