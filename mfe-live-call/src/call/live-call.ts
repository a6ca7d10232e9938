import { type ScenarioName, type Sender, startSimulation } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import {
  call,
  onServerEvent,
  RequestError,
  runningCall,
  screenTexts,
  serverNow,
  toast,
} from "@souffleur/shared-ui";
import { clearInterrupted, markRecording } from "../audio/interrupted.ts";
import { createMicrophoneSession } from "../audio/microphone-session.ts";
import { createSharedAudio } from "../audio/shared-audio.ts";
import type { Transcribed } from "../audio/transcription-queue.ts";
import { createStore } from "../lib/store.ts";
import { createStatusReports } from "../suggestions/report-status.ts";
import { t } from "../texts/texts.ts";
import { announceWhispers } from "./announce-whispers.ts";
import { applyServerEvent, browserClock, subscribeToEvents } from "./apply-server-event.ts";
import { demoParties } from "./demo-parties.ts";
import { endOnServer, wasEndedHere } from "./end-on-server.ts";
import { keepCards } from "./keep-cards.ts";
import { keepFollowing } from "./keep-following.ts";
import { keepSuggesting } from "./keep-suggesting.ts";
import { addRecordedLine, callEnded, changeCall, initialLiveCall } from "./live-call-state.ts";

/** The server's event for a recorded line arrives at about the same time as the answer. */
const ownLineGraceMs = 1000;

export type LiveCall = ReturnType<typeof createLiveCall>;

interface LiveCallOptions {
  /** Whether suggestions appear without a press of Generate. */
  auto: boolean;
}

/** An agent's call in this page: its state and the agent's actions, whichever screen is shown. */
export function createLiveCall({ auto }: LiveCallOptions) {
  const store = createStore({ ...initialLiveCall, auto });
  const microphone = createMicrophoneSession();
  const sharedAudio = createSharedAudio();
  const report = createStatusReports();
  let isShown = false;
  let wasShown = false;
  const dispatch = (event: Parameters<typeof changeCall>[1]) =>
    store.set((state) => changeCall(state, event));

  /** A call that was ended here is announced again if the request to end it did not reach the server. */
  function onCallStarted(started: ServerEvent<"call_started">): void {
    if (wasEndedHere(started.callId)) endOnServer(started.callId);
    else store.set((state) => applyServerEvent("call_started", state, started, browserClock));
  }

  function takeRunning(): void {
    const running = runningCall();
    if (running !== undefined) onCallStarted(running);
  }

  /** Adds the transcript as a line, unless the server's event for it has arrived by then. */
  function addTranscript(sender: Sender, { id, transcript: text, confidence }: Transcribed): void {
    const { callId } = store.get();
    const line = { id, sender, text, confidence, at: serverNow() };
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
    const simulated = await startOnServer(scenario);
    // The call may have ended during the requests, or a telephone call may have replaced it.
    const { call: current } = store.get();
    const isWanted =
      current.status === "connecting" ||
      (current.status === "active" && current.callId === simulated?.callId);
    if (!isWanted) {
      microphone.close();
      if (simulated?.callId !== undefined) endOnServer(simulated.callId);
      return;
    }
    dispatch({ type: "call_started", at: Date.now(), ...simulated });
    record();
  }

  function record(): void {
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
    endCall(): void {
      stopRecording();
      stopSharing();
      const { callId } = store.get();
      const at = Date.now();
      dispatch({ type: "end_call", at });
      if (callId === undefined) return;
      // The server's event, which has the reason, does not come without a socket.
      store.set((state) => callEnded(state, { callId, reason: "user_ended" }, at));
      endOnServer(callId);
    },
    closeCall: () => dispatch({ type: "reset" }),
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
      await sharedAudio.share(callId, (transcribed) => addTranscript("client", transcribed));
      if (sharedAudio.store.get().status === "recording") markRecording("sharedAudio", callId);
    },
    stopSharing,
    /** Reports what the agent did with a suggestion. */
    report,
    /** Takes the running call that was announced before this page held one. */
    takeRunning,
    /** Whether the call's screen was shown in this page. */
    wasShown: () => wasShown,
    /** Called when the call's screen is shown. @returns a function for when another screen is shown */
    show(): () => void {
      takeRunning();
      isShown = true;
      wasShown = true;
      return () => {
        isShown = false;
        // A call that is over is opened from the list.
        dispatch({ type: "reset" });
      };
    },
    /** Handles the socket's events. @returns a function that stops it and releases microphone and shared sound */
    open(): () => void {
      const stops = [
        onServerEvent("call_started", onCallStarted),
        subscribeToEvents(store, (name) => name !== "call_started"),
        keepCards(store),
        keepFollowing(store),
        keepSuggesting(store, () => wasShown || document.visibilityState === "visible"),
        announceWhispers(store, report),
        microphone.store.subscribe(() => {
          // The panel that shows it is on the call's screen.
          if (!isShown && microphone.store.get().status === "lost") toast.error(t("The microphone was lost"));
        }),
        store.subscribe(() => {
          const { status } = store.get().call;
          if (status === "active" || status === "connecting") return;
          microphone.close();
          sharedAudio.stop();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        microphone.close();
        sharedAudio.stop();
        if (store.get().call.status === "connecting") dispatch({ type: "end_call", at: Date.now() });
      };
    },
  };
}

/** @returns undefined where it failed: as specified, that is only logged and the call continues. */
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
    return { callId: data?.callId, sessionId: data?.sessionId };
  } catch (error) {
    console.warn("The simulation could not be started", error);
    // Too many calls at once: only the agent can end one.
    if (error instanceof RequestError && error.code === "INVALID_TRANSITION") toast.error(error.message);
    return undefined;
  }
}
