import type { Model } from "mongoose";
import { clock } from "../../clock.ts";

/** How often an organization's calls from before yesterday have changed. */
export interface FiguresRevisionDoc {
  _id: string;
  revision: number;
}

interface Settled<Counts> {
  revision: number;
  /** In ms since the epoch. */
  at: number;
  counts: Promise<Counts>;
}

/** Bounds how long counts stay outdated where a process dies between changing a call and raising the revision. */
const keptMs = 10 * 60_000;
/** The counts of one organization; its readers can ask for more by odd time zones, and displace none of another one. */
const keptOfOne = 12;
const organizationsKept = 100;
/** Calls that are newer began yesterday or today, in any time zone and with any change of the clock. */
const settledAfterMs = 20 * 60 * 60_000;

/** Caches counts of calls from before yesterday, which rarely change, until one of those calls changes. */
export function createSettledCounts<Counts>(revisions: Model<FiguresRevisionDoc>) {
  const known = new Map<string, Map<string, Settled<Counts>>>();

  return {
    /**
     * @param key everything that the counts depend on besides the organization's calls
     * @param count its rejection is not cached
     */
    async read(organizationId: string, key: string, count: () => Promise<Counts>): Promise<Counts> {
      // Read before the calls, so that a change in between makes these counts outdated.
      const { revision = 0 } =
        (await revisions.findById(organizationId).lean<FiguresRevisionDoc | null>()) ?? {};
      const own = known.get(organizationId) ?? new Map<string, Settled<Counts>>();
      const before = own.get(key);
      if (before?.revision === revision && clock.ms() - before.at < keptMs) return before.counts;
      const settled = { revision, at: clock.ms(), counts: count() };
      putLast(own, key, settled, keptOfOne);
      putLast(known, organizationId, own, organizationsKept);
      settled.counts.catch(() => own.get(key) === settled && own.delete(key));
      return settled.counts;
    },
  };
}

function putLast<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** Makes settled counts outdated after a change of calls. @param startedAt when the oldest of the calls began */
export async function countChange(
  revisions: Model<FiguresRevisionDoc>,
  organizationId: string | null,
  startedAt: Date,
): Promise<void> {
  if (organizationId === null || clock.ms() - startedAt.getTime() < settledAfterMs) return;
  await revisions.updateOne({ _id: organizationId }, { $inc: { revision: 1 } }, { upsert: true });
}
