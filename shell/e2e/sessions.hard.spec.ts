import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { agent } from "./accounts.ts";
import { mouse } from "./input-method.ts";
import { signIn } from "./journey.ts";
import { ageSavedToken } from "./saved-token.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: /^Welcome( back)?, / });

function countRenewals(context: BrowserContext) {
  const asked = { renewals: 0 };
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/auth/refresh") asked.renewals += 1;
  });
  return asked;
}

async function openTabs(context: BrowserContext, count: number): Promise<Page[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const tab = await context.newPage();
      await tab.goto("/dashboard");
      return tab;
    }),
  );
}

test("tabs that open with an expired token are all signed in by one renewal", async ({ page, context }) => {
  await signIn(page, mouse, agent.email, agent.password);
  await expect(heading(page)).toBeVisible();
  await ageSavedToken(page, -60);
  await page.close();
  const asked = countRenewals(context);
  const tabs = await openTabs(context, 5);
  for (const tab of tabs) await expect(heading(tab)).toBeVisible();
  expect(asked.renewals).toBe(1);
});
