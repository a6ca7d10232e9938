import { type ScenarioName, startSimulation } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { call, onServerEvent, RequestError, runningCall, toast } from "@souffleur/shared-ui";
import { createStore } from "../lib/store.ts";
import { createStatusReports } from "../suggestions/report-status.ts";
import { t } from "../texts/texts.ts";
import { announceWhispers } from "./announce-whispers.ts";
import { applyServerEvent, browserClock, subscribeToEvents } from "./apply-server-event.ts";
import { createCallRecording } from "./call-recording.ts";
import { demoParties } from "./demo-parties.ts";
import { endOnServer, wasEndedHere } from "./end-on-server.ts";
import { keepCards } from "./keep-cards.ts";
import { keepFollowing } from "./keep-following.ts";
import { keepSuggesting } from "./keep-suggesting.ts";
import { callEnded, changeCall, initialLiveCall } from "./live-call-state.ts";

export type LiveCall = ReturnType<typeof createLiveCall>;

interface LiveCallOptions {
  /** Whether suggestions appear without a press of Generate. */
  auto: boolean;
}

/** An agent's call in this page: its state and the agent's actions, whichever screen is shown. */
export function createLiveCall({ auto }: LiveCallOptions) {
  const store = createStore({ ...initialLiveCall, auto });
  const { record, fail, ...recording } = createCallRecording(store);
  const { microphone, sharedAudio, stopRecording, stopSharing } = recording;
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

  async function startTestCall(scenario: ScenarioName): Promise<void> {
    if (store.get().call.status === "connecting") return;
    dispatch({ type: "test_call_requested" });
    if (store.get().call.status !== "connecting") return;
    try {
      await microphone.open();
    } catch (error) {
      if (store.get().call.status === "connecting") fail(error);
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

  return {
    store,
    ...recording,
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
    // Too many calls at once, or in all: only people can make room.
    if (
      error instanceof RequestError &&
      (error.code === "INVALID_TRANSITION" || error.code === "LIMIT_REACHED")
    )
      toast.error(error.message);
    return undefined;
  }
}
