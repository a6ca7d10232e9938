import { endSimulation, type ScenarioName, type Sender, startSimulation } from "@souffleur/contracts";
import type { ServerEvent, ServerEventName } from "@souffleur/contracts/realtime";
import { call, onServerEvent, RequestError, runningCall, screenTexts, toast } from "@souffleur/shared-ui";
import { clearInterrupted, markRecording } from "../audio/interrupted.ts";
import { createMicrophoneSession, type MicrophoneSession } from "../audio/microphone-session.ts";
import { createSharedAudio, type SharedAudio } from "../audio/shared-audio.ts";
import type { Transcribed } from "../audio/transcription-queue.ts";
import { createStore, type Store } from "../lib/store.ts";
import { applyServerEvent, type Clock, isInterim } from "./apply-server-event.ts";
import { demoParties } from "./demo-parties.ts";
import { localTime } from "./follow-call.ts";
import { addRecordedLine, changeCall, initialLiveCall, type LiveCallState } from "./live-call-state.ts";

/** The server's event of a recorded line arrives at about the time of the answer. */
const ownLineGraceMs = 1000;

const clock: Clock = { now: Date.now, local: localTime };

/** Calls that were ended here; the server may not know where it could not be reached. */
const endedHere = new Set<string>();

/** The screen's call: its state and the agent's actions. */
export interface LiveCall {
  store: Store<LiveCallState>;
  microphone: MicrophoneSession;
  sharedAudio: SharedAudio;
  startTestCall: (scenario: ScenarioName) => Promise<void>;
  endCall: () => void;
  closeCall: () => void;
  /** Records the agent in a running call, after a reload for example. */
  startRecording: () => Promise<void>;
  stopRecording: () => void;
  /** Records the client in a running call, by the sound of the agent's softphone. Only a press may do so. */
  shareAudio: () => Promise<void>;
  stopSharing: () => void;
  /** Listens to the socket. @returns a function that stops it and releases microphone and shared sound. */
  open: () => () => void;
}

interface LiveCallOptions {
  /** Whether suggestions appear without a press of Generate. */
  auto: boolean;
  /** Asks the server whether a recognizer is configured. */
  isTranscribed: () => Promise<boolean>;
}

