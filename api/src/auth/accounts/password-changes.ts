import { limits } from "@souffleur/contracts";
import type { UpdateQuery } from "mongoose";
import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { type QueuedMail, queueing } from "../../mail/outbox.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

export interface PasswordChange {
  passwordHash: string;
  audit: AuditEvent;
  mail: QueuedMail;
}

/** The part of `Users` for new passwords. Each ends all sessions, by a new epoch, and the mailed link. */
export function createPasswordChanges(model: UserModel, keys: Keyring) {
  const replacing = ({ passwordHash, audit, mail }: PasswordChange) => ({
    set: { passwordHash },
    rest: {
      $inc: { epoch: 1 },
      $push: { audit: sealEvent(keys, audit), outbox: queueing(mail) },
    } satisfies UpdateQuery<UserDoc>,
  });
  return {
    /**
     * Replaces the password by which the owner has proved who they are; `session` stays. False where the account has been
     * changed meanwhile.
     */
    async changePassword(
      { _id, passwordHash, epoch }: UserDoc,
      session: string,
      change: PasswordChange,
    ): Promise<boolean> {
      const { set, rest } = replacing(change);
      const { matchedCount } = await model.updateOne(
        { _id, passwordHash, epoch, status: "active" },
        {
          $set: { ...set, kept: { session, epoch: epoch + 1 } },
          $unset: { passwordLink: 1, withoutPassword: 1 },
          ...rest,
        },
      );
      return matchedCount === 1;
    },
    /** Uses the link: exactly one of several succeeds. Null where it has ended or expired. */
    usePasswordLink: (
      { id, hash }: { id: string; hash: string },
      change: PasswordChange,
      now: Date,
    ): Promise<UserDoc | null> => {
      const { set, rest } = replacing(change);
      return model
        .findOneAndUpdate(
          { _id: id, status: "active", "passwordLink.hash": hash, "passwordLink.expiresAt": { $gt: now } },
          {
            $set: { ...set, "passwordLink.usedAt": now },
            $unset: { kept: 1, withoutPassword: 1, "passwordLink.hash": 1 },
            ...rest,
          },
          { returnDocument: "after" },
        )
        .lean<UserDoc>();
    },
    /** Orders a link, which ends an earlier one at once. Null where the account has been changed meanwhile. */
    orderPasswordLink: (
      { _id, version }: UserDoc,
      mail: QueuedMail,
      audit: AuditEvent,
    ): Promise<UserDoc | null> =>
      model
        .findOneAndUpdate(
          { _id, version, status: "active" },
          {
            $set: { passwordLink: { mailId: mail.id, orderedAt: mail.queuedAt } },
            $push: { audit: sealEvent(keys, audit), outbox: queueing(mail) },
          },
          { returnDocument: "after" },
        )
        .lean<UserDoc>(),
    /** Makes the link of a mail that is about to be sent valid. False where the mail is obsolete. */
    async setPasswordLink(id: string, mailId: string, hash: string, now: Date): Promise<boolean> {
      const expiresAt = new Date(now.getTime() + limits.passwordLinkValidMs);
      const { matchedCount } = await model.updateOne(
        {
          _id: id,
          status: "active",
          "passwordLink.mailId": mailId,
          "passwordLink.usedAt": { $exists: false },
        },
        { $set: { "passwordLink.hash": hash, "passwordLink.expiresAt": expiresAt } },
      );
      return matchedCount === 1;
    },
    findByPasswordLink: (hash: string): Promise<UserDoc | null> =>
      model.findOne({ "passwordLink.hash": hash }).lean<UserDoc>(),
  };
}
