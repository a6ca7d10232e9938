import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Line } from "@souffleur/contracts";
import type { Page } from "playwright";
import { secondAccount, signIn } from "../testing/pbx/product.ts";
import { openScreen } from "../testing/pbx/screen.ts";
import { pbx, preparePbx, texts } from "../testing/pbx/set-up.ts";

preparePbx();

/** The loudest sample of a recording, as a browser decodes it; 1 is full scale. */
const loudest = (page: Page, recording: Buffer) =>
  page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob("${recording.toString("base64")}"), (character) => character.charCodeAt(0));
    const audio = await new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes.buffer);
    return audio.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  })()`);

test("the shared sound of a softphone's tab is transcribed as the client until the tab is closed", async () => {
  const { browser, page } = await openScreen(pbx.product.url, secondAccount, [
    "--use-fake-device-for-media-stream",
    "--autoplay-policy=no-user-gesture-required",
    "--auto-select-tab-capture-source-by-title=Softphone",
  ]);
  const softphone = await page.context().newPage();
  const speech = (await readFile(join(pbx.folder, "sentence-0.wav"))).toString("base64");
  await softphone.setContent(
    `<title>Softphone</title><audio autoplay loop src="data:audio/wav;base64,${speech}"></audio>`,
  );
  await softphone.locator("audio").evaluate((audio: { play(): Promise<void> }) => audio.play());
  await page.bringToFront();
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  // The choices of sound open at the microphone of the header.
  await page.getByLabel("Sound", { exact: true }).click();
  await page.getByRole("button", { name: "Stop recording" }).click();
  const [text = ""] = texts;
  pbx.recognizer.answerTo(() => ({ transcript: text }));
  await page.getByRole("button", { name: "Share call audio" }).click();
  await page.getByText("Recording the client").waitFor();

  const line = page.getByRole("log", { name: "Conversation" }).getByText(text, { exact: true }).first();
  await line.waitFor();
  const chunk = pbx.recognizer.requests.at(-1)?.bytes ?? Buffer.alloc(0);
  expect(await loudest(page, chunk)).toBeGreaterThan(0.05);
  const token = await signIn(pbx.product.url, secondAccount);
  const { calls } = await pbx.product.ask<{ calls: { callId: string }[] }>(token, "/api/calls?status=active");
  const { lines } = await pbx.product.ask<{ lines: Line[] }>(
    token,
    `/api/calls/${calls[0]?.callId}/transcript`,
  );
  expect(lines.find((one) => one.text === text)?.sender).toBe("client");
  await softphone.close();
  await page.getByText("Sharing has ended").waitFor();
  // By the keyboard: the choices of sound stand open above it.
  await page.getByRole("button", { name: "End Call" }).press("Enter");
  await browser.close();
});
