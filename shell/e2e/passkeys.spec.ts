import { expect, type Page, test } from "playwright/test";
import { launchProduct, type Product } from "../../api/tools/launch-product.ts";
import { enter, foundOrganization } from "./found-organization.ts";
import { mouse } from "./input-method.ts";
import { delivered } from "./mailbox.ts";
import { holdBack } from "./network.ts";
import { say, speak } from "./states/say.ts";
import { button, dialogButton } from "./states/state.ts";
import { addPasskey, askForPasskey, passkeysOf, plugIn } from "./virtual-authenticator.ts";

// Of its own: on the one that most tests share, too many of them sign in from one address.
let product: Product;
test.beforeAll(async () => {
  product = await launchProduct();
});
test.afterAll(() => product.stop());

async function signOut(page: Page) {
  await button(page, "Open user menu").click();
  // Listened for, not looked for: a passkey that is confirmed at once leads away from there.
  const left = page.waitForURL(/\/login/);
  await page.getByRole("menuitem", { name: say("Logout") }).click();
  await left;
}

test("an owner adds a passkey, signs in by the field's offer and by the button, names and removes it, on a phone, in the dark and in French", {
  tag: "@fr",
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const phone = { viewport: { width: 375, height: 812 }, colorScheme: "dark" } as const;
  const context = await browser.newContext({ baseURL: product.url, ...phone });
  const founder = await foundOrganization(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await speak(page);
  await page.goto("/login");
  await enter(page, mouse, founder.email, founder.password);
  const plugged = await plugIn(page);
  await addPasskey(page, "Laptop");
  await delivered(context.request, founder.email, "A passkey was added to your account");
  // The authenticator has one of this account already.
  await askForPasskey(page, "Again");
  await expect(page.getByText(say("This device already has a passkey of your account."))).toBeVisible();

  // The field's offer is accepted by the authenticator by itself.
  await signOut(page);
  await expect(page).toHaveURL(/\/dashboard/);
  // What begins while the authenticator does not confirm is never confirmed: so it is the button that signs in.
  const { browser: devtools, authenticatorId } = plugged;
  const confirm = (enabled: boolean) =>
    devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await confirm(false);
  await signOut(page);
  const release = await holdBack(page, "**/api/auth/passkey/options");
  await button(page, "Use a passkey").click();
  await confirm(true);
  release();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto("/profile");
  const row = passkeysOf(page).getByRole("listitem");
  await expect(row).toContainText("Laptop");
  await row.getByRole("button", { name: say("Rename") }).click();
  await page.getByLabel(say("Passkey name")).fill("Work laptop");
  await dialogButton(page, "Rename passkey").click();
  await expect(row).toContainText("Work laptop");
  await row.getByRole("button", { name: say("Remove") }).click();
  await dialogButton(page, "Remove passkey").click();
  await expect(row).toHaveCount(0);
  // The browser has told the authenticator, which forgets it.
  const kept = async () =>
    (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
  await expect.poll(kept).toBe(0);
  await delivered(context.request, founder.email, "A passkey was removed from your account");
  expect(errors).toEqual([]);
  await context.close();
});
