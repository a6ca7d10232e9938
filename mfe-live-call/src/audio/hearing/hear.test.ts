import { sttLanguage, type z } from "@souffleur/contracts";
import { addHeardText, speechTerms } from "@souffleur/contracts/heard-text";
import { deferred, ok, refused, startApi } from "@souffleur/shared-ui/testing";
import { waitFor } from "@testing-library/react";
import { FakeRecognition, installSpeech, lastRecognition } from "../../testing/fake-speech.ts";
import { browserSpeech } from "./browser-speech.ts";
import { hear } from "./hear.ts";
import type { HeardLine } from "./heard-line.ts";

type Heard = z.output<(typeof addHeardText)["body"]>;

let api: Awaited<ReturnType<typeof startApi>>;
let heard: Heard[];
const stops: (() => void)[] = [];
beforeEach(async () => {
  jest.spyOn(console, "warn").mockImplementation(() => {});
  api = await startApi();
  heard = [];
  api.answer(speechTerms, () => ({ data: { names: ["Lumière"], terms: ["trop cher"] } }));
  api.on(addHeardText, ({ body }) => {
    heard.push(body as Heard);
    return ok(addHeardText, { transcript: (body as Heard).text, confidence: 0.9 });
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  jest.restoreAllMocks();
  await api.close();
});

/** Hears a stream in a browser of this kind, and waits until it does, or does not. */
async function listen(
  availability: Parameters<typeof installSpeech>[0],
  {
    vendorSpeech = false,
    speaker = "agent",
  }: { vendorSpeech?: boolean; speaker?: HeardLine["speaker"] } = {},
) {
  const language = "fr" as const;
  api.answer(sttLanguage, () => ({
    data: { language, configured: false, heardBy: "none" as const, vendorSpeech },
  }));
  stops.push(installSpeech(availability));
  const track = Object.assign(new EventTarget(), { readyState: "live" });
  const stream = { getAudioTracks: () => [track] } as unknown as MediaStream;
  const states: { isHearing: boolean; refusal?: string | undefined }[] = [];
  const interims: string[] = [];
  const lines: string[] = [];
  const heardHere = hear(
    stream,
    { callId: "call-1", speaker },
    {
      onState: (state) => states.push(state),
      onInterim: ({ text }) => interims.push(text),
      onTranscript: ({ transcript }) => lines.push(transcript),
    },
  );
  stops.push(heardHere.stop);
  await waitFor(() => expect(states).not.toHaveLength(0));
  return { ...heardHere, states, interims, lines, track };
}
const said = (...texts: string[]) =>
  lastRecognition().hear(...texts.map((text) => ({ text, isFinal: true })));

test("texts are sent in order with the speaker, each naming the one before it in flight, and are lines", async () => {
  const { lines, track, states } = await listen("available", { speaker: "client" });
  expect(states).toEqual([{ isHearing: true }]);
  const recognition = lastRecognition();
  expect(recognition).toMatchObject({ lang: "fr-FR", processLocally: true, track });
  expect(recognition.phrases).toEqual([
    { phrase: "Lumière", boost: 5 },
    { phrase: "trop cher", boost: 2 },
  ]);
  const answer = deferred();
  api.on(addHeardText, async ({ body }) => {
    heard.push(body as Heard);
    await answer.promise;
    return ok(addHeardText, { transcript: (body as Heard).text, confidence: 0.9 });
  });
  said("C'est trop cher.");
  said("C'est trop cher.", "Vraiment.");
  await waitFor(() => expect(heard).toHaveLength(2));
  answer.resolve();
  await waitFor(() => expect(lines).toEqual(["C'est trop cher.", "Vraiment."]));
  const one = { callId: "call-1", speaker: "client", confidence: 0.9, onDevice: true };
  const sent = {
    ...one,
    textId: expect.any(String),
    ageMs: expect.any(Number),
    lengthMs: expect.any(Number),
  };
  expect(heard).toEqual([
    { ...sent, text: "C'est trop cher." },
    { ...sent, text: "Vraiment.", afterTextId: heard[0]?.textId },
  ]);
});

test("an interim text hides long numbers, and that of an echo is taken back", async () => {
  const { interims, lines } = await listen("available");
  lastRecognition().hear({ text: "ma carte 4970 1012 3456" });
  expect(interims).toEqual(["ma carte •••"]);
  api.on(addHeardText, () => ok(addHeardText, { transcript: "", confidence: 0.9 }));
  said("ma carte");
  await waitFor(() => expect(interims.at(-1)).toBe(""));
  expect(lines).toEqual([]);
});

test("a text is sent again with its id where the server is away", async () => {
  const { lines } = await listen("available");
  const replies = [refused("DATABASE_UNAVAILABLE", "The service is briefly unavailable.")];
  api.on(addHeardText, ({ body }) => {
    heard.push(body as Heard);
    return replies.shift() ?? ok(addHeardText, { transcript: "Bonjour.", confidence: 1 });
  });
  said("Bonjour.");
  await waitFor(() => expect(lines).toEqual(["Bonjour."]), { timeout: 5000 });
  expect(new Set(heard.map(({ textId }) => textId)).size).toBe(1);
  expect(heard).toHaveLength(2);
});

test("sound for the browser's vendor is recognized where the organization allows it, until that is taken back", async () => {
  const forbidden = await listen("unavailable");
  expect(forbidden.states).toEqual([{ isHearing: false }]);
  expect(FakeRecognition.all).toHaveLength(0);
  const { states } = await listen("unavailable", { vendorSpeech: true });
  expect(lastRecognition()).toMatchObject({ processLocally: false, phrases: [] });
  said("Bonjour.");
  await waitFor(() => expect(heard).toMatchObject([{ onDevice: false }]));
  const reason = "Your organization does not allow that.";
  api.on(addHeardText, () => refused("FORBIDDEN", reason));
  said("Bonjour.", "Oui.");
  await waitFor(() => expect(states.at(-1)).toEqual({ isHearing: false, refusal: reason }));
  expect(lastRecognition().state).toBe("aborted");
});

test("a browser that ignores tracks does not hear the microphone as the client", async () => {
  const { processLocally } = FakeRecognition.prototype as { processLocally?: boolean };
  Reflect.deleteProperty(FakeRecognition.prototype, "processLocally");
  stops.push(() => Object.assign(FakeRecognition.prototype, { processLocally }));
  const { states } = await listen("unavailable", { vendorSpeech: true, speaker: "client" });
  expect(states).toEqual([{ isHearing: false }]);
  expect((await listen("unavailable", { vendorSpeech: true })).states).toEqual([{ isHearing: true }]);
});

test("a download that ends during the call begins the hearing, unless the call is over by then", async () => {
  const { states } = await listen("downloadable");
  const over = await listen("downloadable");
  over.stop();
  expect(states).toEqual([{ isHearing: false }]);
  const downloaded = browserSpeech.download("fr");
  FakeRecognition.installs[0]?.resolve(true);
  await downloaded;
  expect(states).toEqual([{ isHearing: false }, { isHearing: true }]);
  expect(FakeRecognition.all).toHaveLength(1);
});

test("a fault is shown while it lasts, and one that is for good ends the hearing", async () => {
  const { states } = await listen("available");
  lastRecognition().fail("network");
  expect(states.at(-1)).toEqual({ isHearing: true, refusal: expect.stringContaining("no connection") });
  lastRecognition().hear({ text: "oui" });
  expect(states.at(-1)).toEqual({ isHearing: true, refusal: undefined });
  lastRecognition().fail("language-not-supported");
  expect(states.at(-1)).toEqual({ isHearing: false, refusal: expect.stringContaining("the language") });
});
