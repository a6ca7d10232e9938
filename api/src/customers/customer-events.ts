import type { EventSource } from "../webhooks/event.ts";
import { type CustomerDoc, type CustomerModel, toStoredCustomer } from "./customer-model.ts";

/** What webhooks tell of customers. */
export const createCustomerEvents = (model: CustomerModel): EventSource<CustomerDoc> => ({
  model,
  erased: "deletedAt",
  dataOf: (customer) => ({
    customerId: customer._id,
    ...(customer.deletedAt === undefined
      ? { customer: toStoredCustomer(customer) }
      : { deletedAt: customer.deletedAt.toISOString() }),
  }),
});
