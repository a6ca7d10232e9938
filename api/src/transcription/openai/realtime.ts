import { WebSocket } from "ws";
import { clock } from "../../clock.ts";
import { retryAfterMs } from "../../scheduling/retry-after.ts";
import { type Dialect, dialectOf, readLiveMessage } from "./messages.ts";
import { authorization, type Server } from "./requests.ts";

const openMs = 4000;
/** Of a message: the text of an utterance and what is beside it. */
const messageMax = 1_000_000;
/** Of unsent messages: half a minute of a leg. */
const bufferedMax = 3_000_000;
/** Statuses of a server that has the address, but cannot serve now; with others it has no such WebSocket for this model or key. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A WebSocket was not opened, or its session not accepted. */
export class RealtimeFault extends Error {
  /** Whether the server does not have this WebSocket, so that another way must be tried. */
  readonly isRefusal: boolean;
  /** Whether it was opened and ended at once: by a restart, or because the server has no use for it. */
  readonly isDoubt: boolean;
  readonly status: number | undefined;
  readonly waitMs: number | undefined;

  constructor(isRefusal: boolean, { isDoubt = false, status, waitMs, cause }: FaultDetails = {}) {
    super("No live transcription", { cause });
    this.isRefusal = isRefusal;
    this.isDoubt = isDoubt;
    this.status = status;
    this.waitMs = waitMs;
  }
}

interface FaultDetails {
  isDoubt?: boolean;
  status?: number;
  waitMs?: number;
  cause?: unknown;
}

interface RealtimeHandlers {
  /** More of the utterance's text. */
  onDelta(text: string): void;
  /** The utterance's text so far. */
  onInterim(text: string): void;
  onDone(text: string): void;
  /** The server reports an error: of its session, or of the utterance. */
  onFailed(code: string): void;
  onGarbage(): void;
  onClose(code: number): void;
}

/**
 * A live session for one leg: its utterances one after the other, because LocalAI gives up the one before at the next commit, and
 * vLLM drops what it receives before it has answered.
 */
export interface RealtimeSession {
  rate: number;
  /** Whether an utterance's text comes while it is spoken. */
  streams: boolean;
  begin(): void;
  send(pcm: Buffer): void;
  end(): void;
  ping(): void;
  /** Whether the server takes what it is sent. */
  isTaking(): boolean;
  close(): void;
}

/**
 * Resolves when the server has accepted the session.
 * @throws RealtimeFault
 */
export async function openRealtime(
  server: Server,
  query: string,
  handlers: RealtimeHandlers,
  signal: AbortSignal,
): Promise<RealtimeSession> {
  const socket = new WebSocket(`${server.url.replace(/^http/, "ws")}/realtime${query}`, {
    headers: authorization(server),
    handshakeTimeout: openMs,
    maxPayload: messageMax,
    perMessageDeflate: false,
  });
  const close = () => socket.terminate();
  signal.addEventListener("abort", close, { once: true });
  try {
    const dialect = await accepted(socket, server, handlers);
    return sessionOf(socket, dialect);
  } catch (thrown) {
    socket.terminate();
    throw thrown;
  } finally {
    signal.removeEventListener("abort", close);
  }
}

/** Waits for the server's first message, and for its answer to the update. */
function accepted(
  socket: WebSocket,
  { model, language }: Server,
  handlers: RealtimeHandlers,
): Promise<Dialect> {
  return new Promise((resolve, reject) => {
    let dialect: Dialect | undefined;
    let isOpened = false;
    // A server that opens the connection and says nothing speaks another protocol.
    const timer = setTimeout(() => settle(() => reject(new RealtimeFault(true))), 2 * openMs);
    function settle(outcome: () => void): void {
      clearTimeout(timer);
      socket.removeAllListeners();
      follow(socket, handlers);
      outcome();
    }
    socket.on("unexpected-response", (request, response) => {
      const status = response.statusCode ?? 0;
      const waitMs = retryAfterMs(response.headers["retry-after"], clock.now());
      request.destroy();
      settle(() => reject(new RealtimeFault(!passing.has(status), { status, ...(waitMs && { waitMs }) })));
    });
    socket.on("error", (cause) => settle(() => reject(new RealtimeFault(false, { cause }))));
    socket.on("open", () => {
      isOpened = true;
    });
    socket.on("close", (code) =>
      settle(() => reject(new RealtimeFault(code === 1008, { isDoubt: isOpened }))),
    );
    socket.on("message", (data) => {
      const message = readLiveMessage(String(data));
      if (message.kind === "created" && dialect === undefined) {
        dialect = message.dialect;
        socket.send(JSON.stringify(dialectOf(dialect).update({ model, language })));
        if (dialectOf(dialect).answers) return;
      } else if (message.kind === "failed") {
        settle(() => reject(new RealtimeFault(true)));
        return;
      } else if (message.kind !== "updated") return;
      const agreed = dialect;
      if (agreed !== undefined) settle(() => resolve(agreed));
    });
  });
}

function follow(socket: WebSocket, handlers: RealtimeHandlers): void {
  // Its close says it.
  socket.on("error", () => {});
  socket.on("close", (code) => handlers.onClose(code));
  socket.on("message", (data) => {
    const message = readLiveMessage(String(data));
    if (message.kind === "delta") handlers.onDelta(message.text);
    else if (message.kind === "interim") handlers.onInterim(message.text);
    else if (message.kind === "done") handlers.onDone(message.text);
    else if (message.kind === "failed") handlers.onFailed(message.code);
    else if (message.kind === "garbage") handlers.onGarbage();
  });
}

function sessionOf(socket: WebSocket, dialect: Dialect): RealtimeSession {
  const { rate, streams, begin, end } = dialectOf(dialect);
  return {
    rate,
    streams,
    begin() {
      if (begin) socket.send(JSON.stringify(begin));
    },
    send: (pcm) => socket.send(appendOf(pcm), { binary: false }),
    end: () => socket.send(JSON.stringify(end)),
    ping: () => socket.ping(),
    isTaking: () => socket.bufferedAmount <= bufferedMax,
    close: () => socket.close(1000),
  };
}

const [head, tail] = ['{"type":"input_audio_buffer.append","audio":"', '"}'];
/** Of every message with audio: the socket masks a copy. It writes bytes at once, and a text in two parts. */
let memory = Buffer.alloc(0);

/** Base64 has nothing that JSON would escape. */
function appendOf(pcm: Buffer): Buffer {
  const audio = pcm.toString("base64");
  const length = head.length + audio.length + tail.length;
  if (memory.length < length) memory = Buffer.alloc(length);
  memory.write(head, 0, "latin1");
  memory.write(audio, head.length, "latin1");
  memory.write(tail, head.length + audio.length, "latin1");
  return memory.subarray(0, length);
}
