import { type Browser, expect, test } from "playwright/test";
import { setStored } from "../../api/testing/processes/running-product.ts";
import type { Account } from "./accounts.ts";
import { enter, foundOrganization, hire } from "./found-organization.ts";
import { mouse } from "./input-method.ts";
import { say, speak } from "./states/say.ts";
import { button, expectHeading } from "./states/state.ts";
import { addPasskey, askForPasskey, passkeysOf, plugIn } from "./virtual-authenticator.ts";

type Options = Parameters<Browser["newContext"]>[0];

/** The page of somebody who has signed in with their password, and its errors on the console. */
async function signedIn(browser: Browser, { email, password }: Account, options: Options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await speak(page);
  await page.goto("/login");
  await page.getByLabel(say("Email")).fill(email);
  await page.getByLabel(say("Password"), { exact: true }).fill(password);
  await button(page, "Sign In").click();
  return { context, page, errors };
}

test("a demanded passkey is announced for a week, and then stops a session until its owner has added one, on a phone, in the dark and in French", {
  tag: "@fr",
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const options = { viewport: { width: 375, height: 812 }, colorScheme: "dark" } as const;
  const context = await browser.newContext(options);
  const founder = await foundOrganization(context);
  const colleague = await hire(context, founder, "agent", "Yann");
  const page = await context.newPage();
  await speak(page);
  const { browser: devtools, authenticatorId } = await plugIn(page);
  await page.goto("/login");
  await enter(page, mouse, founder.email, founder.password);
  // A finger that the device does not know.
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.goto("/profile");
  await askForPasskey(page, "Laptop");
  const failed = say("The passkey request was cancelled or could not be completed. You can try again.");
  await expect(page.getByText(failed)).toBeVisible();
  await expect(passkeysOf(page).getByRole("listitem")).toHaveCount(0);
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await addPasskey(page, "Laptop");
  await page.goto("/admin/settings?tab=sign-in");
  const demand = passkeysOf(page);
  await demand.getByLabel(say("Require a passkey of")).selectOption(say("Everybody"));
  await demand.getByRole("button", { name: say("Save") }).click();
  await expect(page.getByText(say("Settings saved."))).toBeVisible();

  // In the week of grace everything goes on below the announcement.
  const before = await signedIn(browser, colleague, options);
  await expect(before.page).toHaveURL(/\/dashboard/);
  const announced = say("From {date}, your organization requires a passkey to sign in.", { date: "…" });
  await expect(before.page.getByText(announced.split("…")[1] ?? "")).toBeVisible();
  await before.page.getByRole("link", { name: say("Add a passkey") }).click();
  await expect(before.page).toHaveURL(/\/profile/);
  expect(before.errors).toEqual([]);
  await before.context.close();

  // After it, a session without one reaches the adding of the first alone.
  const dataDir = process.env.SOUFFLEUR_DATA_DIR ?? "";
  const now = new Date();
  const times = { "passkeys.administratorsFrom": now, "passkeys.everybodyFrom": now };
  expect(await setStored(dataDir, "organizations", { name: founder.organization }, times)).toBe(1);
  const after = await signedIn(browser, colleague, options);
  await expect(after.page).toHaveURL(/\/profile/);
  const stopped = say("Your organization requires a passkey. Add or use one below to continue.");
  await expect(after.page.getByText(stopped)).toBeVisible();
  await after.page.goto("/analytics");
  await expect(after.page).toHaveURL(/\/profile/);
  await plugIn(after.page);
  await addPasskey(after.page, "Telephone");
  await expect(after.page.getByText(stopped)).toHaveCount(0);
  await after.page.goto("/analytics");
  await expectHeading(after.page, "Analytics");
  await Promise.all([context.close(), after.context.close()]);
});
