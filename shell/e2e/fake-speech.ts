import type { Page } from "playwright/test";

export type Availability = "available" | "downloadable" | "unavailable";

/** What a test does with the fake of the browser's speech recognition. */
interface FakeSpeech {
  all: FakeRecognition[];
  installs: ((isInstalled: boolean) => void)[];
  /** The sounds that were shared, which a test ends. */
  shared: MediaStreamTrack[];
}
interface FakeRecognition {
  state: string;
  lang: string;
  processLocally: boolean;
  phrases: readonly { phrase: string }[];
  track: MediaStreamTrack | undefined;
  dispatchEvent(event: Event): boolean;
}

/**
 * Gives each page a stand-in of `SpeechRecognition`, of which the test says what it hears: Chromium has it, and no browser of the
 * tests has a language. It takes real tracks, and refuses what the specification has it refuse.
 */
export async function fakeSpeech(page: Page, availability: Availability): Promise<void> {
  await page.addInitScript((has: Availability) => {
    const speech: FakeSpeech = { all: [], installs: [], shared: [] };
    class Recognition extends EventTarget {
      static available = async ({ processLocally }: { processLocally: boolean }) =>
        processLocally ? has : "available";
      static install = () =>
        new Promise<boolean>((resolve) =>
          speech.installs.push((isInstalled) => {
            if (isInstalled) has = "available";
            resolve(isInstalled);
          }),
        );
      lang = "";
      continuous = false;
      interimResults = false;
      phrases = [];
      state = "new";
      track: MediaStreamTrack | undefined;
      constructor() {
        super();
        speech.all.push(this as unknown as FakeRecognition);
      }
      start(track?: MediaStreamTrack) {
        if (this.state === "started" || track?.kind !== "audio" || track.readyState !== "live")
          throw new DOMException("It can't be started", "InvalidStateError");
        this.state = "started";
        this.track = track;
        queueMicrotask(() => this.dispatchEvent(new Event("start")));
      }
      stop() {
        this.state = "stopped";
        setTimeout(() => this.dispatchEvent(new Event("end")), 50);
      }
      abort() {
        this.state = "aborted";
        setTimeout(() => this.dispatchEvent(new Event("end")), 50);
      }
    }
    Object.assign(Recognition.prototype, { processLocally: false });
    class Phrase {
      constructor(readonly phrase: string) {}
    }
    const replaced = { SpeechRecognition: Recognition, SpeechRecognitionPhrase: Phrase, fakeSpeech: speech };
    for (const [name, value] of Object.entries(replaced))
      Object.defineProperty(globalThis, name, { value, configurable: true });
    // What is shared is silent, and nobody has to choose it.
    navigator.mediaDevices.getDisplayMedia = async () => {
      const { stream } = new AudioContext().createMediaStreamDestination();
      speech.shared.push(...stream.getAudioTracks());
      return stream;
    };
  }, availability);
}

interface Result {
  text: string;
  isFinal?: boolean;
}
/** The recognition of the microphone, or of what is shared, that was started last. */
type Of = "microphone" | "shared";

/** Has it report these results, then an error, then its end, whichever there are. */
export function report(
  page: Page,
  of: Of,
  reported: { results?: Result[]; error?: string; end?: boolean },
): Promise<void> {
  return page.evaluate(
    ([which, { results, error, end }]) => {
      const { all, shared } = (globalThis as unknown as { fakeSpeech: FakeSpeech }).fakeSpeech;
      const isShared = (one: FakeRecognition) => shared.some((track) => track === one.track);
      const last = all.findLast((one) => isShared(one) === (which === "shared"));
      if (last === undefined) throw new Error("nothing is recognized");
      if (results !== undefined) {
        const list = results.map(({ text, isFinal = false }) =>
          Object.assign([{ transcript: text, confidence: 0.9 }], { isFinal }),
        );
        last.dispatchEvent(Object.assign(new Event("result"), { resultIndex: 0, results: list }));
      }
      if (error !== undefined) last.dispatchEvent(Object.assign(new Event("error"), { error }));
      if (end) {
        last.state = "ended";
        last.dispatchEvent(new Event("end"));
      }
    },
    [of, reported] as const,
  );
}

/** What was started so far, in order. */
export const recognitions = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { fakeSpeech: FakeSpeech }).fakeSpeech.all.map(
      ({ state, lang, processLocally, phrases }) => ({
        state,
        lang,
        processLocally,
        phrases: phrases.length,
      }),
    ),
  );

/** Ends the download that was asked for last. */
export const endDownload = (page: Page, isInstalled: boolean): Promise<void> =>
  page.evaluate(
    (result) => (globalThis as unknown as { fakeSpeech: FakeSpeech }).fakeSpeech.installs.at(-1)?.(result),
    isInstalled,
  );

/** Ends the shared sound as its tab does when it is closed. */
export const closeSharedTab = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const track = (globalThis as unknown as { fakeSpeech: FakeSpeech }).fakeSpeech.shared.at(-1);
    track?.stop();
    track?.dispatchEvent(new Event("ended"));
  });
