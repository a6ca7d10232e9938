import { sttLanguage } from "@souffleur/contracts";
import { speechTerms } from "@souffleur/contracts/heard-text";
import { call, RequestError } from "@souffleur/shared-ui";
import { deliver } from "@souffleur/shared-ui/saving";
import { t } from "../../texts/texts.ts";
import type { OverlappingRecorder } from "../overlapping-recorder.ts";
import { browserLanguages, browserSpeech } from "./browser-speech.ts";
import { type GivenUp, hearTrack, type Trouble, type Utterance } from "./hear-track.ts";
import type { HeardLine, HearEvents } from "./heard-line.ts";
import { createHeardQueue } from "./heard-queue.ts";
import { hearsClients, hearsHere } from "./hearing-state.ts";
import { hideNumbers } from "./hide-numbers.ts";
import { expectWords } from "./speech-interface.ts";

const troubleTexts = {
  network: () => t("This browser's speech recognition has no connection. It tries again."),
  "audio-capture": () => t("This browser's speech recognition gets no sound. It tries again."),
  aborted: () => t("Another tab or program uses this browser's speech recognition."),
} as const satisfies Record<Trouble, () => string>;

const givenUpTexts = {
  "not-allowed": () => t("This browser does not allow speech recognition for this site."),
  "service-not-allowed": () => t("This browser does not allow speech recognition for this site."),
  "language-not-supported": () => t("This browser does not recognize the language of your calls."),
} as const satisfies Record<GivenUp, () => string>;

/** Recognizes the sound of a stream in this browser as soon as it can, and has it stored as lines of a call. */
export function hear(stream: MediaStream, line: HeardLine, events: HearEvents): OverlappingRecorder {
  const [track] = stream.getAudioTracks();
  const { callId, speaker } = line;
  let session: OverlappingRecorder | undefined;
  let queue: ReturnType<typeof createHeardQueue> | undefined;
  const stopped = new AbortController();
  /** Whether the server has refused the last text. */
  let isRefused = false;

  async function start(): Promise<void> {
    const { signal } = stopped;
    const [{ data: speech }, expected] = await Promise.all([
      deliver(() => call(sttLanguage, {}, signal), { signal }),
      call(speechTerms, {}).then(
        ({ data }) => data,
        () => undefined,
      ),
    ]);
    if (signal.aborted || track === undefined) return;
    await browserSpeech.check(speech.language);
    const begin = () => {
      const { status } = browserSpeech.store.get();
      const isHeard =
        hearsHere(status, speech.vendorSpeech === true) && (speaker === "agent" || hearsClients());
      if (signal.aborted || session !== undefined || !isHeard) return;
      stopWaiting();
      const onDevice = status === "available";
      queue = createHeardQueue({ callId, speaker, onDevice }, queueEvents);
      session = hearTrack(
        track,
        {
          language: browserLanguages[speech.language],
          onDevice,
          // Those that send the sound to their vendor take none.
          expect: onDevice && expected ? (recognition) => expectWords(recognition, expected) : undefined,
        },
        trackEvents,
      );
      events.onState({ isHearing: true });
    };
    // A download may end during the call.
    const stopWaiting = browserSpeech.store.subscribe(begin);
    signal.addEventListener("abort", stopWaiting);
    begin();
    if (session === undefined) events.onState({ isHearing: false });
  }

  /** The interim text of an utterance, empty to take it back. */
  const show = ({ id, text, confidence }: Utterance) =>
    events.onInterim({ id, text: hideNumbers(text), confidence });

  function stop(): void {
    stopped.abort();
    session?.stop();
    queue?.stop();
    events.onInterim({ id: "", text: "", confidence: 0 });
  }

  function giveUp(refusal: string): void {
    stop();
    events.onState({ isHearing: false, refusal });
  }

  const trackEvents = {
    onInterim: show,
    onFinal(utterance: Utterance) {
      // It stays until its line comes.
      show(utterance);
      queue?.push(utterance);
    },
    onTrouble: (trouble: Trouble | undefined) =>
      events.onState({ isHearing: true, refusal: trouble && troubleTexts[trouble]() }),
    onGivenUp: (reason: GivenUp) => giveUp(givenUpTexts[reason]()),
  };
  const queueEvents = {
    onTranscript: events.onTranscript,
    onEcho: (utterance: Utterance) => show({ ...utterance, text: "" }),
    onAccepted: () => {
      if (!isRefused) return;
      isRefused = false;
      events.onState({ isHearing: true });
    },
    onRefused(error: unknown) {
      console.warn(`A text was not stored: ${String(error)}`);
      if (!(error instanceof RequestError)) return;
      const reason = error.serverMessage ?? error.message;
      // No longer allowed, or another server's: the next text would be refused as well.
      if (error.code === "FORBIDDEN" || error.code === "INVALID_TRANSITION") giveUp(reason);
      else {
        isRefused = true;
        events.onState({ isHearing: true, refusal: reason });
      }
    },
  };

  start().catch((error: unknown) => {
    if (stopped.signal.aborted) return;
    console.warn("This browser does not hear the call", error);
    events.onState({ isHearing: false });
  });
  return {
    finish() {
      stopped.abort();
      session?.finish();
    },
    stop,
  };
}
