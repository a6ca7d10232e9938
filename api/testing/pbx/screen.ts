import { type Browser, chromium, type Page } from "playwright";
import { chromiumFlags } from "../../tools/programs/chromium-flags.ts";
import { agentAccount } from "./product.ts";

/**
 * Opens the live call screen of an account in a browser of its own.
 * @param flags of the browser, in addition to those of every test
 */
export async function openScreen(
  url: string,
  { email, password } = agentAccount,
  flags: readonly string[] = [],
): Promise<{ browser: Browser; page: Page }> {
  const executablePath = process.env.CHROMIUM_PATH;
  const args = [...chromiumFlags, ...flags];
  const browser = await chromium.launch({
    args,
    // A softphone's tab must play sound.
    ignoreDefaultArgs: ["--mute-audio"],
    ...(executablePath && { executablePath }),
  });
  const context = await browser.newContext({ permissions: ["microphone"] });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("link", { name: "Live Call" }).click();
  await page.getByRole("log", { name: "Conversation" }).waitFor();
  return { browser, page };
}
