import type { QueryFilter } from "mongoose";
import { clock } from "../clock.ts";
import type { DeliveryDoc, DeliveryModel } from "./delivery-model.ts";

const inStep = 1000;
/** A younger body may be about to get its deliveries: the relay stores it before them. */
const youngMs = 60_000;

/** The id of the body that several webhooks get. */
export const sharedIdOf = (messageId: string) => ` ${messageId}`;

/** Removes deliveries, and the bodies that no other webhook's delivery shares any more. */
export async function removeDeliveries(
  model: DeliveryModel,
  filter: QueryFilter<DeliveryDoc>,
): Promise<void> {
  for (;;) {
    const gone = await model
      .find(filter, { messageId: 1, isShared: 1 })
      .limit(inStep)
      .lean<Pick<DeliveryDoc, "_id" | "messageId" | "isShared">[]>();
    if (gone.length === 0) return;
    await model.deleteMany({ _id: { $in: gone.map(({ _id }) => _id) } });
    const shared = gone.flatMap(({ isShared, messageId }) => (isShared ? [messageId] : []));
    if (shared.length === 0) continue;
    const kept = new Set(await model.distinct("messageId", { isShared: true, messageId: { $in: shared } }));
    await model.deleteMany({
      _id: { $in: shared.filter((messageId) => !kept.has(messageId)).map(sharedIdOf) },
      queuedAt: { $lt: new Date(clock.ms() - youngMs) },
    });
  }
}
