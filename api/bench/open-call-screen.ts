import type { Browser, Page } from "playwright";
import { password } from "./database.ts";

/** For the browser of calls that record. */
export const fakeMicrophone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** The live-call screen of the demonstration's agent, in a browser of its own, 1440 px wide. */
export async function openCallScreen(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill("agent@lumiere.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("link", { name: "Live Call" }).click();
  await page.getByRole("button", { name: "Test Live Transcription" }).waitFor();
  return page;
}
