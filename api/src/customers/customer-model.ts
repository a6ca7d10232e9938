import { type CustomerFields, eachCustomerField } from "@souffleur/contracts/customer-fields";
import type { StoredCustomer } from "@souffleur/contracts/customers";
import { type Connection, type Model, Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { shownPhone } from "../phone/phone-number.ts";
import { eventsField, type OutgoingEvent } from "../webhooks/event.ts";

export interface Owner {
  userId: string;
  name: string;
}

/** The numbers are in the form of `storedPhone`. */
export interface CustomerDoc extends CustomerFields {
  _id: string;
  organizationId: string;
  /** The folded name, by which the list is ordered. */
  nameKey: string;
  /** The folded name and company, by which an import knows it again. */
  namesakeKey: string;
  ownerId: string | null;
  ownerName?: string;
  /**
   * What no two customers of an organization have: each number as `phoneKey` has it, and each address, with the name.
   * Undefined for none.
   */
  keys?: string[];
  /** The terms by which the search finds it. */
  words: string[];
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  /** When something last happened with the customer, or the day of what is planned. */
  activeAt: Date;
  /** Set by each change of the numbers, and removed when the calls from them have the customer's id. */
  linkDue?: string;
  /** A call from which the customer was saved, until that one has its id. */
  linkCallId?: string;
  /** A deleted customer has nothing but its id, this time and its events. */
  deletedAt?: Date;
  /** What webhooks are to be told. */
  events?: OutgoingEvent[];
  audit: StoredEvent[];
}

const schema = new Schema<CustomerDoc>(
  {
    _id: { type: String, required: true },
    organizationId: { type: String, required: true },
    ...eachCustomerField({
      name: () => ({ type: String, required: true }),
      line: () => String,
      list: () => [String],
      text: () => ({ type: String, default: "" }),
    }),
    nameKey: { type: String, default: "" },
    namesakeKey: String,
    ownerId: { type: String, default: null },
    ownerName: String,
    keys: { type: [String], default: undefined },
    words: { type: [String], select: false },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    activeAt: Date,
    linkDue: String,
    linkCallId: String,
    deletedAt: Date,
    events: eventsField,
    audit: { type: [auditEventSchema], select: false },
  },
  schemaOptions,
);
// Two at once can't store the same name with the same number or address.
schema.index(
  { organizationId: 1, keys: 1 },
  { name: "keys_of_customers", unique: true, partialFilterExpression: { keys: { $exists: true } } },
);
schema.index({ organizationId: 1, nameKey: 1, _id: 1 });
schema.index({ organizationId: 1, ownerId: 1, nameKey: 1, _id: 1 });
schema.index({ organizationId: 1, namesakeKey: 1, keys: 1 });
schema.index({ organizationId: 1, words: 1, nameKey: 1, _id: 1 });
schema.index({ organizationId: 1, activeAt: 1 });
schema.index({ linkDue: 1 }, { sparse: true });
schema.index({ deletedAt: 1 }, { sparse: true });
schema.index({ "events.at": 1 }, { sparse: true });
schema.index({ "audit.at": 1 });

export type CustomerModel = Model<CustomerDoc>;

export const customerModel = (connection: Connection): CustomerModel =>
  connection.model<CustomerDoc>("Customer", schema, "customers");

export function toStoredCustomer(customer: CustomerDoc): StoredCustomer {
  const { _id: id, ownerId, ownerName = "" } = customer;
  return {
    id,
    ...eachCustomerField({
      name: (field) => customer[field],
      line: (field) => customer[field],
      list: (field) => (field === "numbers" ? customer.numbers.map(shownPhone) : customer[field]),
      text: (field) => customer[field],
    }),
    ...(ownerId !== null && { owner: { userId: ownerId, name: ownerName } }),
    revision: customer.revision,
    createdAt: customer.createdAt.toISOString(),
    updatedAt: customer.updatedAt.toISOString(),
  };
}
