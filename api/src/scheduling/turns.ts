import { createKeyedQueue } from "./keyed-queue.ts";

/** What a round lists at most: the query for the next work excludes them. */
const roundMax = 500;

/** Work that was taken, until `end` is called. */
export interface Turn<Work> {
  work: Work;
  end(): void;
}

/**
 * Turns by organization, for places that all of them share: none has more places at once than its share, and none gets a
 * second turn before every other one whose work waits had a first.
 */
export function createTurns(share: number) {
  const queue = createKeyedQueue();
  /** How many places an organization has. */
  const busy = new Map<string, number>();
  /** The organizations that had a turn in this round. */
  const served = new Set<string>();
  const full = () => [...busy].flatMap(([id, places]) => (places >= share ? [id] : []));

  function begin(id: string): () => void {
    served.add(id);
    if (served.size >= roundMax) served.clear();
    busy.set(id, (busy.get(id) ?? 0) + 1);
    return () => {
      const places = (busy.get(id) ?? 0) - 1;
      if (places > 0) busy.set(id, places);
      else busy.delete(id);
    };
  }

  return {
    /**
     * @param claim takes the next work that is of none of these organizations
     * @param ownerOf undefined where the work is of no organization: then it has no share
     * @returns undefined where there is none
     */
    take<Work>(
      claim: (without: readonly string[]) => Promise<Work | null | undefined>,
      ownerOf: (work: Work) => string | null | undefined,
    ): Promise<Turn<Work> | undefined> {
      return queue.acquire("turn", async () => {
        let work = await claim([...new Set([...served, ...full()])]);
        if (work == null && served.size > 0) {
          served.clear();
          work = await claim(full());
        }
        if (work == null) return undefined;
        const owner = ownerOf(work);
        return { work, end: owner == null ? () => {} : begin(owner) };
      });
    },
  };
}

/**
 * The same for work that is read in batches of so many: organizations whose work filled one have their next turn when the
 * others had theirs.
 */
export function createRounds(batch: number) {
  const served = new Set<string>();
  return {
    /** What the next batch leaves out: a condition of its query. */
    others: (): { organizationId?: { $nin: string[] } } =>
      served.size === 0 ? {} : { organizationId: { $nin: [...served] } },
    /** @returns whether there may be more, of these organizations or of others */
    next(found: readonly { organizationId?: string | null }[]): boolean {
      const isFull = found.length === batch;
      if (isFull) for (const { organizationId } of found) if (organizationId) served.add(organizationId);
      if (isFull || served.size === 0) return isFull;
      served.clear();
      return true;
    },
  };
}
