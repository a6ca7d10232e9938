import type { Model } from "mongoose";

/** How often a call of before yesterday has changed, of an organization. */
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

/**
 * A process that dies between a call's write and the count of it leaves the others with what they have counted so
 * long at most.
 */
const keptMs = 10 * 60_000;
const kept = 200;
/** Yesterday began earlier, in any time zone and with any change of the clock. */
const settledAfterMs = 20 * 60 * 60_000;

/** Counts of the calls of before yesterday, which hardly change: they are kept until one of those calls does. */
export function createSettledCounts<Counts>(revisions: Model<FiguresRevisionDoc>) {
  const known = new Map<string, Settled<Counts>>();

  return {
    /**
     * @param key everything that the counts depend on besides the organization's calls
     * @param count rejects where the counts can't be read; nothing is kept then
     */
    async read(organizationId: string, key: string, count: () => Promise<Counts>): Promise<Counts> {
      // Read before the calls are: a change in between counts as one that these counts do not have.
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

/** After a change of calls that count in the figures. @param startedAt when the oldest of them began */
export async function countChange(
  revisions: Model<FiguresRevisionDoc>,
  organizationId: string | null,
  startedAt: Date,
): Promise<void> {
  if (organizationId === null || Date.now() - startedAt.getTime() < settledAfterMs) return;
  await revisions.updateOne({ _id: organizationId }, { $inc: { revision: 1 } }, { upsert: true });
}
