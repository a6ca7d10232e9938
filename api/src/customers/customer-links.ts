import type { CustomerCalls } from "../calls/customers/customer-calls.ts";
import type { Logger } from "../http/logger.ts";
import { inTurn } from "../scheduling/in-turn.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import { createRounds } from "../scheduling/turns.ts";
import { keyOfNumber } from "./customer-content.ts";
import type { CustomerDoc } from "./customer-model.ts";
import type { CustomerRecords } from "./customer-records.ts";

interface CustomerLinksDeps {
  records: CustomerRecords;
  calls: CustomerCalls;
  log: Logger;
  pollers: Pick<Pollers, "add">;
}

/** Calls of customers that were imported, or saved by a process that has died, get the customer's id at this rate. */
const linkMs = 1000;
const linkedAtOnce = 50;

/** The customers' ids in their calls. */
export function createCustomerLinks({ records, calls, log, pollers }: CustomerLinksDeps) {
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

  const rounds = createRounds(linkedAtOnce);
  return {
    link,
    /** A call may have got the id at the moment of the deletion. */
    sweep: async () => calls.unlink(await records.deleted(linkedAtOnce)),
    ...pollers.add({
      name: "customers of calls",
      everyMs: linkMs,
      backsOff: true,
      async task() {
        const due = await records.due(linkedAtOnce, rounds.others());
        const isMore = rounds.next(due);
        await inTurn(due, link);
        return isMore || due.length > 0;
      },
      failed: (err) => log.warn({ err }, "calls did not get their customers"),
    }),
  };
}
export type CustomerLinks = ReturnType<typeof createCustomerLinks>;
