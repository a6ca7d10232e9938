import type { Role } from "@souffleur/contracts";
import { expect, type Page, test } from "playwright/test";
import { demo } from "./accounts.ts";
import { type FailingProxy, startFailingProxy, type Upgrades } from "./failing-proxy.ts";
import { enter, foundOrganization } from "./found-organization.ts";
import { mouse } from "./input-method.ts";
import { signIn } from "./journey.ts";
import { ageSavedToken, savedToken } from "./saved-token.ts";
import { linkTo } from "./screens.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: /^Welcome( back)?, / });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const badge = (page: Page) => page.getByRole("status").filter({ hasText: /Connected|Offline/ });

let behind: FailingProxy;
test.beforeAll(async () => {
  behind = await startFailingProxy();
});
test.afterAll(() => behind.stop());

/** @param role of the account, another one in each test: its calls outlive the page */
async function openSignedIn(page: Page, role: Role, upgrades: Upgrades = "pass"): Promise<void> {
  behind.treatUpgrades(upgrades);
  await page.goto(`${behind.url}/login`);
  await enter(page, mouse, demo(role).email, demo(role).password);
  await expect(heading(page)).toBeVisible();
}

/** Opens the page again with a token that must be renewed at once. @returns that token */
async function reopenAged(page: Page): Promise<string> {
  await ageSavedToken(page, 60);
  const aged = (await savedToken(page)) ?? "";
  await page.reload();
  return aged;
}

/** The session was renewed, and the next renewal works, too: nothing was taken for a theft. */
async function expectRenewed(page: Page, aged: string): Promise<void> {
  await expect.poll(() => savedToken(page)).not.toBe(aged);
  expect(await savedToken(page)).not.toBeNull();
  const status = await page.evaluate(async () =>
    fetch("/api/auth/refresh", { method: "POST" }).then((answer) => answer.status),
  );
  expect(status).toBe(200);
  await expect(heading(page)).toBeVisible();
}

test("a renewal whose answer is lost in a crash of the API between write and answer is repeated with the next process", async ({
  page,
}) => {
  await openSignedIn(page, "agent");
  let crashed: Promise<unknown> | undefined;
  behind.loseRenewals((res) => {
    if (crashed !== undefined) return false;
    crashed = behind.kill().then(() => res.destroy());
    return true;
  });
  const aged = await reopenAged(page);
  await expect.poll(() => crashed !== undefined).toBe(true);
  await crashed;
  // Later than the ten seconds in which raced renewals are accepted.
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  await behind.start();
  await expectRenewed(page, aged);
});

/** Starts a practice call and waits for its first line and suggestion. */
async function openPracticeCall(page: Page): Promise<void> {
  await linkTo(page, "Live Call").click();
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  await expect(log(page).locator("[lang=fr]").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Use", exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
}

test("a call whose server is killed looks dead in three seconds, and has ended everywhere when the server is back, without a press", async ({
  page,
}) => {
  await openSignedIn(page, "manager");
  await openPracticeCall(page);
  await behind.kill();
  const soon = { timeout: 3000 };
  await expect(page.getByRole("region", { name: "Live transcript" })).toHaveText("Reconnecting…", soon);
  await expect(page.getByText(/^Connection lost\. Missed lines will appear/)).toBeVisible(soon);
  await expect(page.locator("[data-outdated]")).toBeVisible(soon);
  await expect(page.getByText("Practice call", { exact: true })).toBeVisible();
  await expect(badge(page)).toHaveText("Offline", soon);
  // The quick attempts to connect are used up.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  await behind.start();
  await expect(badge(page)).toHaveText("Connected");
  await expect(page.getByText(/^The call ended because the server restarted\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "End Call" })).toBeHidden();
  await page.goto(`${behind.url}/dashboard`);
  await expect(badge(page)).toHaveText("Connected");
  await expect(page.getByRole("button", { name: /^Return to call/ })).toBeHidden();
});

for (const [upgrades, role] of [
  ["refuse", "analyst"],
  ["hang", "supervisor"],
] as const) {
  test(`a running call shows its lines where a proxy lets no WebSocket through: ${upgrades}`, async ({
    page,
  }) => {
    await openSignedIn(page, role, upgrades);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/transcript")) asked.push(searchParams.get("after") ?? "");
    });
    await linkTo(page, "Live Call").click();
    await page.getByRole("button", { name: "Test Live Transcription" }).click();
    await expect(log(page).locator("[lang=fr]").nth(2)).toBeVisible();
    await expect(page.getByText(/^No live connection\. New lines come every few seconds/)).toBeVisible();
    expect(Number(asked.at(-1))).toBeGreaterThan(0);
    await page.screenshot({ path: `test-results/blocked-${upgrades}.png` });
    // Another page knows nothing of the call: nothing announces it.
    await page.goto(`${new URL(page.url()).origin}/dashboard`);
    await page.getByRole("button", { name: /^Return to call/ }).click({ timeout: 30_000 });
    await expect(log(page).locator("[lang=fr]").nth(2)).toBeVisible();
    const lines = await log(page).locator("[lang=fr]").count();
    await expect(log(page).locator("[lang=fr]").nth(lines)).toBeVisible();
    await page.getByRole("button", { name: "End Call" }).click();
    await expect(page.getByText("You ended the call.")).toBeVisible();
  });
}

test("what was written is saved at the sign-out, and gone from the browser", async ({ page }) => {
  // Of nobody else: the shared accounts' screens would show a call in progress.
  const { email, password } = await foundOrganization(page.context());
  await signIn(page, mouse, email, password);
  await expect(heading(page)).toBeVisible();
  await linkTo(page, "Live Call").click();
  const notes = page.getByLabel("Agent notes");
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  await expect(page.getByRole("button", { name: "End Call" })).toBeVisible();
  const wasSaved = page.waitForRequest(
    (request) => request.method() === "PUT" && (request.postData() ?? "").includes("mot secret"),
  );
  // Signed out before the pause after which a note is saved.
  await notes.fill("Le mot secret.");
  await mouse.press(page.getByRole("button", { name: "Open user menu" }));
  await mouse.press(page.getByRole("menuitem", { name: "Logout" }));
  await mouse.press(
    page.getByRole("dialog", { name: "Sign out during the call?" }).getByRole("button", { name: "Sign out" }),
  );
  await expect(page).toHaveURL(/\/login/);
  expect((await (await wasSaved).response())?.status()).toBe(200);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    "secret",
  );
});
