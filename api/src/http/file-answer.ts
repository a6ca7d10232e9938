import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { toAppError } from "./errors.ts";

/** An answer that the browser saves as a file. */
export interface FileAnswer {
  name: string;
  type: string;
  /** Read as fast as the client reads, until it disconnects. */
  parts: Iterable<string> | AsyncIterable<string>;
}

/** An error while sending closes the connection, so that the client does not take a part for the whole file. */
export async function sendFile(
  req: Request,
  res: Response,
  { name, type, parts }: FileAnswer,
): Promise<void> {
  res.attachment(name.replace(/[^\w.-]/g, "-")).type(`${type}; charset=utf-8`);
  try {
    await pipeline(Readable.from(parts), res);
  } catch (thrown) {
    const isGone =
      thrown instanceof Error && "code" in thrown && thrown.code === "ERR_STREAM_PREMATURE_CLOSE";
    if (!isGone) toAppError(thrown, req.log);
  }
}
