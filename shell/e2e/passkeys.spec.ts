import { createServer } from "node:http";
import { type Browser, expect, type Page, test } from "playwright/test";
import { launchProduct, type Product } from "../../api/tools/launch-product.ts";
import { enter, foundOrganization } from "./found-organization.ts";
import { mouse } from "./input-method.ts";
import { delivered } from "./mailbox.ts";
import { holdBack } from "./network.ts";
import { savedToken } from "./saved-token.ts";
import { say, speak } from "./states/say.ts";
import { button, dialogButton } from "./states/state.ts";
import { addPasskey, askForPasskey, type Plugged, passkeysOf, plugIn } from "./virtual-authenticator.ts";

let product: Product;
let people = 0;
test.beforeAll(async () => {
  // Behind a proxy, so that each browser has an address and its limits of its own.
  product = await launchProduct({ TRUST_PROXY: "1" });
});
test.afterAll(() => product.stop());

function openContext(browser: Browser, options: Options = {}) {
  people += 1;
  const extraHTTPHeaders = { "X-Forwarded-For": `198.51.100.${people}` };
  return browser.newContext({ baseURL: product.url, extraHTTPHeaders, ...options });
}
type Options = Parameters<Browser["newContext"]>[0];

async function credentialIn({ browser, authenticatorId }: Plugged) {
  const { credentials } = await browser.send("WebAuthn.getCredentials", { authenticatorId });
  const [credential] = credentials;
  if (credential === undefined) throw new Error("the authenticator has no passkey");
  return credential;
}

type Credential = Awaited<ReturnType<typeof credentialIn>>;

async function founderIn(browser: Browser, options: Options = {}) {
  const context = await openContext(browser, options);
  const founder = await foundOrganization(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await speak(page);
  await page.goto("/login");
  await enter(page, mouse, founder.email, founder.password);
  return { context, page, founder, errors };
}

async function signOut(page: Page) {
  await button(page, "Open user menu").click();
  await page.getByRole("menuitem", { name: say("Logout") }).click();
  await expect(page).toHaveURL(/\/login/);
}

test("an owner adds a passkey, signs in by the field's offer and by the button, names and removes it, on a phone, in the dark and in French", {
  tag: "@fr",
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const phone = { viewport: { width: 375, height: 812 }, colorScheme: "dark" } as const;
  const { context, page, founder, errors } = await founderIn(browser, phone);
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
  await delivered(context.request, founder.email, "A passkey was removed from your account");
  expect(errors).toEqual([]);
  await context.close();
});

/** What a page gets from the browser for a challenge of the product, wherever the page is from. */
function askBrowser(page: Page, options: { challenge: string; rpId: string }) {
  return page.evaluate(async ({ challenge, rpId }) => {
    const text = atob(challenge.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0));
    const publicKey = { challenge: bytes, rpId, userVerification: "required" as const };
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return credential.toJSON();
  }, options);
}

/** A browser of somebody else that has the passkey, too. */
async function visitorWith(browser: Browser, passkey: Credential, signCount: number) {
  const visitor = await (await openContext(browser)).newPage();
  const { browser: devtools, authenticatorId } = await plugIn(visitor);
  await devtools.send("WebAuthn.addCredential", { authenticatorId, credential: { ...passkey, signCount } });
  return visitor;
}

test("a passkey is of no use to another origin, serves two browsers in turn, and is blocked when its count goes back", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { context, page, founder } = await founderIn(browser);
  const plugged = await plugIn(page);
  await addPasskey(page, "Laptop");
  const passkey = await credentialIn(plugged);

  // The same host on another port, so that the browser itself lets the page use the passkey.
  const server = createServer((_request, response) => response.end("<!doctype html><title>Other</title>"));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const stranger = await visitorWith(browser, passkey, passkey.signCount + 5);
  const asked = await context.request.post("/api/auth/passkey/options");
  const { options } = (await asked.json()).data;
  await stranger.goto(`http://localhost:${(server.address() as { port: number }).port}/`);
  const answer = await askBrowser(stranger, options);
  const refused = await context.request.post("/api/auth/passkey", { data: { answer } });
  expect((await refused.json()).code).toBe("PASSKEY_INVALID");
  server.close();

  const [one, two] = [
    await visitorWith(browser, passkey, passkey.signCount + 10),
    await visitorWith(browser, passkey, passkey.signCount + 20),
  ];
  for (const visitor of [one, two]) {
    await visitor.goto("/login");
    await expect(visitor).toHaveURL(/\/dashboard/);
  }

  const thief = await visitorWith(browser, passkey, 0);
  await thief.goto("/login");
  await expect(thief.getByText(say("This passkey was not accepted. Please try again."))).toBeVisible();
  // The owner's pages are told by their sockets.
  for (const ended of [page, one, two]) await expect(ended).toHaveURL(/\/login/);
  await delivered(context.request, founder.email, "One of your passkeys was blocked");
  await plugged.browser.send("WebAuthn.removeVirtualAuthenticator", {
    authenticatorId: plugged.authenticatorId,
  });
  await page.goto("/login");
  await enter(page, mouse, founder.email, founder.password);
  await page.goto("/profile");
  await expect(passkeysOf(page).getByRole("listitem")).toContainText(say("Blocked"));
  await Promise.all(
    [context, ...[stranger, one, two, thief].map((each) => each.context())].map((each) => each.close()),
  );
});

test("another account's passkey proves nothing, and opens that account", async ({ browser }) => {
  test.setTimeout(300_000);
  const one = await founderIn(browser);
  const plugged = await plugIn(one.page);
  await addPasskey(one.page, "Laptop");
  const passkey = await credentialIn(plugged);
  const two = await founderIn(browser);
  const other = await plugIn(two.page);
  await addPasskey(two.page, "Telephone");
  const own = await credentialIn(other);
  const headers = { Authorization: `Bearer ${await savedToken(two.page)}` };
  const asked = await two.context.request.post("/api/account/proof/passkey/options", { headers });
  const { options } = (await asked.json()).data;
  expect(options.allowCredentials).toHaveLength(1);
  await other.browser.send("WebAuthn.removeCredential", {
    authenticatorId: other.authenticatorId,
    credentialId: own.credentialId,
  });
  await other.browser.send("WebAuthn.addCredential", {
    authenticatorId: other.authenticatorId,
    credential: passkey,
  });
  const answer = await askBrowser(two.page, options);
  const refused = await two.context.request.post("/api/account/proof/passkey", { headers, data: { answer } });
  expect((await refused.json()).code).toBe("PASSKEY_INVALID");
  await signOut(two.page);
  await expect(two.page).toHaveURL(/\/dashboard/);
  const saved = await two.page.evaluate(() => localStorage.getItem("souffleur.auth"));
  expect(JSON.parse(saved ?? "{}").user.email).toBe(one.founder.email);
  await Promise.all([one.context.close(), two.context.close()]);
});
