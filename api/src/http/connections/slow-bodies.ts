import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { errorCatalogue, type Failure } from "@souffleur/contracts";

/** How slowly a body may come. */
export interface BodyPace {
  /** How long a body may bring nothing, and how long its rate is not yet looked at. */
  graceMs: number;
  /** Its least rate since it began, in bytes a second: of an upload over a poor mobile connection. */
  bytesPerSecond: number;
  checkEveryMs: number;
}

export const bodyPace: BodyPace = { graceMs: 8000, bytesPerSecond: 4096, checkEveryMs: 1000 };

interface Progress {
  res: ServerResponse;
  startedAt: number;
  movedAt: number;
  /** Of the connection, when the body began. */
  bytesAtStart: number;
  bytes: number;
}

/**
 * Cuts bodies that stall or trickle, and lets slow ones pass that progress: Node.js' `requestTimeout` knows the whole time
 * alone, which is either too short for a large upload or an invitation to hold connections open. An answer of 408 tells the
 * client, where none was begun.
 */
export function cutSlowBodies(server: Server, pace: BodyPace = bodyPace): void {
  const coming = new Map<IncomingMessage, Progress>();

  const check = () => {
    const now = performance.now();
    for (const [req, progress] of coming) {
      const { socket } = req;
      if (req.complete || socket.destroyed) {
        coming.delete(req);
        continue;
      }
      if (socket.bytesRead > progress.bytes)
        Object.assign(progress, { bytes: socket.bytesRead, movedAt: now });
      const dueMs = pace.graceMs + ((progress.bytes - progress.bytesAtStart) / pace.bytesPerSecond) * 1000;
      if (now - progress.movedAt < pace.graceMs && now - progress.startedAt < dueMs) continue;
      coming.delete(req);
      cut(req, progress.res);
    }
  };

  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    const hasBody =
      req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"]) > 0;
    if (!hasBody) return;
    const [now, bytes] = [performance.now(), req.socket.bytesRead];
    coming.set(req, { res, startedAt: now, movedAt: now, bytesAtStart: bytes, bytes });
  });
  let timer: NodeJS.Timeout | undefined;
  server.on("listening", () => {
    timer ??= setInterval(check, pace.checkEveryMs).unref();
  });
  server.on("close", () => {
    clearInterval(timer);
    timer = undefined;
  });
}

function cut(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  if (res.headersSent) {
    socket.destroy();
    return;
  }
  const { status, text } = errorCatalogue.REQUEST_TOO_SLOW;
  const answer: Failure = {
    success: false,
    error: text,
    code: "REQUEST_TOO_SLOW",
    requestId: String(res.getHeader("X-Request-Id") ?? ""),
  };
  res.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    Connection: "close",
  });
  res.end(JSON.stringify(answer), () => socket.destroySoon());
}
