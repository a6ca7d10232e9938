import { clock } from "../clock.ts";
import { keyOfNumber, withContacts } from "./customer-content.ts";
import type { CustomerDoc, CustomerModel } from "./customer-model.ts";

/** How long a deleted customer's id is kept, for the relay of its events. */
const deletedKeptMs = 60 * 60_000;

/** What keeps the stored customers up to date, and removes what is left of deleted ones. */
export function createCustomerUpkeep(customers: CustomerModel) {
  return {
    /** Something happens with a customer at this time, or is planned. */
    async active(_id: string, activeAt = clock.now()): Promise<void> {
      await customers.updateOne({ _id, deletedAt: null }, { $max: { activeAt } });
    },

    /** Those with a number call or are called. */
    async called(organizationId: string, number: string): Promise<void> {
      await customers.updateMany(
        { organizationId, ...withContacts([keyOfNumber(number)]) },
        { $max: { activeAt: clock.now() } },
      );
    },

    /** A customer that has changed meanwhile stays due. */
    async linked({ _id, linkDue }: CustomerDoc): Promise<void> {
      if (linkDue === undefined) return;
      await customers.updateOne({ _id, linkDue }, { $unset: { linkDue: "", linkCallId: "" } });
    },

    /** The ids of some that were deleted recently. */
    async deleted(most: number): Promise<string[]> {
      const found = await customers
        .find({ deletedAt: { $exists: true } }, { _id: 1 })
        .limit(most)
        .lean<{ _id: string }[]>();
      return found.map(({ _id }) => _id);
    },
    /** Removes what is left of deleted customers. */
    async sweep(now: Date): Promise<void> {
      const before = new Date(now.getTime() - deletedKeptMs);
      await customers.deleteMany({
        deletedAt: { $lt: before },
        "audit.0": { $exists: false },
        "events.0": { $exists: false },
      });
    },
  };
}
