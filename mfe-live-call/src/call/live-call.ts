import {
  endSimulation,
  type ScenarioName,
  type ServerEvent,
  type ServerEventName,
  startSimulation,
} from "@souffleur/contracts";
import { call, onServerEvent, RequestError, runningCall, screenTexts, toast } from "@souffleur/shared-ui";
import {
  createMicrophoneSession,
  type MicrophoneSession,
  type Transcribed,
} from "../audio/microphone-session.ts";
import { createStore, type Store } from "../store.ts";
import { applyServerEvent, type Clock, isInterim } from "./apply-server-event.ts";
import { demoParties } from "./demo-parties.ts";
import { localTime } from "./follow-call.ts";
import { addOwnLine, changeCall, initialLiveCall, type LiveCallState } from "./live-call-state.ts";

/** The server's own line of a recording comes over the socket at about the time of the answer. */
const ownLineGraceMs = 1000;

const clock: Clock = { now: Date.now, local: localTime };

/** Calls that were ended here. The server may not know yet: it could not be reached. */
const endedHere = new Set<string>();

/** The screen's call: what it shows, and what the agent can do to it. */
export interface LiveCall {
  store: Store<LiveCallState>;
  microphone: MicrophoneSession;
  startTestCall: (scenario: ScenarioName) => Promise<void>;
  endCall: () => void;
  closeCall: () => void;
  /** Records the agent in a call that is under way: after a reload, say. */
  startRecording: () => Promise<void>;
  /** Hears the socket. @returns what stops it and releases the microphone. */
  open: () => () => void;
}

interface LiveCallOptions {
  /** Whether suggestions may appear that nobody asked for here. */
  auto: boolean;
  /** Asks the server whether a recognizer is there to record for. */
  isTranscribed: () => Promise<boolean>;
}

export function createLiveCall({ auto, isTranscribed }: LiveCallOptions): LiveCall {
  const store = createStore({ ...initialLiveCall, auto });
  const microphone = createMicrophoneSession();
  const change = (event: Parameters<typeof changeCall>[1]) => store.set((state) => changeCall(state, event));

  function listen<Name extends ServerEventName>(name: Name): () => void {
    return onServerEvent(name, (event) => {
      const set = isInterim(name, event) ? store.setThrottled : store.setNextFrame;
      set((state) => applyServerEvent[name](state, event, clock));
    });
  }

  /** A call that was ended here and is announced again: the server has not learnt of its end. */
  function takeCall(started: ServerEvent<"call_started">): void {
    if (endedHere.has(started.callId)) endOnServer(started.callId);
    else store.set((state) => applyServerEvent.call_started(state, started, clock));
  }

  /** What the microphone's answer says becomes a line, unless the server's own line of it is here by then. */
  function takeTranscript({ id, transcript, confidence }: Transcribed): void {
    const { callId } = store.get();
    const line = { id, at: Date.now() };
    setTimeout(() => {
      store.set((state) =>
        state.callId === callId ? addOwnLine(state, { ...line, text: transcript, confidence }) : state,
      );
    }, ownLineGraceMs);
  }

  function cannotRecord(error: unknown): void {
    console.warn("The microphone can't be recorded", error);
    microphone.close();
    const { callId } = store.get();
    change({ type: "recording_failed" });
    if (callId !== undefined) endOnServer(callId);
    window.alert(screenTexts.call.microphone);
  }

  async function startTestCall(scenario: ScenarioName): Promise<void> {
    // Asked twice: the first one goes on.
    if (store.get().call.status === "connecting") return;
    change({ type: "test_call_requested" });
    if (store.get().call.status !== "connecting") return;
    try {
      await microphone.open();
    } catch (error) {
      if (store.get().call.status === "connecting") cannotRecord(error);
      return;
    }
    if (store.get().call.status !== "connecting") return;
    const [simulated, transcribed] = await Promise.all([startOnServer(scenario), isTranscribed()]);
    // Ended, or taken over by a telephone call, while the server was being asked.
    const { call: current } = store.get();
    const isWanted =
      current.status === "connecting" ||
      (current.status === "active" && current.callId === simulated?.callId);
    if (!isWanted) {
      microphone.close();
      if (simulated !== undefined) endOnServer(simulated.callId);
      return;
    }
    change({ type: "test_call_started", at: Date.now(), ...simulated });
    record(transcribed);
  }

  function record(transcribed: boolean): void {
    if (!transcribed) {
      microphone.rest();
      return;
    }
    try {
      microphone.record(store.get().callId, takeTranscript);
    } catch (error) {
      cannotRecord(error);
    }
  }

  return {
    store,
    microphone,
    startTestCall,
    endCall() {
      microphone.close();
      const { callId } = store.get();
      change({ type: "end_call", at: Date.now() });
      if (callId !== undefined) endOnServer(callId);
    },
    closeCall: () => change({ type: "reset" }),
    async startRecording() {
      const asked = isTranscribed();
      try {
        await microphone.open();
      } catch (error) {
        console.warn("The microphone can't be opened", error);
        window.alert(screenTexts.call.microphone);
        return;
      }
      const transcribed = await asked;
      if (store.get().call.status === "active") record(transcribed);
      else microphone.close();
    },
    open() {
      const running = runningCall();
      if (running !== undefined) takeCall(running);
      const stops = [onServerEvent("call_started", takeCall), ...otherEvents.map(listen)];
      return () => {
        for (const stop of stops) stop();
        microphone.close();
        if (store.get().call.status === "connecting") change({ type: "end_call", at: Date.now() });
      };
    },
  };
}

const otherEvents = (Object.keys(applyServerEvent) as ServerEventName[]).filter(
  (name) => name !== "call_started",
);

/** @returns undefined where it failed: the specification only warns, and the call goes on. */
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
    // Too many calls at once: the agent alone can end one.
    if (error instanceof RequestError && error.code === "INVALID_TRANSITION") toast.error(error.message);
    return undefined;
  }
}

function endOnServer(callId: string): void {
  endedHere.add(callId);
  call(endSimulation, { body: { callId, reason: "user_ended" } }).catch((error: unknown) =>
    console.warn("The end of the call could not be told to the server", error),
  );
}
