import { FakeRecognition, installSpeech, lastRecognition } from "../../testing/fake-speech.ts";
import { hearTrack, type Utterance } from "./hear-track.ts";

let uninstall: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, "warn").mockImplementation(() => {});
  uninstall = installSpeech();
});
afterEach(() => {
  uninstall();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function listen(over: Partial<Parameters<typeof hearTrack>[1]> = {}) {
  const track = Object.assign(new EventTarget(), { readyState: "live" });
  const interims: string[] = [];
  const finals: Utterance[] = [];
  const troubles: (string | undefined)[] = [];
  const expected: unknown[] = [];
  const heard = hearTrack(
    track as unknown as MediaStreamTrack,
    { language: "fr-FR", onDevice: true, expect: (one) => expected.push(one), ...over },
    {
      onInterim: ({ text }) => interims.push(text),
      onFinal: (utterance) => finals.push(utterance),
      onTrouble: (trouble) => troubles.push(trouble),
      onGivenUp: (reason) => troubles.push(`given up: ${reason}`),
    },
  );
  const endTrack = () => {
    track.readyState = "ended";
    track.dispatchEvent(new Event("ended"));
  };
  const texts = () => finals.map(({ text }) => text);
  return { ...heard, track, interims, finals, texts, troubles, expected, endTrack };
}
const wait = (ms: number) => jest.advanceTimersByTime(ms);

test("the given track is recognized continuously, with interim results, on the device where it must stay there", () => {
  const { track } = listen();
  expect(lastRecognition()).toMatchObject({
    lang: "fr-FR",
    continuous: true,
    interimResults: true,
    processLocally: true,
    track,
  });
  listen({ onDevice: false });
  expect(lastRecognition().processLocally).toBe(false);
});

test("an interim text is revised and becomes one final utterance with its id and the time of its words", () => {
  const { interims, finals } = listen();
  const recognition = lastRecognition();
  wait(1000);
  const startedAt = performance.now();
  recognition.hear({ text: "le tarif" });
  wait(700);
  recognition.hear({ text: "le tarif est" }, { text: " trop" });
  wait(400);
  recognition.hear({ text: "les tarifs sont trop" });
  const endedAt = performance.now();
  wait(900);
  recognition.hear({ text: "les tarifs sont trop", isFinal: true, confidence: 7 });
  expect(interims).toEqual(["le tarif", "le tarif est trop", "les tarifs sont trop"]);
  expect(finals).toEqual([
    { id: expect.any(String), text: "les tarifs sont trop", confidence: 1, startedAt, endedAt },
  ]);
});

test("a final result that is reported again, or revised after that, is no second utterance", () => {
  const { texts, finals } = listen();
  const recognition = lastRecognition();
  recognition.hear({ text: "Bonjour.", isFinal: true });
  recognition.hear({ text: "Bonjour.", isFinal: true });
  recognition.hear({ text: "Bonsoir.", isFinal: true }, { text: "Je vous" });
  recognition.hear({ text: "Bonsoir.", isFinal: true }, { text: " Je vous écoute.", isFinal: true });
  expect(texts()).toEqual(["Bonjour.", "Je vous écoute."]);
  expect(new Set(finals.map(({ id }) => id)).size).toBe(2);
});

test("an interim text that is taken back is shown no more", () => {
  const { interims, texts } = listen();
  lastRecognition().hear({ text: "euh" });
  lastRecognition().hear({ text: "", isFinal: true });
  expect(interims).toEqual(["euh", ""]);
  expect(texts()).toEqual([]);
});

test("what was heard is kept where the browser ends after silence, and it is started again at once", () => {
  const { texts, troubles } = listen();
  lastRecognition().hear({ text: "je vous rappelle" });
  lastRecognition().fail("no-speech");
  lastRecognition().end();
  expect(texts()).toEqual(["je vous rappelle"]);
  wait(0);
  expect(FakeRecognition.all).toHaveLength(2);
  lastRecognition().hear({ text: "demain", isFinal: true });
  expect(texts()).toEqual(["je vous rappelle", "demain"]);
  expect(troubles.filter(Boolean)).toEqual([]);
});

test.each(["network", "audio-capture"])(
  "%s is shown, and tried again after growing pauses until it works",
  (error) => {
    const { troubles } = listen();
    for (const pause of [250, 500, 1000, 2000, 4000, 5000, 5000]) {
      const before = FakeRecognition.all.length;
      lastRecognition().fail(error);
      lastRecognition().end();
      wait(pause - 1);
      expect(FakeRecognition.all).toHaveLength(before);
      wait(1);
      expect(FakeRecognition.all).toHaveLength(before + 1);
    }
    expect(troubles.at(-1)).toBe(error);
    lastRecognition().hear({ text: "oui" });
    expect(troubles.at(-1)).toBeUndefined();
    // The pauses are short again.
    const { length } = FakeRecognition.all;
    lastRecognition().fail(error);
    lastRecognition().end();
    wait(250);
    expect(FakeRecognition.all).toHaveLength(length + 1);
  },
);

test("an error without an end is an end a second later", () => {
  listen();
  lastRecognition().fail("network");
  wait(1250);
  expect(FakeRecognition.all).toHaveLength(2);
});

test("a recognition that another one always interrupts is shown as such", () => {
  const { troubles } = listen();
  for (const pause of [250, 500, 1000, 2000]) {
    expect(troubles).toEqual([]);
    lastRecognition().fail("aborted");
    lastRecognition().end();
    wait(pause);
  }
  expect(troubles).toEqual(["aborted"]);
});

test.each(["not-allowed", "service-not-allowed", "language-not-supported"])(
  "%s ends it for good",
  (error) => {
    const { troubles } = listen();
    lastRecognition().fail(error);
    lastRecognition().end();
    wait(60_000);
    expect(FakeRecognition.all).toHaveLength(1);
    expect(troubles.filter(Boolean)).toEqual([`given up: ${error}`]);
  },
);

test("a browser that takes no phrases is started again without them, at once", () => {
  const { expected } = listen();
  expect(expected).toEqual([lastRecognition()]);
  lastRecognition().fail("phrases-not-supported");
  lastRecognition().end();
  wait(0);
  expect(FakeRecognition.all).toHaveLength(2);
  expect(expected).toHaveLength(1);
});

test("a start that throws is tried again", () => {
  jest.spyOn(FakeRecognition.prototype, "start").mockImplementationOnce(() => {
    throw new DOMException("busy", "InvalidStateError");
  });
  const { texts } = listen();
  wait(250);
  expect(FakeRecognition.all).toHaveLength(2);
  lastRecognition().hear({ text: "oui", isFinal: true });
  expect(texts()).toEqual(["oui"]);
});

test.each<[string, (heard: ReturnType<typeof listen>) => void]>([
  ["a track that ends", ({ endTrack }) => endTrack()],
  ["a source that is replaced", ({ finish }) => finish()],
])("%s has its last words, also of a browser that never ends, and is not started again", (_what, end) => {
  for (const isReported of [true, false]) {
    const heard = listen();
    const recognition = lastRecognition();
    recognition.hear({ text: "au revoir" });
    end(heard);
    expect(recognition.state).toBe("stopped");
    if (isReported) {
      recognition.hear({ text: "au revoir Claire", isFinal: true });
      recognition.end();
    }
    const { length } = FakeRecognition.all;
    wait(60_000);
    expect(heard.texts()).toEqual([isReported ? "au revoir Claire" : "au revoir"]);
    expect(FakeRecognition.all).toHaveLength(length);
  }
});

test("a recognition that is stopped drops what is not final, and says nothing more", () => {
  const { stop, texts, interims, troubles } = listen();
  const recognition = lastRecognition();
  recognition.hear({ text: "en fait" });
  stop();
  recognition.hear({ text: "en fait non", isFinal: true });
  recognition.fail("aborted");
  recognition.end();
  wait(60_000);
  expect(recognition.state).toBe("aborted");
  expect(FakeRecognition.all).toHaveLength(1);
  expect([texts(), interims, troubles.filter(Boolean)]).toEqual([[], ["en fait"], []]);
});
