import { type CustomerField, customerFieldNames } from "@souffleur/contracts/customer-fields";
import type { StoredEvent } from "../audit/event.ts";
import { clock } from "../clock.ts";
import { outgoingEvent } from "../webhooks/event.ts";
import type { CustomerDoc, CustomerModel } from "./customer-model.ts";

/** What is left of an erased customer: ids and times, and events without personal data. */
type Kept = "_id" | "revision" | "createdAt" | "updatedAt" | "deletedAt" | "events" | "audit";

const removed = {
  ...(Object.fromEntries(customerFieldNames.map((field) => [field, ""])) as Record<CustomerField, "">),
  organizationId: "",
  nameKey: "",
  namesakeKey: "",
  ownerId: "",
  ownerName: "",
  keys: "",
  words: "",
  activeAt: "",
  linkDue: "",
  linkCallId: "",
} as const satisfies Record<Exclude<keyof CustomerDoc, Kept>, "">;

/** Finds customers by their texts, and removes all that is known of them. All steps can be repeated. */
export function createCustomerErasure(customers: CustomerModel) {
  return {
    /** The customers of which a text is wanted; all of them are read. */
    async matching(organizationId: string, isWanted: (text: string) => boolean): Promise<string[]> {
      const found: string[] = [];
      const read = customers
        .find({ organizationId }, { name: 1, numbers: 1, emails: 1 })
        .lean<Pick<CustomerDoc, "_id" | "name" | "numbers" | "emails">>()
        .cursor();
      for await (const { _id, name, numbers, emails } of read)
        if ([name, ...numbers, ...emails].some(isWanted)) found.push(_id);
      return found;
    },

    /**
     * Removes everything but the ids.
     * @param idleSince customers with whom something happened since then are left
     * @returns how many were not deleted before
     */
    async erase(
      organizationId: string,
      ids: readonly string[],
      { event, idleSince, at = clock.now() }: { event?: StoredEvent; idleSince?: Date; at?: Date } = {},
    ): Promise<number> {
      const { modifiedCount } = await customers.updateMany(
        { _id: { $in: ids }, organizationId, ...(idleSince && { activeAt: { $lt: idleSince } }) },
        {
          $set: { deletedAt: at },
          $unset: removed,
          $push: {
            events: outgoingEvent("customer.changed", organizationId),
            ...(event && { audit: event }),
          },
        },
      );
      return modifiedCount;
    },
  };
}
export type CustomerErasure = ReturnType<typeof createCustomerErasure>;
