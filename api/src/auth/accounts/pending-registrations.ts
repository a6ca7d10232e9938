import { randomUUID } from "node:crypto";
import type { PipelineStage, UpdateQuery } from "mongoose";
import { isWritten, repeatUpsert } from "../../database/duplicate-keys.ts";
import { appError } from "../../http/errors.ts";
import { type QueuedMail, queuedMail } from "../../mail/outbox.ts";
import { foundBy } from "./found-by.ts";
import { type MailedLink, type PendingRegistration, unverifiedBefore } from "./pending-registration.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/**
 * Registrations kept for one address: more would slow down its sign-in. When there are more, the oldest of the network
 * with the most of them is removed, so that one network cannot displace the registrations of others.
 */
const registrationsKept = 64;

/** More than enough for registrations of the address that arrive meanwhile. */
const joinAttempts = 10;

export interface Registered {
  email: string;
  form: PendingRegistration & { details: object };
  /** The mails to queue for an address without a verified account, and for one with it. */
  mails: { unverified: readonly QueuedMail[]; taken: readonly QueuedMail[] };
  /** The id of the account that the address's first registration creates. */
  id: string;
}

/** The part of `Users` for unverified registrations. */
export function createPendingRegistrations(model: UserModel) {
  return {
    /** Stores a registration, by the same write whether or not the address has an account. */
    async register({ email, ...registered }: Registered, now: Date): Promise<void> {
      const update = keepForm(registered, now) as object[];
      // Through the driver: mongoose would cast the update pipeline by the schema.
      await repeatUpsert(() => model.collection.updateOne({ email }, update, { upsert: true }));
    },
    /**
     * Turns a registration into the account, which then waits for its approval; only one of several succeeds. Null
     * where the registration is gone, or a newer link has replaced that of `linkHash`.
     */
    verify: (id: string, formId: string, now: Date, linkHash?: string): Promise<UserDoc | null> =>
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
    /** Replaces the registration's link. False where it has a newer one, or the registration is gone. */
    async setFormLink(id: string, formId: string, link: MailedLink): Promise<boolean> {
      const newest = [{ link: { $exists: false } }, { "link.orderedAt": { $lte: link.orderedAt } }];
      const { matchedCount } = await model.updateOne(
        { _id: id, forms: { $elemMatch: { id: formId, details: { $exists: true }, $or: newest } } },
        { $set: { "forms.$.link": link } },
      );
      return matchedCount === 1;
    },
    /**
     * Creates a verified account in place of the address's unverified registrations, of which only the passwords are
     * kept, as when one of them is verified. May be repeated.
     * @param accountOf the account with this id; its `acceptance` distinguishes it
     * @returns the account; null where the address has another one
     */
    async join(email: string, accountOf: (id: string) => UserDoc): Promise<UserDoc | null> {
      for (let attempt = 0; attempt < joinAttempts; attempt++) {
        const known = await model.findOne({ email }).lean<UserDoc>();
        const named = accountOf(known?._id ?? randomUUID());
        const account = { ...named, foundBy: foundBy(named) };
        if (known === null) {
          if (await isWritten(model.create(account))) return account;
          continue;
        }
        if (known.status !== "pending_verification")
          return known.acceptance === account.acceptance ? known : null;
        const replaced = await model
          .findOneAndUpdate(
            { _id: known._id, status: "pending_verification" },
            replaceUnverified(account) as UpdateQuery<UserDoc>,
            { returnDocument: "after", updatePipeline: true },
          )
          .lean<UserDoc>();
        if (replaced !== null) return replaced;
      }
      throw appError("SERVER_BUSY", { retryAfter: 1 });
    },
    async sweepRegistrations(now: Date): Promise<void> {
      const old = { $lt: unverifiedBefore(now) };
      await model.updateMany({ "forms.createdAt": old }, { $pull: { forms: { createdAt: old } } });
    },
  };
}

/** A registration that cannot become the account keeps only these fields. */
const bare = ({ id, passwordHash, source, createdAt }: PendingRegistration) => ({
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
  // The account's own fields, as administrators see them, are those of the latest registration.
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
    { $set: { forms: { $cond: [{ $gt: [{ $size: "$forms" }, registrationsKept] }, withoutOne, "$forms"] } } },
    {
      $replaceWith: {
        $cond: [unverified, { $mergeObjects: [withoutOptional, shown] }, "$$ROOT"],
      },
    },
  ];
}

/** The registrations without the oldest one of the network with the most of them. */
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
            { $slice: ["$forms", { $add: ["$$loser", 1] }, registrationsKept] },
          ],
        },
      },
    },
  },
};

/** What an account may lack; it must not keep that of another registration. */
const withoutOptional = ["phone", "industryType"].reduce<unknown>(
  (input, field) => ({ $unsetField: { field, input } }),
  "$$ROOT",
);

const literals = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { $literal: value }]));

/** The registrations of a list in the database as they are once another one, or an invitation, made the account. */
const barest = (forms: unknown) => ({
  $map: {
    input: forms,
    in: {
      id: "$$this.id",
      passwordHash: "$$this.passwordHash",
      source: "$$this.source",
      createdAt: "$$this.createdAt",
    },
  },
});

function replaceUnverified({ _id, version, outbox: _, ...account }: UserDoc): PipelineStage.Set["$set"][] {
  return [
    {
      $replaceWith: {
        $mergeObjects: [
          withoutOptional,
          literals(account),
          { forms: barest({ $ifNull: ["$forms", []] }), version: { $add: ["$version", 1] } },
        ],
      },
    },
  ];
}

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
          withoutOptional,
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
            forms: barest(others),
            outbox: { $concatArrays: ["$outbox", [{ $literal: queuedMail("approval-wanted", now) }]] },
          },
        ],
      },
    },
    { $unset: ["winner", "used"] },
  ];
}
