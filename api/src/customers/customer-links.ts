import type { CustomerCalls } from "../calls/customers/customer-calls.ts";
import { serverLimits } from "../limits.ts";
import { inTurn } from "../scheduling/in-turn.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import { keyOfNumber } from "./customer-content.ts";
import type { CustomerDoc, CustomerModel } from "./customer-model.ts";
import type { CustomerRecords } from "./customer-records.ts";

interface CustomerLinksDeps {
  records: CustomerRecords;
  calls: CustomerCalls;
  customers: CustomerModel;
  jobs: Pick<Jobs, "moved">;
}

const { links: batch } = serverLimits.batches;

/** The customers' ids in their calls. */
export function createCustomerLinks({ records, calls, customers, jobs }: CustomerLinksDeps) {
  /** The numbers that several customers have. */
  async function sharedOf(organizationId: string, numbers: readonly string[]): Promise<string[]> {
    const shared: string[] = [];
    for (const number of numbers)
      if ((await records.withNumber(organizationId, number, 2)).length > 1) shared.push(number);
    return shared;
  }

  /** Gives a customer's id to its calls, but for those from a number that others have, too. */
  async function link(customer: CustomerDoc): Promise<void> {
    const { _id: id, name, organizationId, numbers, linkCallId } = customer;
    if (linkCallId !== undefined) await calls.linkOne(linkCallId, { id, name });
    const called = numbers.map(keyOfNumber);
    const shared = await sharedOf(organizationId, called);
    const alone = called.filter((number) => !shared.includes(number));
    await calls.link(organizationId, { id, name }, alone);
    // Another customer may have been stored with the number meanwhile.
    await calls.unlinkNumbers(organizationId, [...shared, ...(await sharedOf(organizationId, alone))]);
    const activeAt = (await calls.lastActivity([id])).get(id);
    if (activeAt !== undefined) await records.active(id, activeAt);
    await records.linked(customer);
  }

  // Of customers that were imported, or saved by a process that has died.
  const queue = jobs.moved<CustomerDoc, "all">({
    name: "links",
    models: [customers],
    shares: serverLimits.jobs.moves,
    batch,
    waiting: { filter: { linkDue: { $exists: true } }, since: "updatedAt" },
    move: (due) => inTurn(due, link),
  });
  return {
    ...queue,
    link,
    /** A call may have got the id at the moment of the deletion. */
    sweep: async () => calls.unlink(await records.deleted(batch)),
  };
}
export type CustomerLinks = ReturnType<typeof createCustomerLinks>;
