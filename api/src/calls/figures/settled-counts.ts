import type { Model } from "mongoose";

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
const kept = 200;
/** Calls that are newer began yesterday or today, in any time zone and with any change of the clock. */
const settledAfterMs = 20 * 60 * 60_000;

/** Caches counts of calls from before yesterday, which rarely change, until one of those calls changes. */
export function createSettledCounts<Counts>(revisions: Model<FiguresRevisionDoc>) {
  const known = new Map<string, Settled<Counts>>();

  return {
    /**
     * @param key everything that the counts depend on besides the organization's calls
     * @param count its rejection is not cached
     */
    async read(organizationId: string, key: string, count: () => Promise<Counts>): Promise<Counts> {
      // Read before the calls, so that a change in between makes these counts outdated.
      const { revision = 0 } =
        (await revisions.findById(organizationId).lean<FiguresRevisionDoc | null>()) ?? {};
      const name = JSON.stringify([organizationId, key]);
      const before = known.get(name);
      if (before?.revision === revision && Date.now() - before.at < keptMs) return before.counts;
      const settled = { revision, at: Date.now(), counts: count() };
      known.delete(name);
      known.set(name, settled);
      const [oldest] = known.keys();
      if (known.size > kept && oldest !== undefined) known.delete(oldest);
      settled.counts.catch(() => known.get(name) === settled && known.delete(name));
      return settled.counts;
    },
  };
}

/** Makes settled counts outdated after a change of calls. @param startedAt when the oldest of the calls began */
export async function countChange(
  revisions: Model<FiguresRevisionDoc>,
  organizationId: string | null,
  startedAt: Date,
): Promise<void> {
  if (organizationId === null || Date.now() - startedAt.getTime() < settledAfterMs) return;
  await revisions.updateOne({ _id: organizationId }, { $inc: { revision: 1 } }, { upsert: true });
}
