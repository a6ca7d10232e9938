import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { pinoHttp } from "pino-http";
import type { Logger } from "./logger.ts";

/** A line for each request, with its id; `req.log` writes lines that bear the same id. */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: requestId,
    autoLogging: { ignore: isQuiet },
    serializers: { req: brief, res: statusOf },
    customProps: (req, res) => whoAndWhy(req as Request, res as Response),
  });
}

/** A client's own id is kept where it is harmless in a log and a header; the answer says which it is. */
function requestId(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers["x-request-id"];
  const id = typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  res.setHeader("X-Request-Id", id);
  return id;
}

function isQuiet(req: IncomingMessage): boolean {
  return /^\/(health|metrics|assets|remotes)\b/.test(req.url ?? "");
}

/** Addresses without their query, which may hold tokens and codes. */
function brief(req: { id: unknown; method: string; url: string }) {
  return { id: req.id, method: req.method, path: req.url.split("?", 1)[0] };
}

function statusOf(res: { statusCode: number }) {
  return { status: res.statusCode };
}

/** Makes each refusal and each sign-in traceable: from where, by whom (an id, never an address) and its error code. */
function whoAndWhy(req: Request, res: Response) {
  // An address that no route of Express has seen yet has no locals.
  const { caller, code } = (res.locals ?? {}) as { caller?: { userId: string }; code?: string };
  // Asked before the answer and after it, both for the same line: a name that occurs twice is not proper JSON.
  return res.log === undefined ? { source: req.ip } : { user: caller?.userId, code };
}
