import type { CustomerCalls } from "../calls/customers/customer-calls.ts";
import type { CustomerModel } from "./customer-model.ts";
import type { CustomerErasure } from "./erase-customers.ts";

/** Customers with whom nothing has happened for a while. All changes can be repeated. */
export function createIdleCustomers(
  customers: CustomerModel,
  erasure: Pick<CustomerErasure, "erase">,
  calls: Pick<CustomerCalls, "unlink">,
) {
  const idle = (organizationId: string, since: Date) => ({ organizationId, activeAt: { $lt: since } });

  return {
    countIdle: (organizationId: string, since: Date): Promise<number> =>
      customers.countDocuments(idle(organizationId, since)),

    /** The ids of those that have been idle for the longest time. */
    async longestIdle(organizationId: string, since: Date, most: number): Promise<string[]> {
      const found = await customers
        .find(idle(organizationId, since), { _id: 1 })
        .sort({ activeAt: 1 })
        .limit(most)
        .lean<{ _id: string }[]>();
      return found.map(({ _id }) => _id);
    },

    /**
     * Deletes customers, without those with whom something has happened meanwhile; their calls lose the id.
     * @param at the time of the deletion, by which a repetition knows what it has deleted before
     * @returns how many were deleted at that time
     */
    async removeIdle(
      organizationId: string,
      ids: readonly string[],
      { since, at }: { since: Date; at: Date },
    ): Promise<number> {
      await erasure.erase(organizationId, ids, { idleSince: since, at });
      const removed = await customers
        .find({ _id: { $in: ids }, deletedAt: at }, { _id: 1 })
        .lean<{ _id: string }[]>();
      await calls.unlink(removed.map(({ _id }) => _id));
      return removed.length;
    },
  };
}
export type IdleCustomers = ReturnType<typeof createIdleCustomers>;
