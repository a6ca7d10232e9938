import { limits } from "@souffleur/contracts";
import { type RequestHandler, raw } from "express";
import { type AppError, appError } from "./errors.ts";

/** Refuses a body that announces more bytes, before it is read: the parsers would read it to its end first. */
export function requireSize(bytes: number): RequestHandler {
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

export function wrongType(type: string): AppError {
  return appError("UNSUPPORTED_MEDIA_TYPE", {
    text: "The request must be sent as {type}.",
    values: { type },
  });
}
