import type { PipelineStage, UpdateQuery } from "mongoose";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { type QueuedMail, queuedMail } from "../mail/outbox.ts";
import { type MailedLink, type PendingForm, unverifiedBefore } from "./pending-form.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/**
 * Registrations kept for one address: more would slow down its sign-in. Beyond that, the network with the most
 * of them loses its oldest one: displacing another network's registration takes as many networks.
 */
const formsKept = 64;

interface Registered {
  email: string;
  form: PendingForm & { details: object };
  /** For an address that has no verified account, and for one that has. */
  mails: { unverified: readonly QueuedMail[]; taken: readonly QueuedMail[] };
  /** The account's id where this is the address's first registration. */
  id: string;
}

export interface PendingForms {
  /** Keeps a registration, in one write that is the same for every address, taken or not. */
  register(registered: Registered, now: Date): Promise<void>;
  /**
   * Makes a registration the account, which from now on waits for its approval; of several one wins. Null where
   * it is gone, or where `linkHash` is a link that a newer one has replaced.
   */
  verify(id: string, formId: string, now: Date, linkHash?: string): Promise<UserDoc | null>;
  /** Makes a mailed link the registration's only one; false where a newer one is there, or the form is gone. */
  setFormLink(id: string, formId: string, link: MailedLink): Promise<boolean>;
  sweepForms(now: Date): Promise<void>;
}

export function createPendingForms(model: UserModel): PendingForms {
  const upsert = ({ email, ...registered }: Registered, now: Date) =>
    // Straight to the driver: an update pipeline is not the schema's to cast.
    model.collection.updateOne({ email }, keepForm(registered, now) as object[], { upsert: true });
  return {
    async register(registered, now) {
      await upsert(registered, now).catch((thrown: unknown) => {
        // Two first registrations at once: the one that loses the insert finds the other's account.
        if (!isDuplicateKey(thrown)) throw thrown;
        return upsert(registered, now);
      });
    },
    verify: (id, formId, now, linkHash) =>
      model
        .findOneAndUpdate(
          {
            _id: id,
            status: "pending_verification",
            forms: {
              $elemMatch: {
                id: formId,
                details: { $exists: true },
                createdAt: { $gte: unverifiedBefore(now) },
              },
            },
            ...(linkHash !== undefined && { "forms.link.hash": linkHash }),
          },
          becomeAccount(formId, now, linkHash) as UpdateQuery<UserDoc>,
          { returnDocument: "after", updatePipeline: true },
        )
        .lean<UserDoc>(),
    async setFormLink(id, formId, link) {
      const newest = [{ link: { $exists: false } }, { "link.orderedAt": { $lte: link.orderedAt } }];
      const { matchedCount } = await model.updateOne(
        { _id: id, forms: { $elemMatch: { id: formId, details: { $exists: true }, $or: newest } } },
        { $set: { "forms.$.link": link } },
      );
      return matchedCount === 1;
    },
    async sweepForms(now) {
      const old = { $lt: unverifiedBefore(now) };
      await model.updateMany({ "forms.createdAt": old }, { $pull: { forms: { createdAt: old } } });
    },
  };
}

/** What is left of a registration that cannot become the account. */
const bare = ({ id, passwordHash, source, createdAt }: PendingForm) => ({
  id,
  passwordHash,
  source,
  createdAt,
});

function keepForm({ form, mails, id }: Omit<Registered, "email">, now: Date): PipelineStage.Set["$set"][] {
  const unverified = {
    $eq: [{ $ifNull: ["$status", "pending_verification"] }, "pending_verification"],
  };
  const either = (open: unknown, taken: unknown) => ({
    $cond: [unverified, { $literal: open }, { $literal: taken }],
  });
  const live = {
    $filter: {
      input: { $ifNull: ["$forms", []] },
      cond: { $gte: ["$$this.createdAt", unverifiedBefore(now)] },
    },
  };
  // The list of unverified accounts shows the latest registration, and it is the last to expire.
  const shown = {
    _id: { $ifNull: ["$_id", id] },
    ...literals(form.details),
    passwordHash: { $literal: form.passwordHash },
    role: "agent",
    status: "pending_verification",
    createdAt: now,
    requestedAt: now,
    version: { $ifNull: ["$version", 0] },
    epoch: { $ifNull: ["$epoch", 0] },
    audit: { $ifNull: ["$audit", []] },
  };
  return [
    {
      $set: {
        forms: { $concatArrays: [live, [either(form, bare(form))]] },
        outbox: { $concatArrays: [{ $ifNull: ["$outbox", []] }, either(mails.unverified, mails.taken)] },
      },
    },
    { $set: { forms: { $cond: [{ $gt: [{ $size: "$forms" }, formsKept] }, withoutOne, "$forms"] } } },
    {
      $replaceWith: {
        $cond: [unverified, { $mergeObjects: [withoutPhone, shown] }, "$$ROOT"],
      },
    },
  ];
}

/** The forms without the oldest one of the network that has the most. */
const withoutOne = {
  $let: {
    vars: {
      crowds: {
        $map: {
          input: "$forms.source",
          as: "source",
          in: { $size: { $filter: { input: "$forms.source", cond: { $eq: ["$$this", "$$source"] } } } },
        },
      },
    },
    in: {
      $let: {
        vars: { loser: { $indexOfArray: ["$$crowds", { $max: "$$crowds" }] } },
        in: {
          $concatArrays: [
            { $cond: [{ $eq: ["$$loser", 0] }, [], { $slice: ["$forms", "$$loser"] }] },
            { $slice: ["$forms", { $add: ["$$loser", 1] }, formsKept] },
          ],
        },
      },
    },
  },
};

/** The field that a form may lack: the account must not keep another form's. */
const withoutPhone = { $unsetField: { field: "phone", input: "$$ROOT" } };

const literals = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { $literal: value }]));

function becomeAccount(formId: string, now: Date, linkHash: string | undefined): PipelineStage.Set["$set"][] {
  const formWith = (condition: object) => ({
    $first: { $filter: { input: "$forms", cond: condition } },
  });
  const link =
    linkHash === undefined ? { $eq: ["$$this.id", formId] } : { $eq: ["$$this.link.hash", linkHash] };
  const others = { $filter: { input: "$forms", cond: { $ne: ["$$this.id", formId] } } };
  return [
    { $set: { winner: formWith({ $eq: ["$$this.id", formId] }), used: formWith(link) } },
    {
      $replaceWith: {
        $mergeObjects: [
          withoutPhone,
          "$winner.details",
          {
            passwordHash: "$winner.passwordHash",
            createdAt: "$winner.createdAt",
            status: "pending_approval",
            requestedAt: now,
            verifiedAt: now,
            verifiedForm: formId,
            link: "$used.link",
            version: { $add: ["$version", 1] },
            forms: {
              $map: {
                input: others,
                in: {
                  id: "$$this.id",
                  passwordHash: "$$this.passwordHash",
                  source: "$$this.source",
                  createdAt: "$$this.createdAt",
                },
              },
            },
            outbox: { $concatArrays: ["$outbox", [{ $literal: queuedMail("approval-wanted", now) }]] },
          },
        ],
      },
    },
    { $unset: ["winner", "used"] },
  ];
}