export function createLiveCall({ auto, isTranscribed }: LiveCallOptions): LiveCall {
  const store = createStore({ ...initialLiveCall, auto });
  const microphone = createMicrophoneSession();
  const sharedAudio = createSharedAudio();
  const dispatch = (event: Parameters<typeof changeCall>[1]) =>
    store.set((state) => changeCall(state, event));

  function listen<Name extends ServerEventName>(name: Name): () => void {
    return onServerEvent(name, (event) => {
      const set = isInterim(name, event) ? store.setThrottled : store.setNextFrame;
      set((state) => applyServerEvent[name](state, event, clock));
    });
  }

  /** A call that was ended here is announced again where the end did not reach the server. */
  function onCallStarted(started: ServerEvent<"call_started">): void {
    if (endedHere.has(started.callId)) endOnServer(started.callId);
    else store.set((state) => applyServerEvent.call_started(state, started, clock));
  }

  /** The transcript becomes a line, unless the server's event of it has arrived by then. */
  function addTranscript(sender: Sender, { id, transcript: text, confidence }: Transcribed): void {
    const { callId } = store.get();
    const line = { id, sender, text, confidence, at: Date.now() };
    setTimeout(
      () => store.set((state) => (state.callId === callId ? addRecordedLine(state, line) : state)),
      ownLineGraceMs,
    );
  }

  function stopRecording(): void {
    microphone.close();
    clearInterrupted("microphone");
  }

  function stopSharing(): void {
    sharedAudio.stop();
    clearInterrupted("sharedAudio");
  }

  function handleRecordingFailure(error: unknown): void {
    console.warn("The microphone can't be recorded", error);
    microphone.close();
    const { callId } = store.get();
    dispatch({ type: "recording_failed" });
    if (callId !== undefined) endOnServer(callId);
    window.alert(screenTexts.call.microphone);
  }

  async function startTestCall(scenario: ScenarioName): Promise<void> {
    if (store.get().call.status === "connecting") return;
    dispatch({ type: "test_call_requested" });
    if (store.get().call.status !== "connecting") return;
    try {
      await microphone.open();
    } catch (error) {
      if (store.get().call.status === "connecting") handleRecordingFailure(error);
      return;
    }
    if (store.get().call.status !== "connecting") return;
    const [simulated, transcribed] = await Promise.all([startOnServer(scenario), isTranscribed()]);
    // It may have ended, or given way to a telephone call, during the requests.
    const { call: current } = store.get();
    const isWanted =
      current.status === "connecting" ||
      (current.status === "active" && current.callId === simulated?.callId);
    if (!isWanted) {
      microphone.close();
      if (simulated !== undefined) endOnServer(simulated.callId);
      return;
    }
    dispatch({ type: "test_call_started", at: Date.now(), ...simulated });
    record(transcribed);
  }

  function record(transcribed: boolean): void {
    if (!transcribed) {
      microphone.standBy();
      return;
    }
    const { callId } = store.get();
    try {
      microphone.record(callId, (transcribed) => addTranscript("agent", transcribed));
      markRecording("microphone", callId);
    } catch (error) {
      handleRecordingFailure(error);
    }
  }

  return {
    store,
    microphone,
    sharedAudio,
    startTestCall,
    endCall() {
      stopRecording();
      stopSharing();
      const { callId } = store.get();
      dispatch({ type: "end_call", at: Date.now() });
      if (callId !== undefined) endOnServer(callId);
    },
    closeCall: () => dispatch({ type: "reset" }),
    async startRecording() {
      const transcribing = isTranscribed();
      try {
        await microphone.open();
      } catch (error) {
        console.warn("The microphone can't be opened", error);
        window.alert(screenTexts.call.microphone);
        return;
      }
      const transcribed = await transcribing;
      if (store.get().call.status === "active") record(transcribed);
      else microphone.close();
    },
    stopRecording,
    async shareAudio() {
      const { callId } = store.get();
      if (callId === undefined) return;
      await sharedAudio.share(callId, (transcribed) => addTranscript("client", transcribed));
      if (sharedAudio.store.get().status === "recording") markRecording("sharedAudio", callId);
    },
    stopSharing,
    open() {
      const running = runningCall();
      if (running !== undefined) onCallStarted(running);
      const stops = [onServerEvent("call_started", onCallStarted), ...otherEvents.map(listen)];
      return () => {
        for (const stop of stops) stop();
        microphone.close();
        sharedAudio.stop();
        if (store.get().call.status === "connecting") dispatch({ type: "end_call", at: Date.now() });
      };
    },
  };
}

const otherEvents = (Object.keys(applyServerEvent) as ServerEventName[]).filter(
  (name) => name !== "call_started",
);

/** @returns undefined where it failed: as specified, that is only logged and the call goes on. */
async function startOnServer(scenario: ScenarioName) {
  try {
    const { data } = await call(startSimulation, {
      body: {
        agentName: demoParties.agent,
        clientName: demoParties.client,
        scenario,
        callSid: `browser-${Date.now()}`,
      },
    });
    return { callId: data.callId, sessionId: data.sessionId };
  } catch (error) {
    console.warn("The simulation could not be started", error);
    // Too many calls at once: only the agent can end one.
    if (error instanceof RequestError && error.code === "INVALID_TRANSITION") toast.error(error.message);
    return undefined;
  }
}

function endOnServer(callId: string): void {
  endedHere.add(callId);
  call(endSimulation, { body: { callId, reason: "user_ended" } }).catch((error: unknown) =>
    console.warn("The call could not be ended on the server", error),
  );
}
