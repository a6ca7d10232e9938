import { useRef, useState } from "react";
import { initialLiveCall, type LiveCallState, showPastCall } from "../call/live-call-state.ts";
import { createStore, type Store } from "../lib/store.ts";
import { useNotes } from "../notes/use-notes.ts";
import { WrapUpPane } from "../screen/wrap-up/wrap-up-pane.tsx";
import { page, show } from "./open-screen.tsx";

interface Opened {
  store: Store<LiveCallState>;
  callId: string;
  /** The lines that were gone to. */
  shown: number[];
}

let opened: Opened;

function Pane() {
  const { store, callId, shown } = opened;
  const notes = useNotes(callId, true);
  const section = useRef<HTMLElement>(null);
  const [isLeft, setLeft] = useState(false);
  const onLine = (seq: number) => void shown.push(seq);
  if (isLeft) return <p>left</p>;
  return <WrapUpPane {...{ store, callId, notes, section, onLine }} onNext={() => setLeft(true)} />;
}

/**
 * The wrap-up of an ended call without the screen around it, in which a control is found ten times as fast.
 * @param texts what the agent and the client said in turn
 */
export async function openWrapUp(texts: readonly string[] = []) {
  const { server } = page;
  Object.assign(server.call, { status: "ended", endedAt: new Date().toISOString() });
  for (const [at, text] of texts.entries()) server.store(at % 2 === 0 ? "agent" : "client", text);
  const { call, lines } = server;
  const times = { startedAt: Date.parse(call.startedAt), endedAt: Date.now() };
  const past = { ...times, lines, openedAs: "wrap-up" as const };
  const store = createStore(showPastCall(initialLiveCall, { ...call, seq: lines.length }, past));
  const shown: number[] = [];
  opened = { store, callId: call.callId, shown };
  const app = await show({}, { routes: [{ path: "/live-call", Component: Pane }] });
  return { ...app, shown };
}
