import { randomUUID } from "node:crypto";
import {
  type Call,
  type CallOutcome,
  type CallSummary,
  endSimulation,
  generateSuggestions,
  getCall,
  getTranscript,
  type Line,
  listCalls,
  reportSuggestion,
  reviewCall,
  type Suggestion,
  type SuggestionStatus,
  saveNotes,
  saveOutcome,
  startSimulation,
  sttLanguage,
  sttStats,
  summarizeCall,
  transcribeAudio,
} from "@souffleur/contracts";
import { type CoachingNote, listCoaching, listLineNotes, tellCoaching } from "@souffleur/contracts/coaching";
import {
  askForHelp,
  type DeskCall,
  type DeskLine,
  listReplies,
  listWhispers,
  type PrompterSuggestion,
  readPresence,
  savePresence,
  sendWhisper,
  type TeamMember,
  takeHelp,
  type Whisper,
  withdrawHelp,
} from "@souffleur/contracts/desk";
import { speechTerms } from "@souffleur/contracts/heard-text";
import { listNextSteps, type NextStep, saveNextStep } from "@souffleur/contracts/next-steps";
import type { startApi } from "@souffleur/shared-ui/testing";
import { someReview } from "./some-review.ts";

type Api = Awaited<ReturnType<typeof startApi>>;
export type Stored = ReturnType<typeof createStored>;

const sophie = { userId: "user-9", name: "Sophie Girard" };

/** A running call without lines. */
function newCall(): Call {
  return {
    callId: randomUUID(),
    sessionId: randomUUID(),
    status: "active",
    source: "simulation",
    agentName: "Julien Carrel",
    customer: { name: "Hélène Vasseur" },
    startedAt: new Date().toISOString(),
    seq: 0,
    notes: "",
    notesRevision: 0,
    outcomeRevision: 0,
  };
}
const noOutcome = { outcome: undefined, amount: undefined, nextStep: undefined, nextStepAt: undefined };

/** What the server has stored; a test may change all of it. */
export function createStored() {
  return {
    call: newCall(),
    lines: [] as Line[],
    joins: [] as { sessionId: string; after?: number }[],
    /** The calls in the answer of `listCalls`. */
    kept: [] as CallSummary[],
    /** The answer of `reviewCall` except for the call. */
    review: someReview(),
    /** The content of the wall. */
    wall: { calls: [] as DeskCall[], lines: [] as DeskLine[], team: [] as TeamMember[] },
    whispers: [] as Whisper[],
    prompter: [] as PrompterSuggestion[],
    /** The notes on the call, and in its agent's list. */
    notes: [] as CoachingNote[],
    /** The open next steps, with those that a test has done. */
    steps: [] as NextStep[],
  };
}

/** Prepares a new call, without an event. */
export function prepare(stored: Stored, differences: Partial<Call>): void {
  const { lines, joins, kept, whispers, prompter, notes, steps, review, wall } = stored;
  const lists = [lines, joins, kept, whispers, prompter, notes, steps, review.suggestions];
  for (const list of [...lists, ...Object.values(wall)]) list.length = 0;
  Object.assign(stored.call, noOutcome, newCall(), differences);
}

/** Stores a line; `addLine` of the server also emits it. */
export function storeLine({ call, lines }: Stored, sender: Line["sender"], text: string): Line {
  const line: Line = {
    id: randomUUID(),
    callId: call.callId,
    sessionId: call.sessionId,
    seq: lines.length + 1,
    sender,
    text,
    timestamp: new Date(Date.parse(call.startedAt) + lines.length * 4000).toISOString(),
    confidence: 0.93,
    isTranscription: true,
  };
  lines.push(line);
  return line;
}

/** Stores a whisper as the API does. */
export function storeWhisper({ whispers }: Stored, body: unknown): Whisper {
  const { text, id = randomUUID() } = body as { text: string; id?: string };
  const timestamp = new Date().toISOString();
  const whisper: Whisper = { id, text, sender: sophie, timestamp, state: "sent", said: false };
  whispers.push(whisper);
  return whisper;
}

/** Makes every call succeed. */
export function answerAll(api: Api, stored: Stored): void {
  answerSpeech(api);
  answerCall(api, stored);
  answerLists(api, stored);
  answerDesk(api, stored);
}

/** Sets the answer to requests for suggestions. */
export function suggest(api: Api, suggestions: Suggestion[]): void {
  api.answer(generateSuggestions, () => ({ data: { suggestions } }));
}

