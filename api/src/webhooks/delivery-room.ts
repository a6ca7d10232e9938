import { limits } from "@souffleur/contracts";
import { LRUCache } from "lru-cache";
import { serverLimits } from "../limits.ts";
import type { DeliveryModel } from "./delivery-model.ts";
import { removeDeliveries } from "./remove-deliveries.ts";

/** What may wait for a webhook. */
export type Room = Record<"deliveries" | "bytes", number>;
const allowed: Room = { deliveries: limits.webhookWaitingMax, bytes: limits.webhookWaitingBytes };

/** For how long a count is taken to be right, but for what this process adds, in ms: where there is room, and where there is none. */
const countedMs = 60_000;
const fullMs = 500;

/**
 * How much may still wait for a webhook: tens of thousands are not counted for each batch. With each count, those are removed
 * that are older than the newest that are kept.
 */
export function createDeliveryRooms(
  model: DeliveryModel,
  { deliveries, bytes } = allowed,
  kept = serverLimits.deliveriesKept,
) {
  async function trim(webhookId: string): Promise<void> {
    const newest = model.find({ webhookId }, { queuedAt: 1 }).sort({ queuedAt: -1, messageId: -1 });
    const [over] = await newest.skip(kept).limit(1).lean<{ queuedAt: Date }[]>();
    if (over === undefined) return;
    const state = { $ne: "waiting" as const };
    await removeDeliveries(model, { webhookId, state, queuedAt: { $lte: over.queuedAt } });
  }

  const rooms = new LRUCache<string, Room & { at: number }>({
    max: 10_000,
    ttl: countedMs,
    ignoreFetchAbort: true,
    async fetchMethod(webhookId) {
      await trim(webhookId);
      const [used] = await model.aggregate<Room>([
        { $match: { webhookId, state: "waiting" } },
        { $group: { _id: null, deliveries: { $sum: 1 }, bytes: { $sum: "$bytes" } } },
      ]);
      const left = { deliveries: deliveries - (used?.deliveries ?? 0), bytes: bytes - (used?.bytes ?? 0) };
      return { ...left, at: performance.now() };
    },
  });

  /** Takes the room of a delivery, if there is enough. */
  return async (webhookId: string, size: number): Promise<boolean> => {
    const fits = (room: Room | undefined) => room && room.deliveries >= 1 && room.bytes >= size;
    let room = await rooms.fetch(webhookId);
    // What was sent since the count has made room.
    if (room && !fits(room) && performance.now() - room.at > fullMs)
      room = await rooms.fetch(webhookId, { forceRefresh: true });
    if (!room || !fits(room)) return false;
    room.deliveries -= 1;
    room.bytes -= size;
    return true;
  };
}
