import { type BrowserContext, expect, type Page, test } from "playwright/test";
import { agent } from "./accounts.ts";
import { mouse } from "./input-method.ts";
import { signIn, signOut } from "./journey.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: /^Welcome back, / });
const expiredText = "Session expired. Please log in again.";

function countRenewals(context: BrowserContext) {
  const asked = { renewals: 0 };
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/auth/refresh") asked.renewals += 1;
  });
  return asked;
}

/** Makes the saved token end `seconds` from now, as it would after some time; it was got a while ago. */
async function ageSavedToken(page: Page, seconds: number): Promise<void> {
  await page.evaluate((left) => {
    const record = JSON.parse(localStorage.getItem("souffleur.auth") ?? "null");
    const [head, payload, mac] = record.accessToken.split(".");
    const claims = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    const aged = btoa(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) + left }));
    const url = aged.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    const accessToken = `${head}.${url}.${mac}`;
    const timestamp = Date.now() - 10 * 60_000;
    localStorage.setItem("souffleur.auth", JSON.stringify({ ...record, accessToken, timestamp }));
  }, seconds);
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
  await mouse.press(page.getByRole("button", { name: "Sign In" }));
  await expect(page).toHaveURL(/\/analytics\?range=7d/);

  // Whichever tab detects it, all tabs show it.
  const [other] = await openTabs(context, 1);
  if (other === undefined) throw new Error("no tab");
  await expect(heading(other)).toBeVisible();
  await context.clearCookies();
  await ageSavedToken(page, -60);
  for (const tab of [page, other]) await expect(tab.getByText(expiredText)).toBeVisible();
});
