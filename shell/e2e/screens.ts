import type { Page } from "playwright/test";

/** The title of the screen that is open. */
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The way to a screen in the main navigation. */
export const linkTo = (page: Page, title: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: title });

/**
 * What fails in the page and what its policy forbids, also where that is caught: reported by events, whose names a
 * browser's version does not change as it does the words in its console.
 */
export async function watchComplaints(page: Page): Promise<string[]> {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(error.message));
  await page.exposeFunction("violated", (what: string) => found.push(what));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      (globalThis as unknown as { violated(what: string): void }).violated(
        `${violatedDirective} ${blockedURI}`,
      ),
    ),
  );
  return found;
}
