import { randomUUID } from "node:crypto";
import { type Call, type Line, reportSuggestion, type Suggestion } from "@souffleur/contracts";
import {
  finalTranscription,
  type JoinAnswer,
  type ServerEvent,
  type ServerEventName,
} from "@souffleur/contracts/realtime";
import { startApi } from "@souffleur/shared-ui/testing";
import { Server, type Socket } from "socket.io";
import {
  answerAll,
  createStored,
  prepare,
  type Stored,
  storeLine,
  storeWhisper,
  suggest,
} from "./call-answers.ts";

/** A real server with an API and a socket, which the test scripts. */
export async function startCallServer() {
  const api = await startApi();
  api.servePage();
  const io = new Server(api.server, { transports: ["websocket"] });
  const stored = createStored();
  const { call } = stored;
  answerSockets(io, stored);

  const emit = <Name extends ServerEventName>(name: Name, payload: ServerEvent<Name>) =>
    void io.emit(name, payload);
  const store = (sender: Line["sender"], text: string) => storeLine(stored, sender, text);

  return {
    api,
    ...stored,
    prepare: (differences: Partial<Call> = {}) => prepare(stored, differences),
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
    suggest: (...suggestions: Suggestion[]) => suggest(api, suggestions),
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
    whisper: (body: unknown) => storeWhisper(stored, body),
    /** Makes every call succeed. */
    answerAll(): void {
      api.calls.length = 0;
      answerAll(api, stored);
    },
  };
}

function answerSockets(io: Server, { call, lines, joins, wall }: Stored): void {
  const answerJoin = (payload: { sessionId: string; after?: number }): JoinAnswer => {
    if (payload.sessionId !== call.sessionId)
      return { success: false, error: "The requested resource was not found.", code: "NOT_FOUND" };
    const { callId, status, startedAt } = call;
    const missing = lines.filter(({ seq }) => seq > (payload.after ?? 0));
    return { success: true, data: { callId, status, startedAt, seq: lines.length, lines: missing } };
  };
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
      const wallLines = wall.lines.filter(({ callId }) => callIds.includes(callId));
      acknowledge({ success: true, data: { gone: [], ...all, lines: wallLines } });
    });
    socket.on("leave_desk", (_payload, acknowledge) => {
      isFollowing = false;
      acknowledge({ success: true, data: {} });
    });
  });
}
