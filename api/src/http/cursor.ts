import { createHash } from "node:crypto";
import { appError } from "./errors.ts";

/** Detects a damaged cursor; access does not depend on it. */
const checksum = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 8);

/** A cursor that leads to a place in a list. */
export const cursorTo = (place: string): string =>
  Buffer.from(`${checksum(place)} ${place}`).toString("base64url");

/** @throws AppError VALIDATION_ERROR for anything that `cursorTo` did not make */
export function placeOf(cursor: string): string {
  const [, given, place = ""] =
    /^(\S{8}) (.*)$/s.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  // Buffer ignores invalid base64, so that several spellings have the same value.
  if (given !== checksum(place) || cursorTo(place) !== cursor) throw badCursor();
  return place;
}

export const badCursor = () =>
  appError("VALIDATION_ERROR", { text: "Cursor is not one that this list gave", field: "cursor" });
