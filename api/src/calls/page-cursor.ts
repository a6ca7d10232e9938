import { createHash } from "node:crypto";
import { refusal } from "../http/errors.ts";

/** The last call of a page, after which the next one begins; an empty id is after all calls of that time. */
export interface Place {
  startedAt: Date;
  id: string;
}

/** It guards against a cursor that was damaged; who may read what is decided without it. */
const checksum = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 8);

export function writeCursor({ startedAt, id }: Place): string {
  const place = `${startedAt.getTime()} ${id}`;
  return Buffer.from(`${checksum(place)} ${place}`).toString("base64url");
}

/** @throws AppError VALIDATION_ERROR for anything that `writeCursor` did not write */
export function readCursor(cursor: string): Place {
  const [, given, place = "", time, id = ""] =
    /^(\S{8}) ((\d{1,15}) (\S*))$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  const read = { startedAt: new Date(Number(time)), id };
  // Buffer ignores what is no base64, and would take several spellings for one.
  if (given !== checksum(place) || writeCursor(read) !== cursor) {
    const text = "Cursor is not one that this list gave";
    throw refusal("VALIDATION_ERROR", { text, field: "cursor" });
  }
  return read;
}
