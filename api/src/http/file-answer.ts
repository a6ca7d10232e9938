import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { asRefusal } from "./errors.ts";

/** An answer that is saved as a file. */
export interface FileAnswer {
  name: string;
  type: string;
  /** Taken as fast as the client reads, and no further once it is gone. */
  parts: Iterable<string> | AsyncIterable<string>;
}

/** A fault half-way cuts the connection: the client must not take the part for the whole. */
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
    if (!isGone) asRefusal(thrown, req.log);
  }
}
