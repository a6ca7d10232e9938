import type { Line } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import type { Logger } from "../http/logger.ts";

/** The stored state of a session. */
export interface SessionState {
  /** The number of its last line. */
  seq: number;
  ended: boolean;
  /** How often texts of its lines were changed. */
  corrections: number;
}

/** Reads the stored lines that watchers may have missed. */
export interface MissedLines {
  /** The sessions' states, by session id. */
  states(sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionState>>;
  /** The session's lines after `after`, in order, changed lines up to it, and its end where it has ended. */
  read(
    sessionId: string,
    after: number,
  ): Promise<{
    lines: readonly Line[];
    changed?: readonly Line[];
    ended?: ServerEvent<"call_ended"> | undefined;
  }>;
}

interface CatchUpDeps {
  log: Logger;
  /** Emits to the session's watchers at this process. */
  deliver(line: Line): void;
  deliverChanged(line: Line): void;
  deliverEnd(payload: ServerEvent<"call_ended">): void;
}

interface Cursor {
  /** The last line that the watchers at this process have received. */
  through: number;
  ended: boolean;
  /** The changes that the watchers have received. */
  corrections: number;
  reading: boolean;
  again: boolean;
}

/**
 * Delivers lines whose events were lost: Redis keeps no events, and a process may die between storing a line and emitting
 * it. Lines are numbered and stored first, so each process notices which lines its own watchers miss, reads them from the
 * database, and drops events that arrive late.
 */
export function createCatchUp({ log, deliver, deliverChanged, deliverEnd }: CatchUpDeps) {
  const cursors = new Map<string, Cursor>();
  let missed: MissedLines | undefined;

  async function catchUp(sessionId: string, cursor: Cursor): Promise<void> {
    if (cursor.reading || missed === undefined) {
      cursor.again = true;
      return;
    }
    cursor.reading = true;
    try {
      do {
        cursor.again = false;
        const { lines, changed = [], ended } = await missed.read(sessionId, cursor.through);
        for (const line of changed) deliverChanged(line);
        for (const line of lines) {
          if (line.seq <= cursor.through) continue;
          cursor.through = line.seq;
          deliver(line);
        }
        if (ended && !cursor.ended) {
          cursor.ended = true;
          deliverEnd(ended);
        }
      } while (cursor.again);
    } catch (err) {
      log.warn({ err, sessionId }, "missed lines could not be read yet");
    } finally {
      cursor.reading = false;
    }
  }

  return {
    from(source: MissedLines): void {
      missed = source;
    },
    /** A socket at this process watches the session and has its lines up to `seq`. */
    watch(sessionId: string, seq: number, ended: boolean): void {
      const cursor = cursors.get(sessionId);
      // A client may claim lines that it has not received, which the other watchers must still receive.
      if (cursor) cursor.through = Math.min(cursor.through, seq);
      else cursors.set(sessionId, { through: seq, ended, corrections: 0, reading: false, again: false });
    },
    /** No socket at this process watches the session any more. */
    unwatch(sessionId: string): void {
      cursors.delete(sessionId);
    },
    /** Whether line `seq` may be delivered now; otherwise missing lines before it are read. */
    mayPass(sessionId: string, seq: number): boolean {
      const cursor = cursors.get(sessionId);
      if (cursor === undefined) return true;
      if (seq <= cursor.through) return false;
      if (seq > cursor.through + 1 || cursor.reading) {
        void catchUp(sessionId, cursor);
        return false;
      }
      cursor.through = seq;
      return true;
    },
    /** The session's end was emitted. Its last lines may be missing, and `poll` skips ended sessions. */
    ended(sessionId: string): void {
      const cursor = cursors.get(sessionId);
      if (cursor === undefined || cursor.ended) return;
      cursor.ended = true;
      void catchUp(sessionId, cursor);
    },
    /** Reads lines that were never emitted. */
    async poll(): Promise<void> {
      if (cursors.size === 0 || missed === undefined) return;
      const open = [...cursors].filter(([, { ended }]) => !ended);
      if (open.length === 0) return;
      const states = await missed.states(open.map(([sessionId]) => sessionId));
      for (const [sessionId, cursor] of open) {
        const state = states.get(sessionId);
        if (!state) continue;
        const { seq, ended, corrections } = state;
        const isBehind = seq > cursor.through || ended || corrections > cursor.corrections;
        if (isBehind) await catchUp(sessionId, cursor);
        cursor.corrections = corrections;
      }
    },
  };
}
export type CatchUp = ReturnType<typeof createCatchUp>;
