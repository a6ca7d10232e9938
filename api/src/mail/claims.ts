import { setTimeout as delay } from "node:timers/promises";
import type { Model } from "mongoose";
import { isAwaited, kindsOf, type MailHolder, type QueuedMail, superseded } from "./outbox.ts";

const removalPauseMs = 500;

/** A mail that this worker alone may send until its lease expires. */
export interface Claim {
  model: Model<MailHolder>;
  holderId: string;
  /** Undefined where the document is of no organization. */
  organizationId: string | undefined;
  mail: QueuedMail;
}

interface Wanted {
  /** Whether mails are looked for that somebody waits for, or all others. */
  areAwaited: boolean;
  /** Organizations that have no turn now. */
  without: readonly string[];
}

/**
 * Takes due mails out of their documents' outboxes, one by one, with a lease of `leaseMs`.
 * @param onMerged called with the number of mails that later ones have replaced
 */
export function createClaims(
  outboxes: readonly Model<MailHolder>[],
  leaseMs: number,
  onMerged: (count: number) => void = () => {},
) {
  /** The collection that is looked through first: each in turn, so that none waits for all mails of another. */
  let first = 0;

  const claimFrom = async (
    model: Model<MailHolder>,
    now: Date,
    { areAwaited, without }: Wanted,
  ): Promise<Claim | undefined> => {
    for (;;) {
      const holder = await model
        .findOneAndUpdate(
          {
            outbox: { $elemMatch: { dueAt: { $lte: now }, kind: kindsOf(areAwaited) } },
            // Documents of some collections are of no organization.
            ...(model.schema.path("organizationId") && { organizationId: { $nin: without } }),
          },
          { $set: { "outbox.$.dueAt": new Date(now.getTime() + leaseMs) }, $inc: { "outbox.$.attempts": 1 } },
          // The state before shows the mail that the positional operator matched: the first that was due.
          { returnDocument: "before", projection: { outbox: 1, organizationId: 1 } },
        )
        .lean<MailHolder>();
      const mail = holder?.outbox.find((one) => one.dueAt <= now && isAwaited(one) === areAwaited);
      if (!holder || !mail) return undefined;
      const { _id: holderId, organizationId } = holder;
      const claimed = { ...mail, attempts: mail.attempts + 1 };
      // Not those that another worker is sending.
      const merged = superseded(holder.outbox).filter(
        ({ dueAt, attempts }) => dueAt <= now || attempts === 0,
      );
      if (merged.length > 0) {
        await model.updateOne(
          { _id: holderId },
          { $pull: { outbox: { id: { $in: merged.map(({ id }) => id) } } } },
        );
        onMerged(merged.length);
      }
      if (!merged.includes(mail))
        return { model, holderId, organizationId: organizationId ?? undefined, mail: claimed };
    }
  };

  /** The next due mail, with its number of attempts. */
  const claim = async (now: Date, wanted: Wanted): Promise<Claim | undefined> => {
    first += 1;
    for (const [at] of outboxes.entries()) {
      const model = outboxes[(first + at) % outboxes.length];
      const found = model && (await claimFrom(model, now, wanted));
      if (found) return found;
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
