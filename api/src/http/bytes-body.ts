import { type RequestHandler, raw } from "express";
import { refusal } from "./errors.ts";

/** Reads a body of this media type and at most `limit` bytes, as it is sent; `req.body` is its Buffer. */
export function readBytes(type: string, limit: number | undefined): RequestHandler[] {
  return [raw({ type, limit, inflate: false }), demandBytes(type)];
}

function demandBytes(type: string): RequestHandler {
  return (req, _res, next) => {
    if (!Buffer.isBuffer(req.body)) {
      throw refusal("UNSUPPORTED_MEDIA_TYPE", {
        text: "The request must be sent as {type}.",
        values: { type },
      });
    }
    next();
  };
}
