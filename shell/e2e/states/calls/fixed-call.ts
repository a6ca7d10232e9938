import type { Call, CallSummary, Line } from "@souffleur/contracts";
import type { CoachingNote } from "@souffleur/contracts/coaching";
import type { StoredCustomer } from "@souffleur/contracts/customers";
import type { Whisper } from "@souffleur/contracts/desk";
import type { NextStep } from "@souffleur/contracts/next-steps";
import type { DeskAnswer, JoinAnswer, ServerEvent, ServerEventName } from "@souffleur/contracts/realtime";
import type { Page, WebSocketRoute } from "playwright/test";
import { answer } from "../state.ts";
import { loadNext } from "../walking.ts";
import { conversation, prompter, replies, storedReplies, suggestions, talk, words } from "./fixed-words.ts";

/** What a server with one call, or with none, answers and emits. */
export interface CallScene {
  started?: ServerEvent<"call_started">;
  lines: readonly Line[];
  /** What is emitted to the screen once it has joined the call; without a call, once it is connected. */
  events: readonly SocketEvent[];
  whispers?: readonly Whisper[];
  /** The open notes on the user's calls. */
  coaching?: readonly CoachingNote[];
  /** What the user has to do. */
  steps?: readonly NextStep[];
  /** The answer to a page that follows the wall. */
  desk?: Extract<DeskAnswer, { success: true }>;
  /** What a language model has written of the summary so far. */
  draft?: string;
  /** The agent's list of calls. */
  kept?: readonly CallSummary[];
  /** The stored customer on the line. */
  customer?: StoredCustomer;
}

type SocketEvent = { [Name in ServerEventName]: readonly [Name, ServerEvent<Name>] }[ServerEventName];

export const noCall: CallScene = { lines: [], events: [] };

const ids = { callId: "call-1", sessionId: "5f0c7a3e-6f0e-4f0c-9a53-3d1c0e9f0001" };

/** A call on the telephone that has been going on for two and a half minutes at `now`, in ms since the epoch. */
export function runningCall(now: number): CallScene {
  const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString();
  const lines = conversation.map(([sender, secondsAgo, text], index) => ({
    ...ids,
    id: `line-${index + 1}`,
    seq: index + 1,
    sender,
    text,
    timestamp: at(secondsAgo),
    confidence: 0.91 + index / 100,
    isTranscription: true,
  }));
  return {
    started: {
      ...ids,
      source: "telephony",
      startedAt: at(154),
      agentName: "Julien Carrel",
      customer: { name: "Hélène Vasseur", number: "+33 1 99 00 55 66" },
    },
    lines,
    events: [
      ...suggestions.map(
        ({ secondsAgo, ...suggestion }) =>
          [
            "suggestion",
            { ...suggestion, callId: ids.callId, timestamp: at(secondsAgo), provider: "playbook" },
          ] as const,
      ),
      ["sip_call_event", { ...ids, type: "call_established" }],
      ["audio_session_started", ids],
      ["service_status_change", { service: "asterisk", status: "monitoring" }],
      [
        "audio_health",
        {
          ...ids,
          legs: {
            client: { connected: true, packetsPerSecond: 50, gapMs: 21, levelDb: -17, held: false },
            agent: { connected: true, packetsPerSecond: 38, gapMs: 412, levelDb: -31, held: false },
          },
        },
      ],
      [
        "live_transcription",
        {
          transcript: "Et pour le contrat, est-ce qu'on pourrait",
          is_final: false,
          speaker: 0,
          confidence: 0.82,
          timestamp: at(2),
          messageId: "line-6",
          sessionId: ids.sessionId,
        },
      ],
    ],
  };
}

/** The same call with one telephone lost, the other on hold and no recognizer. */
export function troubledCall(now: number): CallScene {
  const call = runningCall(now);
  const silent = { packetsPerSecond: 0, gapMs: 5210, levelDb: -90 };
  return {
    ...call,
    events: [
      ...call.events,
      [
        "audio_health",
        {
          ...ids,
          legs: {
            client: { ...silent, connected: false, held: false },
            agent: { ...silent, connected: true, held: true },
          },
        },
      ],
      [
        "service_status_change",
        {
          service: "recognizer",
          status: "down",
          detail: "the connection to the recognizer was lost; it is being restored",
        },
      ],
    ],
  };
}

/** No call, and a list of earlier ones at `now`, in ms since the epoch. */
export function earlierCalls(now: number): CallScene {
  const call = (index: number, name: string, differences: Partial<CallSummary> = {}): CallSummary => ({
    callId: `call-${index}`,
    agentId: "person-0",
    agentName: "Camille Moreau",
    customer: { name },
    source: "telephony",
    status: "ended",
    startedAt: new Date(now - index * 5_400_000).toISOString(),
    durationSeconds: 97 + index * 61,
    lines: 12 + index * 7,
    suggestionsUsed: index % 3,
    ...differences,
  });
  return {
    ...noCall,
    kept: [
      call(1, "Hélène Vasseur"),
      call(2, "Paul Mercier", { outcome: "successful", amount: 12_400 }),
      call(3, "Claire Fontaine-Delacroix", { outcome: "follow_up" }),
      call(4, "Ateliers Morvan", { outcome: "unreachable" }),
    ],
  };
}

