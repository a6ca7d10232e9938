import { expect, type Page } from "playwright/test";
import { demo, signInAs } from "./accounts.ts";

/** Whom no other test signs in as: a running call is shown on every screen of its agent. */
export const caller = demo("analyst");

export const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
export const end = (page: Page) => page.getByRole("button", { name: "End Call" });
/** The first bubble, which no later line changes. */
export const firstLine = (page: Page) => log(page).locator("[lang=fr]").first();

export async function startCall(page: Page): Promise<string> {
  await signInAs(page, caller);
  await page.goto("/live-call");
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  await expect(end(page)).toBeVisible();
  await readTranscript(page);
  // The second bubble is there: the first one is complete.
  await expect(log(page).locator("[lang=fr]").nth(1)).toBeAttached();
  return (await firstLine(page).textContent()) ?? "";
}

/** Opens the transcript where the panes are tabs: a phone's call begins with the replies. */
export async function readTranscript(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 560) await page.getByRole("tab", { name: "Transcript" }).click();
}

/** Ends the call, and waits until the server has its end: the next page of its agent would find it running. */
export async function endCall(page: Page): Promise<void> {
  const ended = page.waitForResponse("**/api/simulation/end");
  await end(page).click();
  await ended;
  await expect(end(page)).toHaveCount(0);
}
