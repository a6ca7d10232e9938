import { createKeyedQueue } from "./keyed-queue.ts";

/** What a round lists at most: the query for the next work excludes them. */
const roundMax = 500;

/** Work that is of an organization, or of none. */
interface Owned {
  organizationId?: string | null | undefined;
}

/**
 * Turns by organization, for places that all of them share: none has more places at once than its share, and none gets a
 * second turn before every other one whose work waits had a first. A turn is for a batch of work: one that is not full has left
 * nothing of anybody.
 */
export function createTurns(share: number, batch = 1) {
  const queue = createKeyedQueue();
  /** How many places an organization has. */
  const busy = new Map<string, number>();
  /** The organizations that had a turn in this round. */
  const served = new Set<string>();
  const full = () => [...busy].flatMap(([id, places]) => (places >= share ? [id] : []));

  function begin(work: readonly Owned[]): () => void {
    const owners = new Set(work.flatMap(({ organizationId }) => organizationId ?? []));
    for (const id of owners) {
      busy.set(id, (busy.get(id) ?? 0) + 1);
      if (work.length === batch) served.add(id);
    }
    if (served.size >= roundMax) served.clear();
    return () => {
      for (const id of owners) {
        const places = (busy.get(id) ?? 0) - 1;
        if (places > 0) busy.set(id, places);
        else busy.delete(id);
      }
    };
  }

  return {
    /**
     * @param claim takes the next work that is of none of these organizations
     * @returns what was taken until `end` is called; undefined where there is none
     */
    take<Taken extends { work: readonly Owned[] }>(
      claim: (without: readonly string[]) => Promise<Taken>,
    ): Promise<{ taken: Taken; end(): void } | undefined> {
      return queue.acquire("turn", async () => {
        let taken = await claim([...new Set([...served, ...full()])]);
        if (taken.work.length === 0 && served.size > 0) {
          served.clear();
          taken = await claim(full());
        }
        return taken.work.length === 0 ? undefined : { taken, end: begin(taken.work) };
      });
    },
  };
}
