import { limits } from "@souffleur/contracts";
import { badCursor, cursorTo, placeOf } from "../http/cursor.ts";
import type { DeliveryDoc, DeliveryModel, ShownDelivery, StoredAttempt } from "./delivery-model.ts";
import { createDeliveryRooms, type Room } from "./delivery-room.ts";
import { removeDeliveries, sharedIdOf } from "./remove-deliveries.ts";

/** How long an undelivered event is tried, and how long all deliveries are shown. */
export const retryMs = 24 * 60 * 60_000;
const keptMs = 30 * 24 * 60 * 60_000;

/** A delivery without its body. */
export type QueuedDelivery = Pick<DeliveryDoc, "_id" | "subjectId" | "dueAt">;

/** An event for one webhook, as it is to be stored. */
export type NewDelivery = Pick<
  DeliveryDoc,
  "webhookId" | "messageId" | "type" | "subjectId" | "body" | "isAnonymous"
> & { at: Date };

export interface DeliveriesQuery {
  limit: number;
  cursor?: string | undefined;
  state?: DeliveryDoc["state"] | undefined;
}

const idOf = (webhookId: string, messageId: string) => `${webhookId} ${messageId}`;
const waiting = { state: "waiting" } as const;

/** How deliveries come and go. */
function keeping(model: DeliveryModel, most?: Room) {
  const takeRoom = createDeliveryRooms(model, most);

  /** The order of the last waiting delivery of each webhook and subject. */
  async function lastOrders(given: readonly NewDelivery[]): Promise<Map<string, number>> {
    const last = await model.aggregate<{ _id: { webhookId: string; subjectId: string }; order: number }>([
      {
        $match: {
          subjectId: { $in: given.map(({ subjectId }) => subjectId) },
          webhookId: { $in: given.map(({ webhookId }) => webhookId) },
          ...waiting,
        },
      },
      { $group: { _id: { webhookId: "$webhookId", subjectId: "$subjectId" }, order: { $max: "$order" } } },
    ]);
    return new Map(last.map(({ _id, order }) => [idOf(_id.webhookId, _id.subjectId), order]));
  }

  return {
    createIndexes: async () => void (await model.createIndexes()),

    /**
     * Stores deliveries in their order; those that are stored already stay as they are. What exceeds what may wait for its
     * webhook is stored without its body, as given up.
     */
    async add(given: readonly NewDelivery[], now: Date): Promise<void> {
      if (given.length === 0) return;
      const orders = await lastOrders(given);
      const giveUpAt = new Date(now.getTime() + retryMs);
      const shared = new Map<string, object>();
      const receivers = new Map<string, number>();
      for (const { messageId } of given) receivers.set(messageId, (receivers.get(messageId) ?? 0) + 1);
      const docs: object[] = [];
      for (const { at, body = "", ...delivery } of given) {
        const { webhookId, subjectId, messageId } = delivery;
        const lane = idOf(webhookId, subjectId);
        // Clocks of processes differ: what is told later stands later.
        const order = Math.max(at.getTime(), (orders.get(lane) ?? 0) + 1);
        orders.set(lane, order);
        const bytes = Buffer.byteLength(body);
        const doc = { ...delivery, order, queuedAt: now, attempts: 0 };
        if (!(await takeRoom(webhookId, bytes))) {
          const lastAttempt = { at: now, error: "full" } satisfies StoredAttempt;
          docs.push({ ...doc, state: "failed", lastAttempt });
          continue;
        }
        const isOfSeveral = (receivers.get(messageId) ?? 0) > 1;
        if (isOfSeveral) shared.set(messageId, { ...doc, webhookId: "", order: 0, state: "shared", body });
        docs.push({
          ...doc,
          ...waiting,
          bytes,
          dueAt: now,
          giveUpAt,
          ...(isOfSeveral ? { isShared: true } : { body }),
        });
      }
      await model.bulkWrite(
        // The bodies first: a delivery must find its own.
        [...shared.values(), ...docs].map((doc) => {
          const { webhookId, messageId } = doc as Pick<DeliveryDoc, "webhookId" | "messageId">;
          const filter = { _id: idOf(webhookId, messageId) };
          return { updateOne: { filter, update: { $setOnInsert: doc }, upsert: true } };
        }),
      );
    },

    /** Removes what an erased call or customer has left in deliveries. */
    async erase(subjectIds: readonly string[]): Promise<void> {
      const personal = { subjectId: { $in: subjectIds }, isAnonymous: { $ne: true } };
      await model.updateMany(
        { ...personal, ...waiting },
        { $set: { state: "erased" }, $unset: { dueAt: "" } },
      );
      await model.updateMany(personal, { $unset: { body: "", "lastAttempt.answer": "" } });
    },

    async clear(webhookId: string): Promise<void> {
      await removeDeliveries(model, { webhookId });
    },

    /** Gives up what was tried for long enough, and removes what was shown for long enough. */
    async sweep(now: Date): Promise<void> {
      await model.updateMany(
        { ...waiting, giveUpAt: { $lte: now } },
        { $set: { state: "failed" }, $unset: { dueAt: "", giveUpAt: "" } },
      );
      await model.deleteMany({ queuedAt: { $lt: new Date(now.getTime() - keptMs) } });
    },
  };
}

