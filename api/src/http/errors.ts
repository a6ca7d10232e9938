import { type ErrorCode, type Failure, statusOfCode } from "@souffleur/contracts";
import type { ErrorRequestHandler, RequestHandler } from "express";

interface Details {
  field?: string;
  fields?: Record<string, string>;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal that its caller may read; everything else that is thrown becomes INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

export const notFound: RequestHandler = () => {
  throw new AppError("NOT_FOUND", "The requested resource was not found.");
};

/** Writes the envelope of every failure; the unknown is logged once with its request id and told as INTERNAL. */
export const errorHandler: ErrorRequestHandler = (thrown, req, res, next) => {
  if (res.headersSent) {
    next(thrown);
    return;
  }
  const error = asAppError(thrown);
  if (error.code === "INTERNAL") req.log.error({ err: thrown }, "request failed");
  else if (error.code === "DATABASE_UNAVAILABLE") req.log.warn({ err: thrown }, "database unavailable");
  res.locals.code = error.code;
  const { field, fields, retryAfter } = error.details;
  if (retryAfter !== undefined) res.set("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
  const answer: Failure = {
    success: false,
    error: error.message,
    code: error.code,
    ...(field !== undefined && { field }),
    ...(fields !== undefined && { fields }),
    requestId: String(req.id),
  };
  res.status(statusOfCode[error.code]).set("Cache-Control", "no-store").json(answer);
};

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseOutage(thrown)) {
    return new AppError(
      "DATABASE_UNAVAILABLE",
      "The service is briefly unavailable. Please try again in a moment.",
      {
        retryAfter: 2,
      },
    );
  }
  const fromExpress = expressProblem(thrown);
  return fromExpress ?? new AppError("INTERNAL", "Server error. Please try again later or contact support.");
}

const outages = new Set([
  "MongoServerSelectionError",
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoNotConnectedError",
  "MongoTopologyClosedError",
  "MongoPoolClearedError",
  "MongoPoolClosedError",
  "MongoWaitQueueTimeoutError",
  "MongoOperationTimeoutError",
  "MongoClientClosedError",
  "MongooseServerSelectionError",
  "DisconnectedError",
]);

/** Whether the database could not be reached, as opposed to having refused. */
export function isDatabaseOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  // bufferCommands is off: mongoose throws a plain error where there is no connection yet.
  return outages.has(thrown.name) || /before initial connection is complete/.test(thrown.message);
}

/** What Express and its body reader throw: http-errors with a status and a type. */
function expressProblem(thrown: unknown): AppError | undefined {
  if (!(thrown instanceof Error) || !("status" in thrown)) return undefined;
  switch (thrown.status) {
    case 413:
      return new AppError("PAYLOAD_TOO_LARGE", "The request is too large.");
    case 415:
      return new AppError("UNSUPPORTED_MEDIA_TYPE", "This encoding of the request is not supported.");
    case 400:
      return new AppError("MALFORMED_JSON", "The request could not be read.");
    default:
      return undefined;
  }
}
