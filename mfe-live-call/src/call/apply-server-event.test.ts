import { type ServerEvent, type ServerEventName, serverEvents } from "@souffleur/contracts/realtime";
import { applyServerEvent, type Clock, effects } from "./apply-server-event.ts";
import {
  addRecordedLine,
  changeCall,
  initialLiveCall,
  joined,
  type LiveCallState,
} from "./live-call-state.ts";

const now = Date.parse("2026-03-02T09:00:10.000Z");
const clock: Clock = { now: () => now, local: Date.parse };
const ids = { callId: "call-1", sessionId: "9e107d9d-372b-4a46-8a6f-0c8f2f6a1b11" };
const other = { callId: "call-2", sessionId: "1d9b6a9e-6a0e-4a53-8a25-6f9b2c2d2f10" };
const started = {
  ...ids,
  startedAt: "2026-03-02T09:00:00.000Z",
  source: "telephony" as const,
  agentName: "Ana Ruiz",
  customer: { name: "Paul Mercier" },
};
const suggestion = {
  id: "s1",
  text: "Combien êtes-vous ?",
  confidence: 0.8,
  category: "question" as const,
  timestamp: "2026-03-02T09:00:09.000Z",
  callId: ids.callId,
};
const ended = { ...ids, endedAt: "2026-03-02T09:01:00.000Z", durationSeconds: 60 };

/** Applies an event after parsing it with its contract. */
function after<Name extends ServerEventName>(
  state: LiveCallState,
  name: Name,
  payload: unknown,
): LiveCallState {
  return applyServerEvent(name, state, serverEvents[name].parse(payload) as ServerEvent<Name>, clock);
}

const active = after(initialLiveCall, "call_started", started);
const texts = ({ conversation }: LiveCallState) =>
  conversation.bubbles.map(({ sender, text }) => [sender, text]);

test.each([
  ...[
    "conversation_message",
    "suggestion",
    "live_transcription",
    "transcription",
    "call_started",
    "call_ended",
  ],
  ...["real_time_transcription", "bridge_transcription", "transcript_received", "service_status_change"],
  ...[
    "asterisk_audio_connected",
    "asterisk_audio_disconnected",
    "audio_session_started",
    "audio_session_ended",
  ],
])("the specified event %s has an effect", (name) => {
  expect(effects).toHaveProperty(name);
});

describe("call_started and call_ended", () => {
  test("show a call that started elsewhere, with its names and its start time", () => {
    expect(active.call).toEqual({ status: "active", startedAt: Date.parse(started.startedAt), ...ids });
    expect(active.names).toEqual({ agent: "Ana Ruiz", client: "Paul Mercier" });
  });

  test("show why the call ended, even if it is already over on this screen", () => {
    const reason = "server_restarted";
    const over = after(active, "call_ended", { ...ended, reason });
    expect(over.endReason).toBe(reason);
    expect(over.call).toMatchObject({ status: "ended", endedAt: Date.parse(ended.endedAt) });
    expect(after({ ...over, endReason: undefined }, "call_ended", { ...ended, reason }).endReason).toBe(
      reason,
    );
    expect(after(active, "call_ended", { ...ended, ...other, reason })).toBe(active);
  });

  test("remove everything about a call that was deleted after its end", () => {
    const over = after(active, "call_ended", ended);
    const { callId, conversation, call } = after(over, "call_deleted", ids);
    expect({ callId, lines: conversation.bubbles, call }).toEqual({
      callId: undefined,
      lines: [],
      call: expect.objectContaining({ status: "error", message: "This call was deleted." }),
    });
    expect(after(over, "call_deleted", other)).toBe(over);
    expect(after(active, "call_deleted", ids)).toBe(active);
  });

  test("queue a second call until the first is over", () => {
    const waiting = after(active, "call_started", { ...started, ...other });
    expect(waiting.callId).toBe("call-1");
    expect(after(waiting, "call_ended", ended)).toMatchObject({
      call: { status: "active", callId: "call-2" },
      callId: "call-2",
      next: undefined,
    });
    expect(after(waiting, "call_ended", { ...ended, ...other }).next).toBeUndefined();
  });
});

