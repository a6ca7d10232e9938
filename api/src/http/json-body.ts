import { limits } from "@souffleur/contracts";
import { type RequestHandler, raw } from "express";
import { requireSize, wrongType } from "./bytes-body.ts";
import { appError } from "./errors.ts";

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