/** What their attempts need and change. */
const attempting = (model: DeliveryModel) => ({
  /** The next due deliveries of a webhook. */
  due: (webhookId: string, now: Date, most: number) =>
    model
      .find({ webhookId, ...waiting, dueAt: { $lte: now } }, { subjectId: 1, dueAt: 1 })
      .sort({ dueAt: 1 })
      .limit(most)
      .lean<QueuedDelivery[]>(),

  /** The first waiting deliveries about these subjects, in their order. */
  waitingOf: (webhookId: string, subjectIds: readonly string[], most: number) =>
    model
      .find({ webhookId, ...waiting, subjectId: { $in: subjectIds } }, { subjectId: 1, dueAt: 1 })
      .sort({ order: 1 })
      .limit(most)
      .lean<QueuedDelivery[]>(),

  /** When a webhook's next delivery is due; undefined where none waits. */
  async nextDue(webhookId: string): Promise<Date | undefined> {
    const next = await model
      .findOne({ webhookId, ...waiting }, { dueAt: 1 })
      .sort({ dueAt: 1 })
      .lean<QueuedDelivery>();
    return next?.dueAt;
  },

  /** Counts an attempt that begins, and reads the body; null where the delivery no longer waits, or has no body. */
  async begin(_id: string, at: Date): Promise<(DeliveryDoc & { body: string }) | null> {
    const delivery = await model
      .findOneAndUpdate(
        { _id, ...waiting },
        { $inc: { attempts: 1 }, $set: { lastAttempt: { at } } },
        { returnDocument: "after" },
      )
      .lean<DeliveryDoc>();
    if (delivery === null) return null;
    const holder = delivery.isShared
      ? await model.findById(sharedIdOf(delivery.messageId), { body: 1 }).lean<DeliveryDoc>()
      : delivery;
    if (holder?.body !== undefined) return { ...delivery, body: holder.body };
    // It was erased at this moment; one that waited for ever would be looked for again and again.
    await model.updateOne({ _id, ...waiting }, { $set: { state: "erased" }, $unset: { dueAt: "" } });
    return null;
  },

  async delivered(_id: string, lastAttempt: StoredAttempt): Promise<void> {
    await model.updateOne(
      { _id, ...waiting },
      { $set: { state: "delivered", lastAttempt }, $unset: { dueAt: "", giveUpAt: "" } },
    );
  },

  /** @param dueAt when it is tried again; undefined where it is given up */
  async failed(_id: string, lastAttempt: StoredAttempt, dueAt: Date | undefined): Promise<void> {
    await model.updateOne(
      { _id, ...waiting },
      dueAt === undefined
        ? { $set: { state: "failed", lastAttempt }, $unset: { dueAt: "", giveUpAt: "" } }
        : { $set: { lastAttempt, dueAt } },
    );
  },

  /** Lets the deliveries about a subject wait for its first one. */
  async postpone(webhookId: string, subjectId: string, dueAt: Date): Promise<void> {
    await model.updateMany({ webhookId, subjectId, ...waiting, dueAt: { $lt: dueAt } }, { $set: { dueAt } });
  },

  /** Lets all that wait be tried at once, since the receiver answers again. */
  async hurry(webhookId: string, now: Date): Promise<void> {
    await model.updateMany({ webhookId, ...waiting, dueAt: { $gt: now } }, { $set: { dueAt: now } });
  },
});

