import type { Sender } from "@souffleur/contracts";
import { screenTexts, serverNow } from "@souffleur/shared-ui";
import { clearInterrupted, markRecording } from "../audio/interrupted.ts";
import { type AudioEvents, createMicrophoneSession } from "../audio/microphone-session.ts";
import { createSharedAudio } from "../audio/shared-audio.ts";
import type { Transcribed } from "../audio/transcription-queue.ts";
import type { Store } from "../lib/store.ts";
import { showInterim } from "../transcript/conversation.ts";
import { endOnServer } from "./end-on-server.ts";
import { addRecordedLine, changeCall, type LiveCallState } from "./live-call-state.ts";

/** The server's event for a recorded line arrives at about the same time as the answer. */
const ownLineGraceMs = 1000;

/** The sound of a call that the browser records: the agent's microphone, and the client's voice where it is shared. */
export function createCallRecording(store: Store<LiveCallState>) {
  const microphone = createMicrophoneSession();
  const sharedAudio = createSharedAudio();

  microphone.store.subscribe(() => {
    const heardHere = microphone.store.get().status === "hearing";
    store.set((state) => (state.heardHere === heardHere ? state : { ...state, heardHere }));
  });

  /** Adds the transcript as a line, unless the server's event for it has arrived by then. */
  function addTranscript(sender: Sender, { id, transcript: text, confidence }: Transcribed): void {
    const { callId } = store.get();
    const line = { id, sender, text, confidence, at: serverNow() };
    setTimeout(
      () => store.set((state) => (state.callId === callId ? addRecordedLine(state, line) : state)),
      ownLineGraceMs,
    );
  }

  const eventsOf = (sender: Sender): AudioEvents => ({
    onTranscript: (transcribed) => addTranscript(sender, transcribed),
    onInterim: ({ id: messageId, ...interim }) =>
      store.setThrottled((state) => {
        if (state.call.status !== "active") return state;
        return { ...state, conversation: showInterim(state.conversation, { ...interim, messageId, sender }) };
      }),
  });

  function stopRecording(): void {
    microphone.close();
    clearInterrupted("microphone");
  }

  function stopSharing(): void {
    sharedAudio.stop();
    clearInterrupted("sharedAudio");
  }

  function fail(error: unknown): void {
    console.warn("The microphone can't be recorded", error);
    microphone.close();
    const { callId } = store.get();
    store.set((state) => changeCall(state, { type: "recording_failed" }));
    if (callId !== undefined) endOnServer(callId);
    window.alert(screenTexts.call.microphone);
  }

  function record(): void {
    const { callId } = store.get();
    try {
      microphone.record(callId, eventsOf("agent"));
      markRecording("microphone", callId);
    } catch (error) {
      fail(error);
    }
  }

  return {
    microphone,
    sharedAudio,
    record,
    /** Ends the call whose microphone can't be recorded, and tells the agent. */
    fail,
    /** Records the agent in a running call, for example after a reload. */
    async startRecording(): Promise<void> {
      try {
        // A second press while the browser asks for the permission records once.
        if (!(await microphone.open())) return;
      } catch (error) {
        console.warn("The microphone can't be opened", error);
        window.alert(screenTexts.call.microphone);
        return;
      }
      if (store.get().call.status === "active") record();
      else microphone.close();
    },
    stopRecording,
    /** Records the client in a running call by the sound of the agent's softphone, in response to a user's press. */
    async shareAudio(): Promise<void> {
      const { callId } = store.get();
      if (callId === undefined) return;
      const { status } = microphone.store.get();
      const isHeardHere = status === "hearing" || status === "unrecognized";
      await sharedAudio.share(callId, eventsOf("client"), isHeardHere);
      const isShared = ["recording", "hearing"].includes(sharedAudio.store.get().status);
      if (isShared) markRecording("sharedAudio", callId);
    },
    stopSharing,
  };
}
