import type { Maxima } from "@souffleur/contracts/usage";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Auth } from "../auth/auth.ts";
import type { CallsForCustomers } from "../calls/calls.ts";
import type { CustomerOf } from "../calls/calls-for-telephony.ts";
import type { KeepCustomer } from "../calls/customers/customer-calls.ts";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { createCapacity } from "../database/capacity.ts";
import type { Logger } from "../http/logger.ts";
import type { Mount } from "../http/mount.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import { maySee } from "./access.ts";
import { createCustomerContacts } from "./customer-contacts.ts";
import { createCustomerEvents } from "./customer-events.ts";
import { createCustomerLinks } from "./customer-links.ts";
import { createCustomerList } from "./customer-list.ts";
import { customerModel } from "./customer-model.ts";
import { createCustomerRecords } from "./customer-records.ts";
import { createCustomerErasure } from "./erase-customers.ts";
import { createIdleCustomers } from "./idle-customers.ts";
import { mountCustomers } from "./routes.ts";

interface CustomersDeps {
  connection: Connection;
  keys: Keyring;
  log: Logger;
  jobs: Pick<Jobs, "moved">;
  audit: Audit;
  calls: CallsForCustomers;
  people: Auth["people"];
  maxima: Pick<Maxima, "customers">;
}

/** An organization's customers: their list and search, their import, and their calls. */
export function createCustomers(deps: CustomersDeps) {
  const { connection, keys, audit, calls, people, maxima } = deps;
  const customers = customerModel(connection);
  audit.watch(customers);
  const capacity = createCapacity({
    count: (organizationId) => customers.countDocuments({ organizationId }),
    max: maxima.customers,
    text: "Your organization has {most} customers, which is the most it can have. Delete some, or have idle ones deleted, under Settings.",
  });
  const records = createCustomerRecords(customers, keys, capacity);
  const erasure = createCustomerErasure(customers);
  const list = createCustomerList(customers);
  const contactsOf = createCustomerContacts(customers);
  const links = createCustomerLinks({ ...deps, customers, records });

  const of: CustomerOf = async ({ agentId, organizationId }, number) => {
    if (organizationId === null) return undefined;
    const [found, another] = await records.withNumber(organizationId, number, 2);
    if (found === undefined) return undefined;
    await records.called(organizationId, number);
    // Which of several it is, the agent says.
    if (another !== undefined) return undefined;
    const isOpen = found.ownerId === null || found.ownerId === agentId;
    const rights = isOpen ? undefined : await people.rightsOf(agentId);
    const isSeen = isOpen || (rights !== undefined && maySee(found, { userId: agentId, role: rights.role }));
    return isSeen ? { id: found._id, name: found.name } : undefined;
  };

  const keep: KeepCustomer = async ({ clientId }, day) => {
    if (clientId === undefined) return;
    await records.active(clientId, new Date(Math.max(clock.ms(), day == null ? 0 : Date.parse(day))));
  };

  return {
    of,
    keep,
    capacity,
    mount: (mount: Mount): void =>
      mountCustomers({ mount, records, list, contactsOf, links, calls, audit, people }),
    createIndexes: records.createIndexes,
    start: links.start,
    stop: links.stop,
    async sweep(now: Date): Promise<void> {
      await links.sweep();
      await records.sweep(now);
    },
    forPrivacy: { ...erasure, ...createIdleCustomers(customers, erasure, calls) },
    forWebhooks: createCustomerEvents(customers),
  };
}
export type Customers = ReturnType<typeof createCustomers>;