/** What their organization is shown, and may do. */
const showing = (model: DeliveryModel) => ({
  find: (webhookId: string, messageId: string) => findShown(model, webhookId, messageId),

  /** Lets a delivery be sent again, before all others. Null where it has no data, or is not there. */
  async sendAgain(webhookId: string, messageId: string, now: Date): Promise<ShownDelivery | null> {
    const found = await findShown(model, webhookId, messageId);
    if (!found?.isRepeatable) return null;
    const giveUpAt = new Date(now.getTime() + retryMs);
    const again = await model
      .findOneAndUpdate(
        { _id: found._id },
        { $set: { ...waiting, dueAt: new Date(0), giveUpAt } },
        { returnDocument: "after" },
      )
      .lean<DeliveryDoc>();
    return again && toShown(again, found.isRepeatable);
  },

  /** How many wait for the one of these webhooks for which most do. */
  async mostWaiting(webhookIds: readonly string[]): Promise<number> {
    const counts = await model.aggregate<{ count: number }>([
      { $match: { webhookId: { $in: webhookIds }, ...waiting } },
      { $group: { _id: "$webhookId", count: { $sum: 1 } } },
    ]);
    return Math.max(0, ...counts.map(({ count }) => count));
  },
  countWaiting: (webhookId: string) =>
    model.countDocuments({ webhookId, ...waiting }, { limit: limits.webhookWaitingShown }),

  /** A page of a webhook's deliveries, the newest first. @throws AppError VALIDATION_ERROR */
  async page(webhookId: string, { limit, cursor, state }: DeliveriesQuery) {
    const found = await model
      .find({ webhookId, ...(state && { state }), ...(cursor !== undefined && after(cursor)) })
      .sort({ queuedAt: -1, messageId: -1 })
      .limit(limit + 1)
      .lean<DeliveryDoc[]>();
    const last = found.length > limit ? found[limit - 1] : undefined;
    return {
      found: await withRepeatable(model, found.slice(0, limit)),
      ...(last && { nextCursor: cursorTo(`${last.queuedAt.getTime()} ${last.messageId}`) }),
    };
  },
});

async function findShown(
  model: DeliveryModel,
  webhookId: string,
  messageId: string,
): Promise<ShownDelivery | null> {
  const found = await model.findById(idOf(webhookId, messageId)).lean<DeliveryDoc>();
  return found && ((await withRepeatable(model, [found]))[0] ?? null);
}

/** Looks which deliveries still have their bodies. */
async function withRepeatable(model: DeliveryModel, found: readonly DeliveryDoc[]): Promise<ShownDelivery[]> {
  const shared = found.flatMap(({ isShared, messageId }) => (isShared ? [sharedIdOf(messageId)] : []));
  const bodies =
    shared.length === 0 ? [] : await model.distinct("_id", { _id: { $in: shared }, body: { $exists: true } });
  const kept = new Set(bodies);
  return found.map((one) =>
    toShown(one, one.isShared ? kept.has(sharedIdOf(one.messageId)) : one.body !== undefined),
  );
}

/** No webhook has the id of a shared body. */
const toShown = (delivery: DeliveryDoc, isRepeatable: boolean) =>
  ({ ...delivery, isRepeatable }) as ShownDelivery;

/** The deliveries to webhooks. Each change is one guarded write. @param mostOf for tests */
export const createDeliveryRecords = (model: DeliveryModel, mostOf?: Room) => ({
  ...keeping(model, mostOf),
  ...attempting(model),
  ...showing(model),
});
export type DeliveryRecords = ReturnType<typeof createDeliveryRecords>;

function after(cursor: string) {
  const [, time, messageId = ""] = /^(\d{1,15}) (\S+)$/.exec(placeOf(cursor)) ?? [];
  if (time === undefined) throw badCursor();
  const queuedAt = new Date(Number(time));
  return { $or: [{ queuedAt: { $lt: queuedAt } }, { queuedAt, messageId: { $lt: messageId } }] };
}