function answerSpeech(api: Api): void {
  const speech = { language: "fr", model: "nova-3", configured: true } as const;
  api.answer(sttLanguage, () => ({ data: speech }));
  api.answer(sttStats, () => ({ data: { stats: { transcripts: 12, packetsReceived: 3400 } } }));
  api.answer(speechTerms, () => ({ data: { names: [], terms: [] } }));
  api.answer(transcribeAudio, () => ({ transcript: "", confidence: 0 }));
  api.answer(reportSuggestion, ({ body }) => ({ data: body as { state: SuggestionStatus } }));
  suggest(api, []);
}

/** One call, from its start to its review. */
function answerCall(api: Api, { call, lines, review }: Stored): void {
  api.answer(startSimulation, () => {
    const { callId, sessionId, startedAt } = call;
    const [status, scenario] = ["active", "discovery"] as const;
    return { data: { callId, sessionId, startedAt, status, scenario } };
  });
  api.answer(endSimulation, () => {
    const endedAt = new Date().toISOString();
    return { data: { callId: call.callId, status: "ended" as const, endedAt, durationSeconds: 1 } };
  });
  api.answer(getCall, () => ({ data: { call: { ...call, seq: lines.length } } }));
  api.answer(getTranscript, ({ query }) => ({
    data: { lines: lines.filter(({ seq }) => seq > Number(query.get("after"))) },
  }));
  api.answer(saveNotes, ({ body }) => {
    call.notes = (body as { notes: string }).notes;
    call.notesRevision += 1;
    return { data: { notes: call.notes, revision: call.notesRevision } };
  });
  api.answer(saveOutcome, ({ body }) => {
    const { revision: _revision, outcome: given, ...rest } = body as Call & { revision: number };
    const outcome = { ...rest, outcome: given ?? undefined };
    Object.assign(call, noOutcome, outcome, { outcomeRevision: call.outcomeRevision + 1 });
    return { data: { ...outcome, revision: call.outcomeRevision } as CallOutcome };
  });
  const agentId = "user-1";
  api.answer(reviewCall, () => ({ data: { ...review, call: { ...call, seq: lines.length, agentId } } }));
  api.answer(summarizeCall, () => ({ data: { provider: "rules" as const, points: [] } }));
}

/** The agent's lists: calls, next steps, notes to go through. */
function answerLists(api: Api, { kept, steps, notes }: Stored): void {
  api.answer(listCalls, ({ query }) => {
    const isToWrapUp = query.get("toWrapUp") === "true";
    return { data: { calls: kept.filter(({ outcome }) => !isToWrapUp || outcome === undefined) } };
  });
  api.answer(listNextSteps, () => ({
    data: { steps: steps.filter(({ isDone }) => !isDone), today: "2026-03-12" },
  }));
  api.answer(saveNextStep, ({ path, body }) => {
    const at = steps.findIndex(({ callId }) => path.endsWith(`/${callId}`));
    const { isDone = false, day } = body as { isDone?: boolean; day?: string };
    const step = { ...(steps[at] as NextStep), isDone, ...(day !== undefined && { day }) };
    steps[at] = { ...step, revision: step.revision + 1 };
    return { data: steps[at] };
  });
  api.answer(listLineNotes, () => ({ data: { notes } }));
  api.answer(listCoaching, () => ({ data: { notes, count: notes.length } }));
  api.answer(tellCoaching, () => ({ data: { tell: false } }));
}

/** Presence, help and whispers. */
function answerDesk(api: Api, stored: Stored): void {
  const { whispers, prompter } = stored;
  let isAway = false;
  api.answer(readPresence, () => ({ data: { away: isAway } }));
  api.answer(savePresence, ({ body }) => {
    isAway = (body as { away: boolean }).away;
    return { data: { away: isAway } };
  });
  const help = { askedAt: new Date().toISOString() };
  api.answer(askForHelp, () => ({ data: { help } }));
  api.answer(withdrawHelp, () => ({}));
  api.answer(takeHelp, () => ({ data: { help: { ...help, takenBy: sophie } } }));
  api.answer(listWhispers, () => ({ data: { whispers, prompter } }));
  api.answer(sendWhisper, ({ body }) => ({ data: storeWhisper(stored, body) }));
  const replies = [
    { id: "price-1", intent: "Price", text: "Quel budget aviez-vous prévu ?" },
    { id: "quote-1", intent: "Prix", mentioned: true, text: "Je vous envoie le devis aujourd'hui." },
  ];
  api.answer(listReplies, () => ({ data: { replies } }));
}
