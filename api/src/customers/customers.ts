import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { CallsForCustomers } from "../calls/calls.ts";
import type { CustomerOf } from "../calls/calls-for-telephony.ts";
import type { KeepCustomer } from "../calls/customers/customer-calls.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { RightsOf } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import { inTurn } from "../scheduling/in-turn.ts";
import { createTicker } from "../scheduling/ticker.ts";
import type { EventSource } from "../webhooks/event.ts";
import { maySee } from "./access.ts";
import { keyOfNumber } from "./customer-content.ts";
import { createCustomerEvents } from "./customer-events.ts";
import { createCustomerList } from "./customer-list.ts";
import { type CustomerDoc, customerModel } from "./customer-model.ts";
import { createCustomerRecords, type Owner } from "./customer-records.ts";
import { type CustomerErasure, createCustomerErasure } from "./erase-customers.ts";
import { createIdleCustomers, type IdleCustomers } from "./idle-customers.ts";
import { mountCustomers } from "./routes.ts";

interface CustomersDeps {
  connection: Connection;
  keys: Keyring;
  log: Logger;
  audit: Audit;
  calls: CallsForCustomers;
  rightsOf: RightsOf;
  membersOf(organizationId: string): Promise<readonly Owner[]>;
}

export interface Customers extends Feature {
  of: CustomerOf;
  keep: KeepCustomer;
  forPrivacy: CustomerErasure & IdleCustomers;
  forWebhooks: EventSource<CustomerDoc>;
}

/** Calls of customers that were imported, or saved by a process that has died, get the customer's id at this rate. */
const linkMs = 1000;
const linkedAtOnce = 50;

/** An organization's customers: their list and search, their import, and their calls. */
export function createCustomers(deps: CustomersDeps): Customers {
  const { connection, keys, log, audit, calls, rightsOf, membersOf } = deps;
  const customers = customerModel(connection);
  audit.watch(customers);
  const records = createCustomerRecords(customers, keys);
  const erasure = createCustomerErasure(customers);

  /** Gives a customer's id to its calls. */
  async function link(customer: CustomerDoc): Promise<void> {
    const { _id: id, name, organizationId, numbers, linkCallId } = customer;
    if (linkCallId !== undefined) await calls.linkOne(linkCallId, { id, name });
    await calls.link(organizationId, { id, name }, numbers.map(keyOfNumber));
    const activeAt = (await calls.lastActivity([id])).get(id);
    if (activeAt !== undefined) await records.active(id, activeAt);
    await records.linked(customer);
  }

  const linking = createTicker(
    linkMs,
    async () => inTurn(await records.due(linkedAtOnce), link),
    (err) => log.warn({ err }, "calls did not get their customers"),
  );

  return {
    mount: (mount) =>
      mountCustomers({
        mount,
        records,
        list: createCustomerList(customers),
        calls,
        audit,
        link,
        unlink: calls.unlink,
        membersOf,
      }),
    createIndexes: records.createIndexes,
    async start() {
      linking.start();
    },
    stop: linking.stop,
    async sweep(now) {
      // A call may have got the id at the moment of the deletion.
      await calls.unlink(await records.deleted(linkedAtOnce));
      await records.sweep(now);
    },
    async of({ agentId, organizationId }, number) {
      if (organizationId === null) return undefined;
      const found = await records.called(organizationId, number);
      if (found === null) return undefined;
      const isOpen = found.ownerId === null || found.ownerId === agentId;
      const rights = isOpen ? undefined : await rightsOf(agentId);
      const isSeen =
        isOpen || (rights !== undefined && maySee(found, { userId: agentId, role: rights.role }));
      return isSeen ? { id: found._id, name: found.name } : undefined;
    },
    async keep({ clientId }, day) {
      if (clientId === undefined) return;
      await records.active(clientId, new Date(Math.max(Date.now(), day == null ? 0 : Date.parse(day))));
    },
    forPrivacy: { ...erasure, ...createIdleCustomers(customers, erasure, calls) },
    forWebhooks: createCustomerEvents(customers),
  };
}
