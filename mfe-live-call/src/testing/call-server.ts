import { randomUUID } from "node:crypto";
import {
  type Call,
  type CallOutcome,
  type CallReview,
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
  type SuggestionFate,
  saveNotes,
  saveOutcome,
  startSimulation,
  sttLanguage,
  sttStats,
  transcribeAudio,
} from "@souffleur/contracts";
import {
  askForHelp,
  type DeskCall,
  type DeskLine,
  listReplies,
  listWhispers,
  readPresence,
  savePresence,
  sendWhisper,
  type TeamMember,
  takeHelp,
  type Whisper,
  withdrawHelp,
} from "@souffleur/contracts/desk";
import type { JoinAnswer, ServerEvent, ServerEventName } from "@souffleur/contracts/realtime";
import { ok, startApi } from "@souffleur/shared-ui/testing";
import { Server, type Socket } from "socket.io";

/** A real server with calls and socket, scripted by the test. */
export async function startCallServer() {
  const api = await startApi();
  api.servePage();
  const io = new Server(api.server, { transports: ["websocket"] });
  const lines: Line[] = [];
  const joins: { sessionId: string; after?: number }[] = [];
  const kept: CallSummary[] = [];
  const wall: { calls: DeskCall[]; lines: DeskLine[]; team: TeamMember[] } = {
    calls: [],
    lines: [],
    team: [],
  };
  const followed: string[][] = [];
  const whispers: Whisper[] = [];
  const sophie = { userId: "user-9", name: "Sophie Girard" };
  const talkSide = { seconds: 30, share: 0.5, words: 75, questions: 2, interruptions: 0 };
  const review: Omit<CallReview, "call"> = {
    talk: {
      agent: { ...talkSide, wordsPerMinute: 150, longestMonologue: { seq: 1, seconds: 12 } },
      client: talkSide,
      silenceSeconds: 5,
      longestSilenceSeconds: 3,
      turns: [],
    },
    suggestions: [],
  };
  const call: Call = {
    callId: "",
    sessionId: "",
    status: "active",
    source: "simulation",
    agentName: "Julien Carrel",
    clientName: "Hélène Vasseur",
    startedAt: "",
    seq: 0,
    notes: "",
    notesRevision: 0,
    outcomeRevision: 0,
  };

  /** Prepares a new call, without an event. */
  function prepare(differences: Partial<Call> = {}): void {
    lines.length = 0;
    joins.length = 0;
    kept.length = 0;
    for (const list of [wall.calls, wall.lines, wall.team, followed, whispers]) list.length = 0;
    review.suggestions.length = 0;
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
      clientName: "Hélène Vasseur",
      clientNumber: undefined,
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
      followed.push(callIds);
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

  function emit<Name extends ServerEventName>(name: Name, payload: ServerEvent<Name>): void {
    io.emit(name, payload);
  }

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
    /** The calls of the list. */
    kept,
    /** What a review answers beside the call. */
    review,
    /** What the wall shows, and which calls' lines were asked for. */
    wall,
    followed,
    whispers,
    prepare,
    emit,
    store,
    announce(): void {
      const { callId, sessionId, startedAt, source, agentName, clientName, clientNumber } = call;
      emit("call_started", { callId, sessionId, startedAt, source, agentName, clientName, clientNumber });
    },
    addLine(sender: Line["sender"], text: string): void {
      emit("conversation_message", store(sender, text));
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
    /** Closes the connection under every socket. */
    disconnect(): void {
      for (const socket of io.sockets.sockets.values()) socket.conn.close();
    },
    async close(): Promise<void> {
      await io.close();
      await api.close();
    },
    /** Makes every call succeed. */
    answerAll(): void {
      api.calls.length = 0;
      api.on(sttLanguage, () =>
        ok(sttLanguage, { data: { language: "fr", model: "nova-3", configured: true } }),
      );
      api.on(sttStats, () => ok(sttStats, { data: { stats: { transcripts: 12, packetsReceived: 3400 } } }));
      api.on(startSimulation, () => {
        const { callId, sessionId, startedAt } = call;
        return ok(startSimulation, {
          data: { callId, sessionId, startedAt, status: "active", scenario: "discovery" },
        });
      });
      api.on(endSimulation, () => {
        const endedAt = new Date().toISOString();
        return ok(endSimulation, {
          data: { callId: call.callId, status: "ended", endedAt, durationSeconds: 1 },
        });
      });
      api.on(getCall, () => ok(getCall, { data: { call: { ...call, seq: lines.length } } }));
      api.on(getTranscript, ({ query }) =>
        ok(getTranscript, { data: { lines: lines.filter(({ seq }) => seq > Number(query.get("after"))) } }),
      );
      api.on(saveNotes, ({ body }) => {
        call.notes = (body as { notes: string }).notes;
        call.notesRevision += 1;
        return ok(saveNotes, { data: { notes: call.notes, revision: call.notesRevision } });
      });
      api.on(saveOutcome, ({ body }) => {
        const { revision: _revision, ...outcome } = body as Call & { revision: number };
        const none = { amount: undefined, nextStep: undefined, nextStepAt: undefined };
        Object.assign(call, none, outcome, { outcomeRevision: call.outcomeRevision + 1 });
        return ok(saveOutcome, { data: { ...outcome, revision: call.outcomeRevision } as CallOutcome });
      });
      api.on(reviewCall, () =>
        ok(reviewCall, { data: { ...review, call: { ...call, seq: lines.length, agentId: "user-1" } } }),
      );
      api.on(listCalls, ({ query }) => {
        const isToWrapUp = query.get("toWrapUp") === "true";
        const calls = kept.filter(({ outcome }) => !isToWrapUp || outcome === undefined);
        return ok(listCalls, { data: { calls } });
      });
      api.on(reportSuggestion, ({ body }) =>
        ok(reportSuggestion, { data: body as { state: SuggestionFate } }),
      );
      let isAway = false;
      api.on(readPresence, () => ok(readPresence, { data: { away: isAway } }));
      api.on(savePresence, ({ body }) => {
        isAway = (body as { away: boolean }).away;
        return ok(savePresence, { data: { away: isAway } });
      });
      const help = { askedAt: new Date().toISOString() };
      api.on(askForHelp, () => ok(askForHelp, { data: { help } }));
      api.on(withdrawHelp, () => ok(withdrawHelp, {}));
      api.on(takeHelp, () => ok(takeHelp, { data: { help: { ...help, takenBy: sophie } } }));
      api.on(listWhispers, () => ok(listWhispers, { data: { whispers } }));
      api.on(sendWhisper, ({ body }) => {
        const { text, id = randomUUID() } = body as { text: string; id?: string };
        const timestamp = new Date().toISOString();
        const whisper: Whisper = { id, text, sender: sophie, timestamp, state: "sent", said: false };
        whispers.push(whisper);
        return ok(sendWhisper, { data: whisper });
      });
      api.on(listReplies, () =>
        ok(listReplies, {
          data: {
            replies: [
              { id: "price-1", intent: "Price", text: "Quel budget aviez-vous prévu ?" },
              { id: "quote-1", intent: "Quote", text: "Je vous envoie le devis aujourd'hui." },
            ],
          },
        }),
      );
      api.on(generateSuggestions, () => ok(generateSuggestions, { data: { suggestions: [] } }));
      api.on(transcribeAudio, () => ok(transcribeAudio, { transcript: "", confidence: 0 }));
    },
  };
  return server;
}
