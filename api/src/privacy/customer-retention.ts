import { customerRetentionDays } from "@souffleur/contracts/privacy";
import type { Model } from "mongoose";
import type { IdleCustomers } from "../customers/idle-customers.ts";
import type { RetentionDoc, StoredRetention } from "./retention-records.ts";

const customersOfStep = 50;

/** The job that deletes customers with whom nothing has happened for as long as their organization keeps them. */
export function createCustomerRetention(model: Model<RetentionDoc>, customers: IdleCustomers) {
  return {
    /** The organizations that do not keep their customers forever. */
    async organizations(): Promise<string[]> {
      const found = await model
        .find({ customerDays: { $in: customerRetentionDays } }, { _id: 1 })
        .lean<{ _id: string }[]>();
      return found.map(({ _id }) => _id);
    },

    count: (organizationId: string | null, since: Date): number | Promise<number> =>
      organizationId === null ? 0 : customers.countIdle(organizationId, since),

    /**
     * Takes one step for an organization: it is stored, carried out and counted, in this order, so that the next turn can
     * continue it.
     * @param since customers with whom something has happened since then are kept
     * @returns whether there may be another step
     */
    async step({ _id, customerStep }: StoredRetention, since: Date, now: Date): Promise<boolean> {
      if (customerStep === undefined) {
        const ids = await customers.longestIdle(_id, since, customersOfStep);
        if (ids.length === 0) return false;
        // Another process may have stored one: the next turn continues that one.
        await model.updateOne(
          { _id, customerStep: { $exists: false } },
          { $set: { customerStep: { ids, at: now } } },
        );
        return true;
      }
      const { ids, at } = customerStep;
      const removed = await customers.removeIdle(_id, ids, { since, at });
      await model.updateOne(
        { _id, "customerStep.ids": ids, "customerStep.at": at },
        { $unset: { customerStep: "" }, ...(removed > 0 && { $inc: { "done.customers": removed } }) },
      );
      return true;
    },
  };
}
