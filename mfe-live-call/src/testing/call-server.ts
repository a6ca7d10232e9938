import { randomUUID } from "node:crypto";
import {
  type Call,
  type CallOutcome,
  type CallSummary,
  type ConversationSummary,
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
import { listNextSteps, type NextStep, saveNextStep } from "@souffleur/contracts/next-steps";
import {
  finalTranscription,
  type JoinAnswer,
  type ServerEvent,
  type ServerEventName,
} from "@souffleur/contracts/realtime";
import { startApi } from "@souffleur/shared-ui/testing";
import { Server, type Socket } from "socket.io";
import { someReview } from "./some-review.ts";

/** A real server with an API and a socket, which the test scripts. */
export async function startCallServer() {
  const api = await startApi();
  api.servePage();
  const io = new Server(api.server, { transports: ["websocket"] });
  const lines: Line[] = [];
  const joins: { sessionId: string; after?: number }[] = [];
  const kept: CallSummary[] = [];
  const wall = { calls: [] as DeskCall[], lines: [] as DeskLine[], team: [] as TeamMember[] };
  const whispers: Whisper[] = [];
  const prompter: PrompterSuggestion[] = [];
  const notes: CoachingNote[] = [];
  const steps: NextStep[] = [];
  const sophie = { userId: "user-9", name: "Sophie Girard" };
  const review = someReview();
  const summary: ConversationSummary = { provider: "rules", points: [] };
  const call: Call = {
    callId: "",
    sessionId: "",
    status: "active",
    source: "simulation",
    agentName: "Julien Carrel",
    customer: { name: "Hélène Vasseur" },
    startedAt: "",
    seq: 0,
    notes: "",
    notesRevision: 0,
    outcomeRevision: 0,
  };

  /** Prepares a new call, without an event. */
  function prepare(differences: Partial<Call> = {}): void {
    const lists = [lines, joins, kept, whispers, prompter, notes, steps, review.suggestions];
    for (const list of [...lists, ...Object.values(wall)]) list.length = 0;
    Object.assign(call, {
      callId: randomUUID(),
      sessionId: randomUUID(),
      status: "active",
      source: "simulation",
      startedAt: new Date().toISOString(),
      notes: "",
      notesRevision: 0,
      outcome: undefined,
      amount: undefined,
      nextStep: undefined,
      nextStepAt: undefined,
      outcomeRevision: 0,
      customer: { name: "Hélène Vasseur" },
      ...differences,
    });
  }

  function answerJoin(payload: { sessionId: string; after?: number }): JoinAnswer {
    if (payload.sessionId !== call.sessionId)
      return { success: false, error: "The requested resource was not found.", code: "NOT_FOUND" };
    const { callId, status, startedAt } = call;
    const missing = lines.filter(({ seq }) => seq > (payload.after ?? 0));
    return { success: true, data: { callId, status, startedAt, seq: lines.length, lines: missing } };
  }

  io.on("connection", (socket: Socket) => {
    socket.on("join_call_session", (payload, acknowledge) => {
      joins.push(payload);
      socket.join(payload.sessionId);
      acknowledge(answerJoin(payload));
    });
    socket.on("leave_call_session", ({ sessionId }, acknowledge) => {
      socket.leave(sessionId);
      acknowledge({ success: true, data: {} });
    });
    let isFollowing = false;
    socket.on("follow_desk", ({ callIds, hasWhole }, acknowledge) => {
      const all = isFollowing && hasWhole ? { isWhole: false, calls: [] } : { ...wall, isWhole: true };
      isFollowing = true;
      const lines = wall.lines.filter(({ callId }) => callIds.includes(callId));
      acknowledge({ success: true, data: { gone: [], ...all, lines } });
    });
    socket.on("leave_desk", (_payload, acknowledge) => {
      isFollowing = false;
      acknowledge({ success: true, data: {} });
    });
  });

  const emit = <Name extends ServerEventName>(name: Name, payload: ServerEvent<Name>) =>
    void io.emit(name, payload);

  /** Stores a line; `addLine` also emits it. */
  function store(sender: Line["sender"], text: string): Line {
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

  const server = {
    api,
    call,
    joins,
    /** The calls in the answer of `listCalls`. */
    kept,
    /** The answer of `reviewCall` except for the call. */
    review,
    summary,
    /** The content of the wall. */
    wall,
    whispers,
    prompter,
    /** The notes on the call, and in its agent's list. */
    notes,
    /** The open next steps, with those that a test has done. */
    steps,
    prepare,
    emit,
    store,
    announce(): void {
      const { callId, sessionId, startedAt, source, agentName, customer } = call;
      emit("call_started", { callId, sessionId, startedAt, source, agentName, customer });
    },
    addLine(sender: Line["sender"], text: string): void {
      emit("live_transcription", finalTranscription(store(sender, text)));
    },
    end(): void {
      call.status = "ended";
      const { callId, sessionId } = call;
      const endedAt = new Date().toISOString();
      emit("call_ended", { callId, sessionId, endedAt, durationSeconds: 1, reason: "script_finished" });
    },
    suggestion(differences: Partial<Suggestion> = {}): Suggestion {
      return {
        id: randomUUID(),
        text: "Combien de personnes l'utiliseront ?",
        confidence: 0.82,
        category: "question",
        timestamp: new Date().toISOString(),
        callId: call.callId,
        ...differences,
      };
    },
    /** Sets the answer to requests for suggestions. */
    suggest(...suggestions: Suggestion[]): void {
      api.answer(generateSuggestions, () => ({ data: { suggestions } }));
    },
    /** The states of a suggestion that the page has reported, in order. */
    reportedStates(id: string): string[] {
      return api
        .callsOf(reportSuggestion)
        .filter(({ path }) => path.endsWith(`/${id}`))
        .map(({ body }) => (body as { state: string }).state);
    },
    /** Closes the connection under every socket. */
    disconnect(): void {
      for (const socket of io.sockets.sockets.values()) socket.conn.close();
    },
    async close(): Promise<void> {
      await io.close();
      await api.close();
    },
    /** Stores a whisper as the API does. */
    whisper(body: unknown): Whisper {
      const { text, id = randomUUID() } = body as { text: string; id?: string };
      const timestamp = new Date().toISOString();
      const whisper: Whisper = { id, text, sender: sophie, timestamp, state: "sent", said: false };
      whispers.push(whisper);
      return whisper;
    },
    /** Makes every call succeed. */
    answerAll(): void {
      api.calls.length = 0;
      const speech = { language: "fr", model: "nova-3", configured: true } as const;
      api.answer(sttLanguage, () => ({ data: speech }));
      api.answer(sttStats, () => ({ data: { stats: { transcripts: 12, packetsReceived: 3400 } } }));
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
        const none = { amount: undefined, nextStep: undefined, nextStepAt: undefined };
        Object.assign(call, none, outcome, { outcomeRevision: call.outcomeRevision + 1 });
        return { data: { ...outcome, revision: call.outcomeRevision } as CallOutcome };
      });
      const agentId = "user-1";
      api.answer(reviewCall, () => ({ data: { ...review, call: { ...call, seq: lines.length, agentId } } }));
      api.answer(summarizeCall, () => ({ data: summary }));
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
      api.answer(reportSuggestion, ({ body }) => ({ data: body as { state: SuggestionStatus } }));
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
      api.answer(sendWhisper, ({ body }) => ({ data: server.whisper(body) }));
      const replies = [
        { id: "price-1", intent: "Price", text: "Quel budget aviez-vous prévu ?" },
        { id: "quote-1", intent: "Prix", mentioned: true, text: "Je vous envoie le devis aujourd'hui." },
      ];
      api.answer(listReplies, () => ({ data: { replies } }));
      api.answer(listLineNotes, () => ({ data: { notes } }));
      api.answer(listCoaching, () => ({ data: { notes, count: notes.length } }));
      api.answer(tellCoaching, () => ({ data: { tell: false } }));
      server.suggest();
      api.answer(transcribeAudio, () => ({ transcript: "", confidence: 0 }));
    },
  };
  return server;
}
