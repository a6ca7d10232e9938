import { limits, type Role } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import type { AuditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { repeatUpsert, unlessTaken } from "../database/duplicate-keys.ts";
import type { QueuedMail } from "../mail/outbox.ts";
import {
  type Acceptance,
  type Arrival,
  decidedKeptMs,
  expiredKeptMs,
  type InvitationDoc,
  invitationIdOf,
  invitationModel,
  validFrom,
} from "./invitation-model.ts";

export type { Acceptance, Arrival, InvitationDoc } from "./invitation-model.ts";

type Sent = Pick<InvitationDoc, "organizationId" | "email" | "role" | "senderId" | "senderName" | "language">;

/** Waits for its acceptance, which nobody has begun. */
const open = { state: "pending", acceptance: { $exists: false } } as const;

export type InvitationRecords = ReturnType<typeof createInvitationRecords>;

/** The only access to invitations. Each change is one guarded write. */
export function createInvitationRecords(connection: Connection, keys: Keyring) {
  const model = invitationModel(connection);
  return {
    model,
    find: (id: string): Promise<InvitationDoc | null> => model.findById(id).lean<InvitationDoc>(),
    /** The open invitation with this link; one that has expired is not. */
    findByLink: (linkHash: string, now: Date): Promise<InvitationDoc | null> =>
      model.findOne({ linkHash, expiresAt: { $gt: now }, ...open }).lean<InvitationDoc>(),
    /** The open invitation of an address; one that has expired is not. */
    findOpen: (organizationId: string, email: string, now: Date): Promise<InvitationDoc | null> =>
      model
        .findOne({ _id: invitationIdOf(organizationId, email), expiresAt: { $gt: now }, ...open })
        .lean<InvitationDoc>(),
    /** Of an organization, the latest first. */
    listPending: (organizationId: string): Promise<InvitationDoc[]> =>
      model
        .find({ organizationId, ...open })
        .sort({ sentAt: -1, _id: 1 })
        .limit(limits.invitationsPending)
        .lean<InvitationDoc[]>(),
    /** The ids of those addresses' open invitations. */
    async pendingOf(organizationId: string, emails: readonly string[]): Promise<InvitationDoc[]> {
      const ids = emails.map((email) => invitationIdOf(organizationId, email));
      return model.find({ _id: { $in: ids }, ...open }).lean<InvitationDoc[]>();
    },
    countPending: (organizationId: string): Promise<number> =>
      model.countDocuments({ organizationId, state: "pending" }),

    /**
     * Stores an invitation, or renews the address's one; its earlier link is valid until the new one is sent.
     * @returns undefined where the address is accepting one at this moment
     */
    async send(sent: Sent, mail: QueuedMail, audit: (id: string) => AuditEvent, now: Date) {
      const _id = invitationIdOf(sent.organizationId, sent.email);
      const update = {
        $set: {
          ...sent,
          state: "pending",
          mailId: mail.id,
          sentAt: now,
          expiresAt: validFrom(now),
          outbox: [mail],
        },
        $unset: { mailFailure: 1 },
        $push: { audit: sealEvent(keys, audit(_id)) },
      } as const;
      const filter = { _id, acceptance: { $exists: false } };
      return unlessTaken(
        repeatUpsert(async () =>
          model
            .findOneAndUpdate(filter, update, { upsert: true, returnDocument: "after" })
            .lean<InvitationDoc>(),
        ),
      );
    },
    /** Makes the link of a mail that is about to be sent valid, and only it. False where the mail is obsolete. */
    async setLink(id: string, mailId: string, linkHash: string, now: Date): Promise<boolean> {
      const link = { linkHash, expiresAt: validFrom(now) };
      const { matchedCount } = await model.updateOne({ _id: id, mailId, ...open }, { $set: link });
      return matchedCount === 1;
    },
    /** Null where it is not open, or its role is none of these. */
    withdraw: (
      { id, organizationId, roles }: { id: string; organizationId: string; roles: readonly Role[] },
      audit: AuditEvent,
    ): Promise<InvitationDoc | null> =>
      model
        .findOneAndUpdate(
          { _id: id, organizationId, role: { $in: roles }, ...open },
          { ...withdrawal, $push: { audit: sealEvent(keys, audit) } },
        )
        .lean<InvitationDoc>(),
    /** Withdraws the open invitations of a sender, except those to this organization with these roles. */
    async endOf(senderId: string, organizationId: string | null, roles: readonly Role[]): Promise<void> {
      const foreign = [{ organizationId: { $ne: organizationId } }, { role: { $nin: roles } }];
      await model.updateMany({ senderId, $or: foreign, ...open }, withdrawal);
    },
    sendersOfPending: (): Promise<string[]> => model.distinct("senderId", { state: "pending" }),

    ...createAcceptanceRecords(model),

    async sweep(now: Date): Promise<void> {
      const before = (ms: number) => ({ $lt: new Date(now.getTime() - ms) });
      const relayed = { "audit.0": { $exists: false } };
      await model.deleteMany({ expiresAt: before(expiredKeptMs), ...open, ...relayed });
      const decided = { $in: ["accepted", "withdrawn"] as const };
      await model.deleteMany({ state: decided, sentAt: before(decidedKeptMs), ...relayed });
    },
  };
}

/** The part of the records for acceptances. */
function createAcceptanceRecords(model: ReturnType<typeof invitationModel>) {
  return {
    /** Uses the link: exactly one of several succeeds. */
    beginAcceptance: (
      id: string,
      linkHash: string,
      acceptance: Acceptance,
      now: Date,
    ): Promise<InvitationDoc | null> =>
      model
        .findOneAndUpdate(
          { _id: id, linkHash, expiresAt: { $gt: now }, ...open },
          { $set: { acceptance }, $unset: { linkHash: 1 } },
          { returnDocument: "after" },
        )
        .lean<InvitationDoc>(),
    /** The same where a person comes in another way; null where it was sent again since, maybe with another role. */
    beginArrival: (
      { _id, mailId }: Pick<InvitationDoc, "_id" | "mailId">,
      acceptance: Arrival,
      now: Date,
    ): Promise<InvitationDoc | null> =>
      model
        .findOneAndUpdate(
          { _id, mailId, expiresAt: { $gt: now }, ...open },
          { $set: { acceptance }, $unset: { linkHash: 1 } },
          { returnDocument: "after" },
        )
        .lean<InvitationDoc>(),
    /** Whoever has been let in otherwise needs it no more. */
    async close(organizationId: string, email: string): Promise<void> {
      const update = { $set: { state: "accepted", outbox: [] }, $unset: { linkHash: 1 } } as const;
      await model.updateOne({ _id: invitationIdOf(organizationId, email), ...open }, update);
    },
    async endAcceptance(id: string, acceptanceId: string, state: "accepted" | "withdrawn"): Promise<void> {
      await model.updateOne(
        { _id: id, "acceptance.id": acceptanceId },
        { $set: { state, outbox: [] }, $unset: { acceptance: 1 } },
      );
    },
    findAccepting: (): Promise<InvitationDoc[]> =>
      model.find({ "acceptance.at": { $gt: new Date(0) } }).lean<InvitationDoc[]>(),
  };
}

const withdrawal = { $set: { state: "withdrawn", outbox: [] }, $unset: { linkHash: 1 } } as const;
