import { createHash } from "node:crypto";
import { appError } from "../../http/errors.ts";

/** The last call of a page, after which the next page begins; an empty id is after all calls of that time. */
export interface Place {
  startedAt: Date;
  id: string;
}

/** Detects a damaged cursor; access does not depend on it. */
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
  // Buffer ignores invalid base64, so that several spellings have the same value.
  if (given !== checksum(place) || writeCursor(read) !== cursor) {
    const text = "Cursor is not one that this list gave";
    throw appError("VALIDATION_ERROR", { text, field: "cursor" });
  }
  return read;
}
