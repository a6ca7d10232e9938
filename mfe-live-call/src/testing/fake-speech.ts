import type { Availability } from "../audio/hearing/speech-interface.ts";

interface FakeResult {
  text: string;
  isFinal?: boolean;
  confidence?: number;
}

/** A fake of the browser's `SpeechRecognition`, which jsdom lacks: what it hears and reports is what a test says. */
export class FakeRecognition extends EventTarget {
  static all: FakeRecognition[] = [];
  static availability: Availability = "available";
  static installs: { resolve: (isInstalled: boolean) => void }[] = [];
  static available = async (): Promise<Availability> => FakeRecognition.availability;
  static install = (): Promise<boolean> =>
    new Promise((resolve) => void FakeRecognition.installs.push({ resolve }));

  declare processLocally: boolean;
  lang = "";
  continuous = false;
  interimResults = false;
  phrases: readonly { phrase: string; boost: number }[] = [];
  track: unknown;
  state: "new" | "started" | "stopped" | "aborted" = "new";
  constructor() {
    super();
    FakeRecognition.all.push(this);
  }
  start(track?: unknown): void {
    this.track = track;
    this.state = "started";
  }
  stop(): void {
    this.state = "stopped";
  }
  abort(): void {
    this.state = "aborted";
  }
  /** Reports these results, of which each has one text. */
  hear(...results: FakeResult[]): void {
    const list = results.map(({ text, isFinal = false, confidence = 0.9 }) =>
      Object.assign([{ transcript: text, confidence }], { isFinal }),
    );
    this.dispatchEvent(Object.assign(new Event("result"), { resultIndex: 0, results: list }));
  }
  fail(error: string): void {
    this.dispatchEvent(Object.assign(new Event("error"), { error }));
  }
  end(): void {
    this.dispatchEvent(new Event("end"));
  }
}

/** Of browsers that recognize on the device. */
Object.assign(FakeRecognition.prototype, { processLocally: false });

class FakePhrase {
  constructor(
    readonly phrase: string,
    readonly boost: number,
  ) {}
}

/** @returns a function that removes it */
export function installSpeech(availability: Availability = "available"): () => void {
  FakeRecognition.all = [];
  FakeRecognition.installs = [];
  FakeRecognition.availability = availability;
  Object.assign(globalThis, { SpeechRecognition: FakeRecognition, SpeechRecognitionPhrase: FakePhrase });
  return () => {
    Reflect.deleteProperty(globalThis, "SpeechRecognition");
    Reflect.deleteProperty(globalThis, "SpeechRecognitionPhrase");
  };
}

/** The one that was started last. */
export const lastRecognition = (): FakeRecognition => {
  const last = FakeRecognition.all.at(-1);
  if (last === undefined) throw new Error("Nothing is recognized");
  return last;
};
