import { setTimeout as delay } from "node:timers/promises";
import type { Model } from "mongoose";
import type { MailHolder, QueuedMail } from "./outbox.ts";

const removalPauseMs = 500;

/** A mail that this worker alone may send until its lease expires. */
export interface Claim {
  model: Model<MailHolder>;
  holderId: string;
  mail: QueuedMail;
}

/** Takes due mails out of their documents' outboxes, one by one, with a lease of `leaseMs`. */
export function createClaims(outboxes: readonly Model<MailHolder>[], leaseMs: number) {
  /** The next due mail, with its number of attempts. */
  const claim = async (now: Date): Promise<Claim | undefined> => {
    for (const model of outboxes) {
      const holder = await model
        .findOneAndUpdate(
          { outbox: { $elemMatch: { dueAt: { $lte: now } } } },
          { $set: { "outbox.$.dueAt": new Date(now.getTime() + leaseMs) }, $inc: { "outbox.$.attempts": 1 } },
          // The state before shows the mail that the positional operator matched: the first that was due.
          { returnDocument: "before", projection: { outbox: 1 } },
        )
        .lean<MailHolder>();
      const mail = holder?.outbox.find(({ dueAt }) => dueAt <= now);
      if (holder && mail)
        return { model, holderId: holder._id, mail: { ...mail, attempts: mail.attempts + 1 } };
    }
    return undefined;
  };

  const remove = async ({ model, holderId, mail }: Claim) => {
    await model.updateOne({ _id: holderId }, { $pull: { outbox: { id: mail.id } } });
  };

  /** Removes a mail that was sent, however long the database is away: one that stays would be sent again. */
  const removeSent = async (claimed: Claim, isStopped: () => boolean) => {
    for (;;) {
      try {
        return await remove(claimed);
      } catch (thrown) {
        if (isStopped()) throw thrown;
        await delay(removalPauseMs);
      }
    }
  };

  const replace = async ({ model, holderId, mail }: Claim, successors: readonly QueuedMail[]) => {
    const others = { $filter: { input: "$outbox", cond: { $ne: ["$$this.id", mail.id] } } };
    await model.updateOne(
      { _id: holderId, "outbox.id": mail.id },
      [{ $set: { outbox: { $concatArrays: [others, successors.map((next) => ({ $literal: next }))] } } }],
      { updatePipeline: true },
    );
  };

  /** @returns false where another worker has taken the mail over: each claim increases `attempts` */
  const postpone = async ({ model, holderId, mail }: Claim, dueAt: Date, attempts?: number) => {
    const { matchedCount } = await model.updateOne(
      { _id: holderId, outbox: { $elemMatch: { id: mail.id, attempts: mail.attempts } } },
      {
        $set: {
          "outbox.$.dueAt": dueAt,
          ...(attempts !== undefined && { "outbox.$.attempts": attempts }),
        },
      },
    );
    return matchedCount > 0;
  };

  return { claim, remove, removeSent, replace, postpone };
}
export type Claims = ReturnType<typeof createClaims>;
