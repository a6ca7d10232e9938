import { badCursor, cursorTo, placeOf } from "../../http/cursor.ts";

/** The last call of a page, after which the next page begins; an empty id is after all calls of that time. */
export interface Place {
  startedAt: Date;
  id: string;
}

export function writeCursor({ startedAt, id }: Place): string {
  return cursorTo(`${startedAt.getTime()} ${id}`);
}

/** @throws AppError VALIDATION_ERROR for anything that `writeCursor` did not write */
export function readCursor(cursor: string): Place {
  const [, time, id = ""] = /^(\d{1,15}) (\S*)$/.exec(placeOf(cursor)) ?? [];
  if (time === undefined) throw badCursor();
  return { startedAt: new Date(Number(time)), id };
}