/** A call of that list, with its outcome. */
export function endedCall(now: number): Call {
  return {
    callId: "call-2",
    sessionId: ids.sessionId,
    status: "ended",
    source: "telephony",
    agentName: "Camille Moreau",
    customer: { name: "Paul Mercier", number: "+33 1 99 00 55 66" },
    startedAt: new Date(now - 10_800_000).toISOString(),
    endedAt: new Date(now - 10_581_000).toISOString(),
    reason: "hangup",
    seq: 5,
    notes: "Contrat de douze postes, à signer avant fin mars.",
    notesRevision: 1,
    outcome: "successful",
    amount: 12_400,
    nextStep: "Envoyer le contrat signé à Nantes",
    nextStepAt: "2026-03-31",
    outcomeRevision: 1,
  };
}

/** The review of the call that has ended. */
export function endedReview(now: number) {
  return { call: { ...endedCall(now), agentId: "person-0" }, talk, suggestions: storedReplies };
}

/** Answers what the call's screen asks for by itself, and its end. */
export async function answerCall(
  page: Page,
  { started, lines, kept = [], whispers = [], coaching = [], steps = [], desk, customer }: CallScene,
): Promise<void> {
  const call = { ...started, status: "active", scenario: "discovery", seq: lines.length, notes: "" };
  const answers: [address: string, data: unknown][] = [
    ["**/api/stt/stats*", { stats: { transcripts: 128, packetsReceived: 5421 } }],
    ["**/api/stt/language", { language: "fr", model: "nova-3", configured: true }],
    ["**/api/calls/*", { call: { ...call, notesRevision: 0 } }],
    ["**/api/calls/*/transcript*", { lines }],
    ["**/api/calls/*/suggestions/*", { state: "shown" }],
    ["**/api/calls/*/whispers", { whispers, prompter }],
    ["**/api/calls/*/replies", { replies }],
    ["**/api/calls/*/line-notes", { notes: [] }],
    ["**/api/next-steps?*", { steps, today: "2026-03-12" }],
    ["**/api/coaching", { notes: coaching, count: coaching.length }],
    ["**/api/coaching/told", { tell: false }],
    ["**/api/calls/*/help", { help: { askedAt: call.startedAt } }],
    [
      "**/api/help",
      { requests: desk?.data.calls.flatMap((one) => (one.help ? [{ ...one, words }] : [])) ?? [] },
    ],
    ["**/api/presence", { away: false }],
    ["**/api/calls/*/outcome", { outcome: "successful", amount: 12_400, revision: 1 }],
    ["**/api/calls/*/review", { call: { ...call, agentId: "person-0" }, talk, suggestions: storedReplies }],
    ["**/api/calls?*", { calls: kept }],
    ["**/api/calls?*toWrapUp*", { calls: kept.filter(({ outcome }) => outcome === undefined) }],
  ];
  if (customer) answers.push(["**/api/customers/*", customer]);
  for (const [address, data] of answers) await answer(page, address, data);
}

/** The latest connection of a page whose socket is answered here; none once it is lost. */
const connections = new WeakMap<Page, WebSocketRoute | "lost" | undefined>();

/** Ends the connection of a page whose socket is answered here, and each new one. */
export async function loseConnection(page: Page): Promise<void> {
  const open = connections.get(page);
  connections.set(page, "lost");
  if (open !== "lost") await open?.close();
}

/** Speaks Socket.IO's protocol for the server. */
export async function answerSocket(
  page: Page,
  { started, lines, events, desk, draft }: CallScene,
): Promise<void> {
  if (!connections.has(page)) loadNext(page);
  connections.set(page, undefined);
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (connections.get(page) === "lost") return void socket.close();
    connections.set(page, socket);
    const emit = (event: readonly unknown[]) => socket.send(`42${JSON.stringify(event)}`);
    socket.onMessage((message) => {
      const text = String(message);
      if (text.startsWith("40")) {
        socket.send('40{"sid":"fixed"}');
        // On the wall the call is somebody else's.
        const own = desk === undefined ? started : undefined;
        for (const event of own === undefined ? events : [["call_started", own]]) emit(event);
      }
      const [, acknowledged, request] = /^42(\d+)\["(\w+)"/.exec(text) ?? [];
      if (request === "heartbeat") socket.send(`43${acknowledged}[{"success":true,"data":{}}]`);
      if (request === "follow_desk" && desk) socket.send(`43${acknowledged}${JSON.stringify([desk])}`);
      if (request !== "join_call_session" || started === undefined) return;
      const { callId, startedAt } = started;
      const join: JoinAnswer = {
        success: true,
        data: { callId, status: "active", startedAt, seq: lines.length, lines: [...lines] },
      };
      socket.send(`43${acknowledged}${JSON.stringify([join])}`);
      for (const event of events) emit(event);
    });
    if (draft !== undefined) {
      // The page listens once it asks for the summary.
      const writing = setInterval(() => emit(["summary_draft", { callId: ids.callId, text: draft }]), 200);
      socket.onClose(() => clearInterval(writing));
    }
    socket.send(
      '0{"sid":"fixed","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":16000}',
    );
  });
}
