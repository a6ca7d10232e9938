import { clock } from "../clock.ts";
import { isDatabaseOutage } from "../http/errors.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import type { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import { toLineDto } from "./records/call-dto.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";
import type { LineDoc } from "./records/line-model.ts";

type CallKey = Pick<CallDoc, "_id" | "sessionId">;

interface CorrectionsDeps {
  records: Pick<CallRecords, "find" | "lines">;
  realtime: Pick<Realtime, "emit">;
  /** Serializes the writes of each call. */
  queue: ReturnType<typeof createKeyedQueue>;
  /** Whether other processes may be writing corrections. */
  several: boolean;
}

/** Longer than the process that has stored a line takes to write its corrections. */
const writtenWithinMs = 10_000;

/** Replaces the texts of stored lines whose secret a later line has completed, and reports them to the watchers. */
export function createCorrections({ records, realtime, queue, several }: CorrectionsDeps) {
  function announce({ _id: callId, sessionId }: CallKey, changed: readonly LineDoc[]): void {
    for (const line of changed)
      realtime.emit(rooms.session(sessionId), "line_changed", { callId, sessionId, line: toLineDto(line) });
  }

  return {
    /** Where the database is unavailable, the corrections stay stored with the line, and `repair` writes them. */
    async write(call: CallKey, line: LineDoc): Promise<void> {
      try {
        announce(call, await records.lines.correct(line));
      } catch (thrown) {
        if (!isDatabaseOutage(thrown)) throw thrown;
      }
    },

    /**
     * Writes and reports the corrections that a process has stored with a line and not written, because it died or the
     * database was unavailable.
     */
    async repair(): Promise<void> {
      const before = new Date(clock.ms() - (several ? writtenWithinMs : 0));
      for (const { _id, callId } of await records.lines.uncorrected(before)) {
        await queue.acquire(callId, async () => {
          // Meanwhile the corrections may have been written, and others after them.
          const line = await records.lines.find(_id);
          if (!line?.corrects) return;
          const call = await records.find(callId);
          const changed = await records.lines.correct(line);
          if (call) announce(call, changed);
        });
      }
    },
  };
}
