import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright";
import { openChromium } from "../../tools/programs/browser.ts";
import { type ApiServer, builtPages, startServer } from "../servers/api-server.ts";
import { password } from "../servers/database.ts";

export const fakeMicrophone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** Starts the product with its screens and a browser for the work, and stops both after it. */
export async function withBrowser<Result>(
  work: (server: ApiServer, browser: Browser) => Promise<Result>,
  flags: string[] = [],
): Promise<Result> {
  const server = await startServer(builtPages);
  const browser = await openChromium(flags);
  try {
    return await work(server, browser);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Signs a demonstration account in and opens its dashboard, in a browser context of its own, 1440 px wide. */
export async function openDashboard(browser: Browser, url: string, name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(`${name}@lumiere.example`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/dashboard");
  return page;
}

export async function openCallScreen(browser: Browser, url: string): Promise<Page> {
  const page = await openDashboard(browser, url, "agent");
  await page.getByRole("link", { name: "Live Call" }).click();
  await page.getByRole("button", { name: "Test Live Transcription" }).waitFor();
  return page;
}

/** Turns the mouse wheel once a frame: for each entry so many steps of so many pixels. */
export async function turnWheel(
  page: Page,
  turns: readonly [steps: number, pixels: number][],
): Promise<void> {
  for (const [steps, pixels] of turns) {
    for (let step = 0; step < steps; step++) {
      await page.mouse.wheel(0, pixels);
      await sleep(16);
    }
  }
}