describe("transcription events", () => {
  const names = [
    "live_transcription",
    "transcription",
    "real_time_transcription",
    "bridge_transcription",
    "transcript_received",
  ] as const;

  test.each(names)("%s shows interim text, then the line", (name) => {
    const interim = { transcript: "Bonjour", is_final: false, speaker: 0, confidence: 0.4 };
    const speaking = after(active, name, interim);
    expect(speaking.conversation.interims.client).toMatchObject({ text: "Bonjour", confidence: 0.4 });
    const final = after(speaking, name, { text: "Bonjour madame.", isFinal: true, speakerType: "caller" });
    expect(texts(final)).toEqual([["agent", "Bonjour madame."]]);
  });

  test("show a line once if several of them carry it and it is stored", () => {
    const final = { transcript: "Oui.", is_final: true, speaker: 0, messageId: "m1", seq: 1, timestamp: now };
    const changed = names.reduce((state, name) => after(state, name, final), active);
    const both = after(changed, "conversation_message", {
      ...ids,
      id: "m1",
      seq: 1,
      sender: "client",
      text: "Oui.",
      timestamp: new Date(now).toISOString(),
      confidence: 0.9,
      isTranscription: true,
    });
    expect(texts(both)).toEqual([["client", "Oui."]]);
    expect(both.lastClientLine).toBe("m1");
  });

  test("of another session, or without a call on the screen, are ignored", () => {
    const line = { transcript: "Non.", is_final: true, speaker: 0 };
    expect(after(active, "live_transcription", { ...line, sessionId: other.sessionId })).toBe(active);
    expect(after(initialLiveCall, "live_transcription", { ...line, ...ids })).toBe(initialLiveCall);
  });

  test("of the bridge start a call with their first final line", () => {
    const interim = { transcript: "Allô", is_final: false, speaker: 0, sessionId: ids.sessionId };
    expect(after(initialLiveCall, "bridge_transcription", interim).call.status).toBe("waiting");
    const first = after(initialLiveCall, "bridge_transcription", { ...interim, is_final: true });
    expect(first).toMatchObject({ call: { status: "active", startedAt: now }, sessionId: ids.sessionId });
    expect(texts(first)).toEqual([["client", "Allô"]]);
  });

  test("of the bridge do not restart a call that was closed", () => {
    const closed = changeCall(after(active, "call_ended", ended), { type: "reset" });
    const late = { transcript: "Au revoir.", is_final: true, speaker: 0, sessionId: ids.sessionId };
    expect(after(closed, "bridge_transcription", late).call.status).toBe("waiting");
  });

  test("still add a call's last lines after its end, but no interim text", () => {
    const over = after(active, "call_ended", ended);
    const late = { transcript: "Au revoir.", speaker: 0, sessionId: ids.sessionId };
    expect(texts(after(over, "live_transcription", { ...late, is_final: true }))).toHaveLength(1);
    expect(after(over, "live_transcription", { ...late, is_final: false })).toBe(over);
  });
});

describe("the other events", () => {
  test("change each leg's audio", () => {
    const changed = after(active, "asterisk_audio_connected", { ...ids, leg: "client" });
    expect(changed.legs).toEqual({ client: true });
    expect(after(changed, "asterisk_audio_disconnected", ids).legs).toEqual({ client: false, agent: false });
  });

  test("change the audio session and the services; the last one without an effect is kept if it is about the call", () => {
    const session = after(active, "audio_session_started", ids);
    expect(session.audioSessionId).toBe(ids.sessionId);
    expect(after(session, "audio_session_ended", ids).audioSessionId).toBeUndefined();
    const hungUp = after(active, "sip_call_event", { ...ids, type: "call_hangup", cause: "16" });
    expect(hungUp.lastEvents.sip_call_event).toMatchObject({ type: "call_hangup", cause: "16" });
    expect(hungUp.call.status).toBe("active");
    expect(after(active, "organization_renamed", { id: "o", name: "Acme" })).toBe(active);
    const change = { service: "recognizer", status: "down", detail: "1008" };
    expect(after(active, "service_status_change", change).services.recognizer).toMatchObject(change);
  });

  test("show the recognizer's state on a page that was opened later", () => {
    const leg = { connected: true, packetsPerSecond: 50, gapMs: 20, levelDb: -20, held: false };
    const legs = { client: leg, agent: leg };
    const opened = after(active, "service_status_change", { service: "recognizer", status: "ready" });
    const healthEvent = { ...ids, legs, recognizer: { status: "down", detail: "1008" } };
    expect(after(opened, "audio_health", healthEvent).services.recognizer).toMatchObject({
      status: "down",
      detail: "1008",
    });
    expect(after(opened, "audio_health", { ...ids, legs }).services.recognizer?.status).toBe("ready");
    expect(after(opened, "audio_health", { ...healthEvent, ...other })).toBe(opened);
  });

  test("of another call change nothing", () => {
    for (const name of ["sip_call_event", "audio_session_started", "asterisk_audio_connected"] as const)
      expect(after(active, name, { ...other, type: "call_hangup" })).toBe(active);
    expect(after(active, "suggestion", { ...suggestion, callId: "call-2" })).toBe(active);
    expect(after(active, "call_ended", { ...ended, ...other })).toBe(active);
  });
});

