// The part of the Web Speech API that is used; TypeScript's types have its results alone.

export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  phrases?: unknown;
  start(track?: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
}

export interface RecognitionEvent extends Event {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean } & ArrayLike<{ transcript: string; confidence: number }>>;
}

interface LanguageOptions {
  langs: readonly string[];
  processLocally: boolean;
}

export type Availability = "unavailable" | "downloadable" | "downloading" | "available";

interface RecognitionType {
  new (): Recognition;
  readonly prototype: Recognition;
  available?(options: LanguageOptions): Promise<Availability>;
  install?(options: LanguageOptions): Promise<boolean>;
}

interface SpeechGlobals {
  SpeechRecognition?: RecognitionType;
  webkitSpeechRecognition?: RecognitionType;
  SpeechRecognitionPhrase?: new (phrase: string, boost: number) => unknown;
}

const globals = globalThis as SpeechGlobals;

/** Read at each use: undefined in Firefox, and prefixed in Safari and in older Chromes. */
export const recognitionType = (): RecognitionType | undefined =>
  globals.SpeechRecognition ?? globals.webkitSpeechRecognition;

/**
 * Whether a given track is heard, and not whatever microphone the browser chooses. A browser that ignores the track can't be
 * told apart by its `start`; all that recognize on the device came after those that take one.
 */
export const takesTracks = (): boolean => {
  const type = recognitionType();
  return type !== undefined && "processLocally" in type.prototype;
};

interface Expected {
  /** Of products and people. */
  names: readonly string[];
  terms: readonly string[];
}

/** Makes words more likely to be recognized, where the browser can. */
export function expectWords(recognition: Recognition, { names, terms }: Expected): void {
  const { SpeechRecognitionPhrase: Phrase } = globals;
  if (Phrase === undefined || !("phrases" in recognition)) return;
  try {
    recognition.phrases = [
      ...names.map((name) => new Phrase(name, 5)),
      ...terms.map((term) => new Phrase(term, 2)),
    ];
  } catch (error) {
    console.warn("This browser expects no words", error);
  }
}
