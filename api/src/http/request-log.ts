import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { pinoHttp } from "pino-http";
import type { Logger } from "./logger.ts";
import { routeOf } from "./route-of.ts";

/** Logs a line for each request, with its id. Lines of `req.log` have the same id. */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: requestId,
    autoLogging: { ignore: isQuiet },
    serializers: { req: brief, res: statusOf },
    customProps: (req, res) => callerAndCode(req as Request, res as Response),
  });
}

/** The client's id, where it is safe in a log and a header, else a new one. The answer has it as a header. */
function requestId(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers["x-request-id"];
  const id = typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  res.setHeader("X-Request-Id", id);
  return id;
}

function isQuiet(req: IncomingMessage): boolean {
  return /^\/(health|metrics|assets|remotes)\b/.test(req.url ?? "");
}

/** Without the address: path and query may hold secrets. */
function brief({ id, method }: { id: unknown; method: string }) {
  return { id, method };
}

function statusOf(res: { statusCode: number }) {
  return { status: res.statusCode };
}

/** Makes each refusal and each sign-in traceable: route, source, account (its id, never its address) and error code. */
function callerAndCode(req: Request, res: Response) {
  // Before Express has handled the request there are no locals.
  const { caller, code } = (res.locals ?? {}) as { caller?: { userId: string }; code?: string };
  // pino-http calls this before and after the answer for the same line; each field may appear only once.
  return res.log === undefined ? { source: req.ip } : { route: routeOf(req), user: caller?.userId, code };
}
