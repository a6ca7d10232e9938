import { type RequestHandler, raw } from "express";
import { type AppError, refusal } from "./errors.ts";

/** Reads a body of this media type and at most `limit` bytes, as it is sent; `req.body` is its Buffer. */
export function readBytes(type: string, limit: number | undefined): RequestHandler[] {
  const demandBytes: RequestHandler = (req, _res, next) => {
    if (!Buffer.isBuffer(req.body)) throw wrongType(type);
    next();
  };
  return [raw({ type, limit, inflate: false }), demandBytes];
}

export function wrongType(type: string): AppError {
  return refusal("UNSUPPORTED_MEDIA_TYPE", { text: "The request must be sent as {type}.", values: { type } });
}
