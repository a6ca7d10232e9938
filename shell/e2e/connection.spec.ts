import { expect, type Page, test } from "playwright/test";
import { agent, signInAs } from "./accounts.ts";
import { walkTo } from "./input-method.ts";
import { tapNetwork } from "./network.ts";
import { neverEnd, open } from "./states/state.ts";

/** The texts of the toasts, in the order in which they were shown. */
async function watchToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const toasts: string[] = [];
    Object.assign(globalThis, { toasts });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("[data-sonner-toast] [data-title]")) {
        const text = toast.textContent ?? "";
        if (toasts.at(-1) !== text) toasts.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { toasts: string[] }).toasts);
}

/** Signs in and waits for the first connection. */
async function openConnected(page: Page) {
  const toasts = await watchToasts(page);
  const network = await tapNetwork(page);
  await signInAs(page, agent);
  await open(page, "/dashboard");
  const badge = page.getByRole("status").filter({ hasText: /Connected|Offline/ });
  await expect(badge).toHaveText("Connected");
  return { toasts, network, badge };
}

test("a short loss of the connection shows on the badge alone", async ({ page }) => {
  // Short, however long a busy machine takes: what a notice waits for does not come.
  await neverEnd(page, [3000]);
  const { toasts, network, badge } = await openConnected(page);
  await network.disconnect();
  await expect(badge).toHaveText("Offline");
  await network.reconnect();
  await expect(badge).toHaveText("Connected");
  expect(await toasts()).toEqual([]);
});

test("a lost connection is reported once, once more when it stays lost, with a button that Tab reaches, and once when it is back", async ({
  page,
}) => {
  const { toasts, network, badge } = await openConnected(page);
  await network.disconnect();
  await expect(page.getByText("Could not reconnect.")).toBeVisible();
  const message = page.getByRole("region", { name: /^Notifications/ });
  await walkTo(message.getByRole("button", { name: "Retry" }));
  await walkTo(page.getByRole("link", { name: "Skip to content" }));
  await network.reconnect();
  await expect(badge).toHaveText("Connected");
  await expect(page.getByText("You're back online.")).toBeVisible();
  expect(await toasts()).toEqual([
    "Connection lost. Reconnecting…",
    "Could not reconnect.",
    "You're back online.",
  ]);
});
