import type { Connection } from "mongoose";
import { createCustomerCalls } from "../../src/calls/customers/customer-calls.ts";
import { callModels } from "../../src/calls/records/call-model.ts";
import { createErasureRecords } from "../../src/calls/records/erasure-records.ts";
import { customerModel } from "../../src/customers/customer-model.ts";
import { createCustomerErasure } from "../../src/customers/erase-customers.ts";
import { createIdleCustomers } from "../../src/customers/idle-customers.ts";

/** The parts of the calls and customers that the retention uses. */
export function removalOf(connection: Connection) {
  const models = callModels(connection);
  const customers = customerModel(connection);
  return {
    calls: createErasureRecords(models),
    customers: createIdleCustomers(customers, createCustomerErasure(customers), createCustomerCalls(models)),
  };
}
