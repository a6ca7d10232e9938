import { sttLanguage, transcribeAudio, type z } from "@souffleur/contracts";
import { addHeardText } from "@souffleur/contracts/heard-text";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import { FakeRecognition, installSpeech, lastRecognition } from "../../testing/fake-speech.ts";
import { button, open, openCall, page, preparePages, waitForLine } from "../../testing/open-screen.tsx";

preparePages();

type Speech = z.output<(typeof sttLanguage)["data"]>;

/** A server without a recognizer, and a browser that recognizes French in this way. */
function withoutRecognizer(availability: Parameters<typeof installSpeech>[0], speech: Partial<Speech> = {}) {
  const data = {
    language: "fr",
    configured: false,
    heardBy: "none",
    vendorSpeech: false,
    ...speech,
  } as const;
  page.stops.push(installSpeech(availability));
  page.server.api.answer(sttLanguage, () => ({ data }));
  page.server.api.on(transcribeAudio, () => refused("STT_NOT_CONFIGURED", "Transcription is off."));
  page.server.api.on(addHeardText, ({ body }) => {
    const { text: transcript, confidence } = body as z.output<(typeof addHeardText)["body"]>;
    return ok(addHeardText, { transcript, confidence });
  });
}

test.each<[string, Partial<Speech>]>([
  ["Heard by Deepgram", { configured: true, heardBy: "deepgram" }],
  ["Heard by Deepgram", { configured: true }],
  ["Heard by the configured speech server", { configured: true, heardBy: "openai" }],
  ["Heard by whisper", { configured: true, heardBy: "whisper" as Speech["heardBy"] }],
  ["Nothing hears this call: this browser recognizes no speech.", { configured: false }],
])("before a call the screen says: %s", async (text, speech) => {
  page.server.api.answer(sttLanguage, () => ({ data: { language: "fr", ...speech } as Speech }));
  await open();
  expect(await screen.findByText(text, { exact: false })).toBeVisible();
});

test("after the first refusal the browser hears the microphone and what is shared, until the end", async () => {
  withoutRecognizer("available");
  const { user } = await openCall();
  expect(FakeRecognition.all).toHaveLength(0);
  await screen.findAllByText("Heard by this browser");
  expect(page.media.recorders.every(({ state }) => state === "inactive")).toBe(true);
  expect(lastRecognition().track).toBe(page.media.streams[0]?.track);
  await act(async () => lastRecognition().hear({ text: "je vous rappelle" }));
  const interim = await screen.findByText("je vous rappelle");
  await act(async () => lastRecognition().hear({ text: "Je vous rappelle.", isFinal: true }));
  await waitForLine("Je vous rappelle.");
  expect(interim).not.toBeInTheDocument();
  const { length: recorded } = page.media.recorders;
  await user.click(button("Share call audio"));
  await waitFor(() => expect(FakeRecognition.all).toHaveLength(2));
  expect(page.media.recorders).toHaveLength(recorded);
  await user.selectOptions(screen.getByRole("combobox", { name: "Microphone" }), "Headset");
  await waitFor(() => expect(FakeRecognition.all).toHaveLength(3));
  expect(FakeRecognition.all[0]?.state).toBe("stopped");
  await user.click(button("End Call"));
  expect(FakeRecognition.all.map(({ state }) => state)).toEqual(["stopped", "aborted", "aborted"]);
  expect(page.media.isReleased()).toBe(true);
});

test("the language is downloaded on request, with the time that it takes, and may be cancelled or fail", async () => {
  withoutRecognizer("downloadable");
  const { user } = await open();
  const finish = (at: number, isInstalled: boolean) =>
    act(async () => FakeRecognition.installs[at]?.resolve(isInstalled));
  const download = () => screen.findByRole("button", { name: "Download French" });
  await user.click(await download());
  expect(screen.getByRole("progressbar", { name: "Download French" })).toBeInTheDocument();
  await user.click(button("Cancel"));
  expect(await screen.findByText(/the download was cancelled/)).toBeInTheDocument();
  // What the browser says of it later changes nothing.
  await finish(0, true);
  await user.click(await download());
  await finish(1, false);
  expect(await screen.findByText(/the language could not be downloaded/)).toBeInTheDocument();
  await user.click(await download());
  await finish(2, true);
  expect(screen.getByText("Heard by this browser. The sound stays on this device.")).toBeVisible();
});

test.each([
  [false, /^Nothing hears this call: .* which your organization does not allow/],
  [true, /^Heard by this browser, which sends the sound to its vendor/],
])("of a browser that would send the sound to its vendor, allowed: %s", async (vendorSpeech, text) => {
  withoutRecognizer("unavailable", { vendorSpeech });
  await open();
  expect(await screen.findByText(text)).toBeVisible();
});
