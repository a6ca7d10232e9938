import { expect, type Page, test } from "playwright/test";
import { type Account, signInAs } from "./accounts.ts";
import {
  type Availability,
  closeSharedTab,
  endDownload,
  fakeSpeech,
  recognitions,
  report,
} from "./fake-speech.ts";
import { foundOrganization } from "./found-organization.ts";
import { endCall, log } from "./practice-call.ts";

let founder: Account;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  founder = await foundOrganization(context);
  await context.close();
});

const header = (page: Page) => page.locator("main header");
/** Without a press: the sound panel says it too. */
const untilHeard = (page: Page) =>
  expect(
    header(page).getByText("Heard by this browser", { exact: true }).filter({ visible: true }),
  ).toHaveCount(1);

/** Between calls, in a browser that recognizes French in this way. */
async function open(page: Page, availability: Availability): Promise<void> {
  page.on("dialog", (dialog) => void dialog.accept());
  await fakeSpeech(page, availability);
  await signInAs(page, founder);
  await page.goto("/live-call");
}
const start = (page: Page) => page.getByRole("button", { name: "Test Live Transcription" }).click();

test("after the first refusal this browser hears both sides, whatever it revises, cuts off or ends", async ({
  page,
}) => {
  await open(page, "available");
  await expect(page.getByText("Heard by this browser. The sound stays on this device.")).toBeVisible();
  const refused = page.waitForResponse(/transcribe\/audio/);
  await start(page);
  expect((await refused).status()).toBe(503);
  await untilHeard(page);
  expect(await recognitions(page)).toEqual([
    { state: "started", lang: "fr-FR", processLocally: true, phrases: 100 },
  ]);
  // Revised until it is final, and reported again.
  await report(page, "microphone", { results: [{ text: "je vous envoie le devise" }] });
  await expect(page.getByText("je vous envoie le devise")).toBeVisible();
  const final = { text: "Je vous envoie le devis.", isFinal: true };
  await report(page, "microphone", { results: [final] });
  await report(page, "microphone", { results: [final, { text: " et le contrat" }] });
  await expect(log(page).getByText("Je vous envoie le devis.")).toHaveCount(1);
  await expect(page.getByText("je vous envoie le devise")).toHaveCount(0);
  // Cut off after silence, and ended by the browser.
  await report(page, "microphone", { error: "no-speech", end: true });
  await expect(log(page).getByText("et le contrat")).toBeVisible();
  await expect
    .poll(async () => (await recognitions(page)).map(({ state }) => state))
    .toEqual(["ended", "started"]);
  await report(page, "microphone", {
    results: [{ text: "Ma carte est le 4970 1012 3456 7893.", isFinal: true }],
  });
  await expect(log(page).getByText(/masqué/)).toBeVisible();
  await expect(page.getByText(/4970|7893/)).toHaveCount(0);

  await page.getByRole("group").filter({ hasText: "Microphone" }).first().locator("summary").click();
  await page.getByRole("button", { name: "Share call audio" }).click();
  await expect(page.getByText("Call audio Heard by this browser")).toBeVisible();
  const objection = { text: "C'est trop cher pour nous.", isFinal: true };
  await report(page, "shared", { results: [objection] });
  await expect(log(page).getByText("C'est trop cher pour nous.")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Live Suggestions" }).getByRole("listitem").first(),
  ).toBeVisible();
  await report(page, "shared", { results: [objection, { text: "je dois raccrocher" }] });
  await closeSharedTab(page);
  await expect(log(page).getByText("je dois raccrocher")).toBeVisible();
  await expect(page.getByText("Sharing has ended")).toBeVisible();

  // The server has all of it.
  await page.reload();
  for (const line of [
    "Je vous envoie le devis.",
    "et le contrat",
    "C'est trop cher pour nous.",
    "je dois raccrocher",
  ])
    await expect(log(page).getByText(line)).toBeVisible();
  await endCall(page);
});

test("a fault is shown while it lasts, and what is for good says that nothing hears the call", async ({
  page,
}) => {
  await open(page, "available");
  await start(page);
  await untilHeard(page);
  await report(page, "microphone", { error: "network", end: true });
  await expect(header(page).getByText(/speech recognition has no connection. It tries again/)).toBeVisible();
  await expect.poll(async () => (await recognitions(page)).length).toBe(2);
  await report(page, "microphone", { results: [{ text: "De retour.", isFinal: true }] });
  await expect(log(page).getByText("De retour.")).toBeVisible();
  await untilHeard(page);
  await report(page, "microphone", { error: "language-not-supported", end: true });
  await expect(header(page).getByText(/does not recognize the language of your calls/)).toBeVisible();
  await endCall(page);

  await page.goto("/live-call");
  await start(page);
  await untilHeard(page);
  await report(page, "microphone", { error: "not-allowed", end: true });
  await expect(header(page).getByText(/does not allow speech recognition for this site/)).toBeVisible();
  expect(await recognitions(page)).toHaveLength(1);
  await endCall(page);
});

test("the language is downloaded before a call, which may be cancelled", async ({ page }) => {
  await open(page, "downloadable");
  const download = page.getByRole("button", { name: "Download French" });
  await download.click();
  await expect(page.getByRole("progressbar", { name: "Download French" })).toBeVisible();
  await expect(page.getByText(/^2\ss$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/the download was cancelled/)).toBeVisible();
  await download.click();
  await endDownload(page, true);
  await expect(page.getByText("Heard by this browser. The sound stays on this device.")).toBeVisible();
  await start(page);
  await untilHeard(page);
  await endCall(page);
});

test("a browser that sends the sound to its vendor hears once an administrator allows it, and says so", async ({
  page,
}) => {
  await open(page, "unavailable");
  await expect(
    page.getByText(/^Nothing hears this call: .* which your organization does not allow/),
  ).toBeVisible();
  await page.goto("/admin/settings");
  const card = page.getByRole("region", { name: "Speech recognition" });
  await card.getByRole("combobox").selectOption("Allowed");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.goto("/live-call");
  await expect(page.getByText(/^Heard by this browser, which sends the sound to its vendor/)).toBeVisible();
  await start(page);
  await untilHeard(page);
  expect(await recognitions(page)).toMatchObject([{ processLocally: false, phrases: 0 }]);
  await report(page, "microphone", { results: [{ text: "Bonjour Claire.", isFinal: true }] });
  await expect(log(page).getByText("Bonjour Claire.")).toBeVisible();
  await endCall(page);
});
