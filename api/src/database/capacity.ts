import { LRUCache } from "lru-cache";
import { appError } from "../http/errors.ts";
import type { ApiText } from "../texts/texts.ts";

/** For how long a count is taken to be right, but for what this process adds, in ms: far from the maximum, and near it. */
const farMs = 60_000;
const nearMs = 500;
const nearShare = 0.95;
const organizationsMax = 10_000;

interface CapacityOptions {
  /** How much of it an organization has stored. */
  count: (organizationId: string) => Promise<number>;
  max: number;
  /** Says what to do; it has the maximum as `{most}`. */
  text: ApiText;
}

export type Capacity = ReturnType<typeof createCapacity>;

/**
 * Refuses what would be over an organization's maximum. What is stored is counted before, and with what this process has let in
 * since: the maximum is passed by no more than what other processes store between two counts, and by what is just being stored.
 */
export function createCapacity({ count, max, text }: CapacityOptions) {
  const near = nearShare * max;
  const known = new LRUCache<string, { count: number }>({
    max: organizationsMax,
    ttl: farMs,
    ignoreFetchAbort: true,
    // Those that ask at once wait for one count.
    async fetchMethod(organizationId, _stale, { options }) {
      const counted = await count(organizationId);
      options.ttl = counted < near ? farMs : nearMs;
      return { count: counted };
    },
  });
  return {
    /**
     * To be called before each is stored.
     * @param said a text for people who can't make room themselves
     * @throws AppError LIMIT_REACHED
     */
    async take(organizationId: string | null, said = text): Promise<void> {
      if (organizationId === null) return;
      const used = (await known.fetch(organizationId)) ?? { count: await count(organizationId) };
      if (used.count >= max) throw appError("LIMIT_REACHED", { text: said, values: { most: max } });
      used.count += 1;
      // What is deleted from now on matters.
      if (used.count >= near && used.count - 1 < near) known.set(organizationId, used, { ttl: nearMs });
    },
    used: count,
  };
}
