import type { Logger } from "../http/logger.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { CallRecords } from "./records/call-records.ts";

interface PacketCountsDeps {
  records: Pick<CallRecords, "addPackets" | "packets">;
  log: Logger;
}

/** In ms. Screens poll as often, so that other processes' counts are at most one poll behind. */
const writeAfterMs = 5000;

/** Counts each call's media frames and recorded chunks, whichever process receives them. */
export function createPacketCounts({ records, log }: PacketCountsDeps) {
  const unwritten = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  // A reader waits for a running write, whose packets would otherwise count twice or not at all.
  const queue = createKeyedQueue();

  function writeSoon(callId: string): void {
    if (timers.has(callId)) return;
    timers.set(callId, setTimeout(() => void write(callId), writeAfterMs).unref());
  }

  function write(callId: string): Promise<void> {
    clearTimeout(timers.get(callId));
    timers.delete(callId);
    return queue.acquire(callId, async () => {
      const howMany = unwritten.get(callId) ?? 0;
      try {
        await records.addPackets(callId, howMany);
      } catch (err) {
        log.debug({ err, callId }, "the packets of a call could not be counted yet");
        return writeSoon(callId);
      }
      const rest = (unwritten.get(callId) ?? 0) - howMany;
      if (rest > 0) unwritten.set(callId, rest);
      else unwritten.delete(callId);
    });
  }

  return {
    add(callId: string, howMany: number): void {
      unwritten.set(callId, (unwritten.get(callId) ?? 0) + howMany);
      writeSoon(callId);
    },

    of: (callId: string): Promise<number> =>
      queue.acquire(callId, async () => (await records.packets(callId)) + (unwritten.get(callId) ?? 0)),

    /** Writes all counts that are not written yet. */
    async stop(): Promise<void> {
      await Promise.all([...unwritten.keys()].map(write));
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
export type PacketCounts = ReturnType<typeof createPacketCounts>;
