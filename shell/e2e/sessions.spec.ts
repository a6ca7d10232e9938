import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { agent } from "./accounts.ts";
import { mouse } from "./input-method.ts";
import { signIn, signOut } from "./journey.ts";
import { ageSavedToken } from "./saved-token.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: /^Welcome( back)?, / });
const expiredText = "Session expired. Please log in again.";

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

test("a sign-out and a sign-in are followed in all tabs", async ({ page, context }) => {
  await signIn(page, mouse, agent.email, agent.password);
  await expect(heading(page)).toBeVisible();
  const [other] = await openTabs(context, 1);
  if (other === undefined) throw new Error("no tab");
  await expect(heading(other)).toBeVisible();
  await signOut(page, mouse);
  await expect(other).toHaveURL(/\/login/);
  await signIn(page, mouse, agent.email, agent.password);
  await expect(heading(other)).toBeVisible();
});

test("a session that can't be renewed leads to the sign-in page, which states why, and back from there", async ({
  page,
  context,
}) => {
  await signIn(page, mouse, agent.email, agent.password);
  await expect(heading(page)).toBeVisible();
  await ageSavedToken(page, -60);
  await context.clearCookies();
  await page.goto("/analytics?range=7d");
  await expect(page.getByText(expiredText)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("souffleur.auth"))).toBeNull();
  await mouse.type(page.getByLabel("Email"), agent.email);
  await mouse.type(page.getByLabel("Password", { exact: true }), agent.password);
  await mouse.press(page.getByRole("button", { name: "Sign In", exact: true }));
  await expect(page).toHaveURL(/\/analytics\?range=7d/);

  // Whichever tab detects it, all tabs show it.
  const [other] = await openTabs(context, 1);
  if (other === undefined) throw new Error("no tab");
  await expect(heading(other)).toBeVisible();
  await context.clearCookies();
  await ageSavedToken(page, -60);
  for (const tab of [page, other]) await expect(tab.getByText(expiredText)).toBeVisible();
});