test("suggestions are added once", () => {
  const shown = after(active, "suggestion", suggestion);
  expect(shown.suggestions.shown.map((one) => one?.suggestion.id)).toEqual([undefined, undefined, "s1"]);
  expect(after(shown, "suggestion", suggestion)).toBe(shown);
});

describe("a line that was recorded in this browser", () => {
  const own = { id: "m1", sender: "agent", text: "Je vous écoute.", confidence: 0.9, at: now } as const;

  test("is added if the server's event has not arrived", () => {
    expect(texts(addRecordedLine(active, own))).toEqual([["agent", "Je vous écoute."]]);
  });

  test("is not added if it has, and not twice if it arrives later", () => {
    const transcript = own.text;
    const line = { transcript, is_final: true, speaker: 1, messageId: "m1", seq: 1, timestamp: now };
    const changed = after(active, "live_transcription", line);
    expect(addRecordedLine(changed, own)).toBe(changed);
    expect(texts(after(addRecordedLine(active, own), "live_transcription", line))).toHaveLength(1);
  });
});

describe("line_changed", () => {
  const line = {
    ...ids,
    id: "half",
    seq: 1,
    sender: "client",
    text: "Ma carte, c'est 4970 1012",
    timestamp: new Date(now).toISOString(),
    confidence: 0.9,
    isTranscription: true,
  };
  const masked = "Ma carte, c'est [numéro de carte masqué]";
  const suggestion = {
    id: "s1",
    callId: ids.callId,
    text: "Merci, je note.",
    confidence: 0.9,
    category: "response",
    timestamp: line.timestamp,
    trigger: { messageId: "half", text: line.text },
  };
  const waiting = { ...suggestion, id: "s2", text: "Très bien." };
  const shown = [suggestion, waiting].reduce(
    (state, one) => after(state, "suggestion", one),
    after(active, "conversation_message", line),
  );

  test("replaces a line's text in the conversation, and in suggestions that quote it", () => {
    const changed = after(shown, "line_changed", { ...ids, line: { ...line, text: masked } });
    expect(texts(changed)).toEqual([["client", masked]]);
    expect(JSON.stringify([changed.conversation.bubbles, changed.suggestions])).not.toContain("4970");
    expect(after(changed, "line_changed", { ...ids, line: { ...line, text: masked } })).toBe(changed);
  });

  test("of another call, or of an unknown line, changes nothing", () => {
    const text = "Autre chose.";
    expect(after(shown, "line_changed", { ...other, line: { ...line, ...other, text } })).toBe(shown);
    expect(after(shown, "line_changed", { ...ids, line: { ...line, id: "unknown", text } })).toBe(shown);
  });

  test("that was missed is in the answer to joining again", () => {
    const data = { ...started, status: "active", seq: 1, lines: [], changed: [{ ...line, text: masked }] };
    const back = joined(shown, ids.sessionId, data as Parameters<typeof joined>[2], 0);
    expect(JSON.stringify([back.conversation.bubbles, back.suggestions])).not.toContain("4970");
  });
});
