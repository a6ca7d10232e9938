import { type ErrorCode, errorCatalogue, type Failure, type Language } from "@souffleur/contracts";
import type { ErrorRequestHandler, RequestHandler } from "express";
import { isDiskFull } from "../disk-full.ts";
import { type ApiText, messageIn, type Said, textIn, type Values } from "../texts/texts.ts";
import { languageOf } from "./language.ts";
import type { Logger } from "./logger.ts";

interface Details {
  /** Replaces the text of the catalogue. */
  text?: ApiText;
  /** The values of the text's placeholders. */
  values?: Values;
  /** Replaces `text`, in English: a schema's message, or sentences of a release, some of which have no French. */
  message?: string | readonly (string | Said)[] | undefined;
  /** The field that is wrong; the text is about it. */
  field?: string;
  /** Messages in English, where several fields are wrong. */
  fields?: Record<string, string>;
  /** The stored state, where a change is based on an older one. */
  current?: Record<string, unknown>;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error whose text the caller may read; any other error becomes INTERNAL. */
class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details) {
    super(textOf("en", code, details), { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  messageIn(language: Language): string {
    return textOf(language, this.code, this.details);
  }
}

export type { AppError };

function textOf(language: Language, code: ErrorCode, { message, text, values }: Details): string {
  if (message !== undefined)
    return [message]
      .flat()
      .map((one) =>
        typeof one === "string" ? messageIn(language, one) : textIn(language, one.text, one.values),
      )
      .join(" ");
  return textIn(language, text ?? errorCatalogue[code].text, values);
}

/** An error to throw, with the catalogue's text unless `details` has another. */
export function appError(code: ErrorCode, details: Details = {}): AppError {
  return new AppError(code, details);
}

export function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError;
}

/** The refusal that HTTP and the socket answer for any error; faults of the server are logged. */
export function toAppError(thrown: unknown, log: Logger): AppError {
  const error = isAppError(thrown) ? thrown : appErrorFor(thrown);
  if (error.code === "INTERNAL") log.error({ err: thrown }, "request failed");
  // A full disk has been reported, and has no room for a line of each request.
  else if (error.code === "DATABASE_UNAVAILABLE" && !isDiskFull())
    log.warn({ err: thrown }, "database unavailable");
  return error;
}

export const notFound: RequestHandler = () => {
  throw appError("NOT_FOUND");
};

/** Answers every failure. */
export const errorHandler: ErrorRequestHandler = (thrown, req, res, next) => {
  if (res.headersSent) {
    next(thrown);
    return;
  }
  const error = toAppError(thrown, req.log);
  res.locals.code = error.code;
  const language = languageOf(req);
  const { field, current, retryAfter } = error.details;
  const { fields = field === undefined ? undefined : { [field]: error.message } } = error.details;
  if (retryAfter !== undefined) res.set("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
  const answer: Failure = {
    success: false,
    error: error.messageIn(language),
    code: error.code,
    ...(field !== undefined && { field }),
    ...(fields !== undefined && { fields: fieldsIn(language, fields) }),
    ...(current !== undefined && { current }),
    requestId: String(req.id),
  };
  res.vary("Accept-Language").set("Content-Language", language).set("Cache-Control", "no-store");
  res.status(errorCatalogue[error.code].status).json(answer);
};

function fieldsIn(language: Language, fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [field, messageIn(language, message)]),
  );
}

const diskIsFull = {
  text: "The server's disk is full. Souffleur continues as soon as there is space.",
  retryAfter: 30,
} as const;

function appErrorFor(thrown: unknown): AppError {
  if (isDatabaseOutage(thrown))
    return appError("DATABASE_UNAVAILABLE", isDiskFull() ? diskIsFull : { retryAfter: 2 });
  // Express and its body parser throw http-errors, which have a status.
  const status = thrown instanceof Error && "status" in thrown ? thrown.status : undefined;
  if (status === 413) return appError("PAYLOAD_TOO_LARGE");
  if (status === 415) return appError("UNSUPPORTED_MEDIA_TYPE");
  if (status === 400) return appError("MALFORMED_JSON");
  return appError("INTERNAL");
}

const outages = new Set([
  "MongoServerSelectionError",
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoNotConnectedError",
  "MongoTopologyClosedError",
  "MongoPoolClearedError",
  // Without the others' prefix: the driver's watch of the server ran out while a command was under way.
  "PoolClearedOnNetworkError",
  "MongoPoolClosedError",
  "MongoWaitQueueTimeoutError",
  "MongoOperationTimeoutError",
  "MongoClientClosedError",
  "MongoServerClosedError",
  "MongooseServerSelectionError",
  "DisconnectedError",
]);

/** Whether the database could not be reached, as opposed to an error that it answered. */
export function isDatabaseOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  // With bufferCommands off, mongoose throws a plain error before the first connection.
  if (outages.has(thrown.name) || /before initial connection is complete/.test(thrown.message)) return true;
  // The driver passes the socket's own error on where the server is killed while a command is written.
  const { syscall, code = "" } = thrown as NodeJS.ErrnoException;
  return syscall === "write" && ["EPIPE", "ECONNRESET"].includes(code);
}
