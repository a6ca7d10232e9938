import { limits } from "@souffleur/contracts";
import { type RequestHandler, raw } from "express";
import { type AppError, appError } from "./errors.ts";

const json = "application/json";

/**
 * Reads a JSON body of at most `bytes` and of one of these media types; `req.body` is its value, or undefined where there is
 * none.
 */
export function readJson({
  bytes = limits.bodyBytes,
  types = [json],
}: {
  bytes?: number | undefined;
  types?: readonly [string, ...string[]];
} = {}): RequestHandler[] {
  const requireJson: RequestHandler = (req, _res, next) => {
    const hasBody = Number(req.get("content-length") ?? 0) > 0 || req.get("transfer-encoding") !== undefined;
    if (hasBody && !req.is([...types])) throw wrongType(types[0]);
    next();
  };
  return [requireJson, requireSize(bytes), raw({ type: () => true, limit: bytes }), parseBody];
}

const parseBody: RequestHandler = (req, _res, next) => {
  const bytes: unknown = req.body;
  req.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? parseJson(bytes.toString("utf8")) : undefined;
  next();
};

/** What reads the parsed value is recursive (schemas, the database's driver), so the depth is checked before. */
function parseJson(text: string): unknown {
  if (depthOf(text) > limits.jsonDepth) {
    throw appError("MALFORMED_JSON", { text: "The request is nested too deeply." });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw appError("MALFORMED_JSON", { text: "The request is not valid JSON." });
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") deepest = Math.max(deepest, ++depth);
    else if (character === "}" || character === "]") depth--;
  }
  return deepest;
}

/** Refuses a body that announces more bytes, before it is read: the parsers would read it to its end first. */
function requireSize(bytes: number): RequestHandler {
  return (req, _res, next) => {
    if (Number(req.get("content-length") ?? 0) > bytes) throw appError("PAYLOAD_TOO_LARGE");
    next();
  };
}

/** Reads a body of this media type and at most `limit` bytes, as it is sent; `req.body` is its Buffer. */
export function readBytes(type: string, limit: number = limits.bodyBytes): RequestHandler[] {
  const requireBytes: RequestHandler = (req, _res, next) => {
    if (!Buffer.isBuffer(req.body)) throw wrongType(type);
    next();
  };
  return [requireSize(limit), raw({ type, limit, inflate: false }), requireBytes];
}

function wrongType(type: string): AppError {
  return appError("UNSUPPORTED_MEDIA_TYPE", {
    text: "The request must be sent as {type}.",
    values: { type },
  });
}
