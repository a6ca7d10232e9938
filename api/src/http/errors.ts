import { type ErrorCode, errorCatalogue, type Failure, type Language } from "@souffleur/contracts";
import type { ErrorRequestHandler, RequestHandler } from "express";
import { type ApiText, messageIn, textIn, type Values } from "../texts/texts.ts";
import { languageOf } from "./language.ts";
import type { Logger } from "./logger.ts";

interface Details {
  /** Where this refusal has a text of its own. */
  text?: ApiText;
  /** What stands in it. */
  values?: Values;
  /** Instead of it, in English: a schema's message, or one of the command line, which has no French. */
  message?: string | undefined;
  /** The field that is wrong, with this refusal's text. */
  field?: string;
  /** In English, where more than one is wrong. */
  fields?: Record<string, string>;
  /** What is stored, where a change was made from an older state. */
  current?: Record<string, unknown>;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal that its caller may read; everything else that is thrown becomes INTERNAL. */
class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details) {
    super(told("en", code, details), { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  messageIn(language: Language): string {
    return told(language, this.code, this.details);
  }
}

export type { AppError };

function told(language: Language, code: ErrorCode, { message, text, values }: Details): string {
  if (message !== undefined) return messageIn(language, message);
  return textIn(language, text ?? errorCatalogue[code].text, values);
}

/** A refusal to throw, with the catalogue's text where `details` has none. */
export function refusal(code: ErrorCode, details: Details = {}): AppError {
  return new AppError(code, details);
}

export function isRefusal(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError;
}

/** The refusal for something thrown, by HTTP as by the socket; faults of the server are logged. */
export function asRefusal(thrown: unknown, log: Logger): AppError {
  const error = isRefusal(thrown) ? thrown : explained(thrown);
  if (error.code === "INTERNAL") log.error({ err: thrown }, "request failed");
  else if (error.code === "DATABASE_UNAVAILABLE") log.warn({ err: thrown }, "database unavailable");
  return error;
}

export const notFound: RequestHandler = () => {
  throw refusal("NOT_FOUND");
};

/** Writes the envelope of every failure. */
export const errorHandler: ErrorRequestHandler = (thrown, req, res, next) => {
  if (res.headersSent) {
    next(thrown);
    return;
  }
  const error = asRefusal(thrown, req.log);
  res.locals.code = error.code;
  const language = languageOf(req);
  const text = error.messageIn(language);
  const {
    field,
    current,
    retryAfter,
    fields = field === undefined ? undefined : { [field]: error.message },
  } = error.details;
  if (retryAfter !== undefined) res.set("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
  const answer: Failure = {
    success: false,
    error: text,
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

function explained(thrown: unknown): AppError {
  if (isDatabaseOutage(thrown)) return refusal("DATABASE_UNAVAILABLE", { retryAfter: 2 });
  // What Express and its body reader throw: http-errors with a status.
  const status = thrown instanceof Error && "status" in thrown ? thrown.status : undefined;
  if (status === 413) return refusal("PAYLOAD_TOO_LARGE");
  if (status === 415) return refusal("UNSUPPORTED_MEDIA_TYPE");
  if (status === 400) return refusal("MALFORMED_JSON");
  return refusal("INTERNAL");
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
