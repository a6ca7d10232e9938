import { typedEmail } from "@souffleur/contracts";
import { type CustomerField, customerFieldNames } from "@souffleur/contracts/customer-fields";
import { foldedLine } from "@souffleur/contracts/fold";
import type { QueryFilter } from "mongoose";
import type { StoredEvent } from "../audit/event.ts";
import { clock } from "../clock.ts";
import { numberLabels, phoneKey } from "../phone/phone-number.ts";
import { createSlices } from "../slices.ts";
import { outgoingEvent } from "../webhooks/event.ts";
import { nameKeyOf, withContacts } from "./customer-content.ts";
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

/** How the folded name of a customer begins whose name is a number: with a digit, what is put before one, or "Tel." and the like. */
const beginningsOfNumbers = [
  { $gte: "", $lt: "a" },
  ...["·", "•", "∙", ...numberLabels].map((beginning) => new RegExp(`^${beginning}`, "u")),
];

/** The conditions by which indexes have the customers with a text as their name, number or address, among few others. */
function keysOf(text: string): QueryFilter<CustomerDoc>[] {
  const number = phoneKey(text);
  const keys = [number, typedEmail(text), foldedLine(text)].filter((key) => key !== undefined);
  const names = number === undefined ? [] : beginningsOfNumbers;
  return [withContacts(keys), ...[nameKeyOf(text), ...names].map((nameKey) => ({ nameKey }))];
}

export type FoundCustomer = Pick<CustomerDoc, "_id" | "name" | "company">;

/** Finds customers by their texts, and removes all that is known of them. All steps can be repeated. */
export function createCustomerErasure(customers: CustomerModel) {
  return {
    /**
     * The customers of which a text is wanted.
     * @param named what such a text says, by which they are found in indexes; without it, all customers are read
     */
    async matching(
      organizationId: string,
      isWanted: (text: string) => boolean,
      named?: string,
    ): Promise<FoundCustomer[]> {
      const found: FoundCustomer[] = [];
      const read = customers
        .find(
          { organizationId, ...(named !== undefined && { $or: keysOf(named) }) },
          { name: 1, company: 1, numbers: 1, emails: 1 },
        )
        .lean<FoundCustomer & Pick<CustomerDoc, "numbers" | "emails">>()
        .cursor();
      const pause = createSlices();
      for await (const { numbers, emails, ...customer } of read) {
        if ([customer.name, ...numbers, ...emails].some(isWanted)) found.push(customer);
        await pause();
      }
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
