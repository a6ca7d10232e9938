import { expect, test } from "playwright/test";
import { startIdentityProvider } from "../../api/testing/servers/identity-provider.ts";
import { launchProduct } from "../../api/tools/launch-product.ts";
import { administrator, demo, signInAs } from "./accounts.ts";

test("an organization's provider is entered, its domain confirmed, and its people sign in without a password", async ({
  browser,
}) => {
  const [product, provider] = await Promise.all([
    launchProduct({ SSO_PRIVATE_ISSUERS: "true" }),
    startIdentityProvider(),
  ]);
  const open = async () => (await browser.newContext({ baseURL: product.url })).newPage();
  try {
    const admin = await open();
    await signInAs(admin, demo("admin"), {}, product.url);
    await admin.goto("/admin/settings?tab=sign-in");
    await admin.getByLabel("Provider's address (issuer)").fill(provider.issuer);
    await admin.getByLabel("Client ID").fill(provider.clientId);
    await admin.getByLabel("Client secret").fill(provider.clientSecret);
    await admin.getByLabel("Email domains").fill("lumiere.example");
    await admin.getByRole("button", { name: "Save provider" }).click();
    await expect(admin.getByText("Settings saved.")).toBeVisible();
    await expect(admin.getByText("Waiting for confirmation")).toBeVisible();
    const redirectUri = await admin.getByText(/\/single-sign-on\/[0-9a-f]+$/).textContent();
    await provider.serve({ redirectUris: [redirectUri ?? ""] });

    const platform = await open();
    await signInAs(platform, administrator, {}, product.url);
    await platform.goto("/admin/users");
    await platform.getByRole("link", { name: "Domains" }).click();
    await platform.getByRole("button", { name: "Confirm domain" }).click();
    await expect(platform.getByText("Domain confirmed.")).toBeVisible();

    const { email } = demo("agent");
    await provider.know(email, { sub: "agent", email, email_verified: true });
    const agent = await open();
    await agent.goto("/analytics");
    await agent.getByLabel("Email").fill(email);
    await agent.keyboard.press("Tab");
    await expect(agent.getByLabel("Password", { exact: true })).toBeFocused();
    await agent.getByRole("button", { name: "Use single sign-on" }).click();
    await expect(agent).toHaveURL(`${product.url}/analytics`);
    await expect(agent.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
    await agent.reload();
    await expect(agent.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();

    const elsewhere = await open();
    await elsewhere.goto("/login");
    await elsewhere.getByLabel("Email").fill("platform@souffleur.example");
    await elsewhere.getByRole("button", { name: "Sign In" }).click();
    await expect(elsewhere.getByText("Password is required")).toBeVisible();

    await provider.deny(true);
    await elsewhere.getByLabel("Email").fill(email);
    await elsewhere.getByRole("button", { name: "Sign In" }).focus();
    await elsewhere.getByRole("button", { name: "Use single sign-on" }).click();
    await expect(elsewhere.getByRole("alert")).toContainText("has not let you in");
  } finally {
    await Promise.all([provider.close(), product.stop()]);
  }
});
