import { createStore } from "../../lib/store.ts";
import { type Availability, recognitionType } from "./speech-interface.ts";

export type SpeechLanguage = "fr" | "en";

/** The languages of calls as browsers name them. */
export const browserLanguages = { fr: "fr-FR", en: "en-US" } as const satisfies Record<
  SpeechLanguage,
  string
>;

export interface BrowserSpeech {
  /**
   * `available`: recognizes on the device; `vendor`: only where the sound is sent to the browser's vendor; `downloading`: the
   * browser loads the language, and says nothing of how far it is.
   */
  status: "unknown" | "available" | "downloadable" | "downloading" | "vendor" | "unavailable";
  /** When this page has seen the download begin, by its own clock. */
  since: number | undefined;
  /** How the last download ended without the language. */
  ended: "failed" | "cancelled" | undefined;
}

/** A browser may leave the question open. */
const answerMs = 3000;
/** Some never say that a download has ended. */
const pollMs = 2000;

/** What this browser can recognize of the calls' language: of the page, not of one call. */
export function createBrowserSpeech() {
  const store = createStore<BrowserSpeech>({ status: "unknown", since: undefined, ended: undefined });
  /** Counts downloads and their ends: what was asked before changes nothing. */
  let generation = 0;
  let asked: Promise<void> | undefined;
  /** Whether this page waits for a download of its own, which the browser may not count as one. */
  let isDownloading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(change: Partial<BrowserSpeech>): void {
    store.set((state) => ({ ...state, ...change }));
  }

  async function ask(language: SpeechLanguage): Promise<void> {
    clearTimeout(timer);
    const current = generation;
    const found = await availabilityOf(language);
    if (current !== generation) return;
    if (found === "downloading") {
      show({ status: "downloading", since: store.get().since ?? performance.now() });
      timer = setTimeout(() => void check(language), pollMs);
    } else show({ status: found, since: undefined });
  }

  function check(language: SpeechLanguage): Promise<void> {
    if (isDownloading) return Promise.resolve();
    asked ??= ask(language).finally(() => {
      asked = undefined;
    });
    return asked;
  }

  return {
    store,
    /** Asks the browser; once for those that ask at the same time. */
    check,
    /** Downloads the language, in response to a user's press. */
    async download(language: SpeechLanguage): Promise<void> {
      generation += 1;
      const current = generation;
      clearTimeout(timer);
      isDownloading = true;
      show({ status: "downloading", since: performance.now(), ended: undefined });
      const options = { langs: [browserLanguages[language]], processLocally: true };
      const isInstalled = await settle(() => recognitionType()?.install?.(options), false);
      if (current !== generation) return;
      isDownloading = false;
      if (isInstalled) {
        show({ status: "available", since: undefined });
      } else show({ status: "downloadable", since: undefined, ended: "failed" });
    },
    /** No longer waits for the download. Nothing stops the browser's own work. */
    cancel(): void {
      generation += 1;
      isDownloading = false;
      clearTimeout(timer);
      show({ status: "downloadable", since: undefined, ended: "cancelled" });
    },
  };
}

/** @returns the value; `otherwise` where there is none, and where it fails */
async function settle<Value>(ask: () => Promise<Value> | undefined, otherwise: Value): Promise<Value> {
  try {
    return (await ask()) ?? otherwise;
  } catch (error) {
    console.warn("The browser's speech recognition does not answer", error);
    return otherwise;
  }
}

async function availabilityOf(
  language: SpeechLanguage,
): Promise<Exclude<BrowserSpeech["status"], "unknown">> {
  const type = recognitionType();
  if (type === undefined) return "unavailable";
  const options = { langs: [browserLanguages[language]], processLocally: true };
  const late = new Promise<Availability>((resolve) => setTimeout(() => resolve("unavailable"), answerMs));
  const onDevice = await settle(
    () => (type.available ? Promise.race([type.available(options), late]) : undefined),
    "unavailable",
  );
  return onDevice === "unavailable" ? "vendor" : onDevice;
}

/** Of this page. */
export const browserSpeech = createBrowserSpeech();
