import { expect, type Page } from "playwright/test";
import { say } from "./states/say.ts";
import { dialogButton } from "./states/state.ts";

/** Chromium's own authenticator, which confirms at once. */
export async function plugIn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { browser, authenticatorId };
}

export const passkeysOf = (page: Page) => page.getByRole("region", { name: say("Passkeys") });

/** Fills the form of a passkey on the open profile, and sends it. */
export async function askForPasskey(page: Page, name: string): Promise<void> {
  await passkeysOf(page)
    .getByRole("button", { name: say("Add a passkey") })
    .click();
  await page.getByLabel(say("Passkey name")).fill(name);
  await dialogButton(page, "Add passkey").click();
}

export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/profile");
  await askForPasskey(page, name);
  await expect(passkeysOf(page).getByRole("listitem").filter({ hasText: name })).toBeVisible();
}
