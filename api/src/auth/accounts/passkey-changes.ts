import { limits } from "@souffleur/contracts";
import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { unlessTaken } from "../../database/duplicate-keys.ts";
import { type QueuedMail, queueing } from "../../mail/outbox.ts";
import type { StoredPasskey } from "./passkey.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/** What is reported with a change, in the same write. */
export interface PasskeyReport {
  audit: AuditEvent;
  mail: QueuedMail;
}

const usable = { blockedAt: { $exists: false } };

/** The part of `Users` for passkeys. Each change is one guarded write of the account. */
export function createPasskeyChanges(model: UserModel, keys: Keyring) {
  const reported = ({ audit, mail }: PasskeyReport) => ({
    audit: sealEvent(keys, audit),
    outbox: queueing(mail),
  });
  const isMatched = async (write: PromiseLike<{ matchedCount: number }>) => (await write).matchedCount === 1;
  return {
    findByPasskey: (credentialId: string): Promise<UserDoc | null> =>
      model.findOne({ "passkeys.credentialId": credentialId }).lean<UserDoc>(),
    async passkeysOf(id: string): Promise<StoredPasskey[]> {
      return (await model.findById(id, { passkeys: 1 }).lean<UserDoc>())?.passkeys ?? [];
    },
    /** Whether the account has a passkey that is accepted. */
    hasPasskey: async (id: string): Promise<boolean> =>
      (await model.exists({ _id: id, passkeys: { $elemMatch: usable } })) !== null,
    /** False where an account has it already, or this one has as many as are possible. */
    async addPasskey(id: string, passkey: StoredPasskey, report: PasskeyReport): Promise<boolean> {
      const write = model.updateOne(
        {
          _id: id,
          status: "active",
          "passkeys.credentialId": { $ne: passkey.credentialId },
          [`passkeys.${limits.passkeysMax - 1}`]: { $exists: false },
        },
        { $push: { passkeys: passkey, ...reported(report) } },
      );
      return (await unlessTaken(write))?.matchedCount === 1;
    },
    /** False where the account has no such passkey. */
    renamePasskey: (id: string, passkeyId: string, name: string, audit: AuditEvent): Promise<boolean> =>
      isMatched(
        model.updateOne(
          { _id: id, "passkeys.id": passkeyId },
          { $set: { "passkeys.$.name": name }, $push: { audit: sealEvent(keys, audit) } },
        ),
      ),
    /** @param keepsOne whether one that is accepted must be left. False where none would be, or there is no such passkey. */
    removePasskey: (
      id: string,
      passkeyId: string,
      { keepsOne, ...report }: PasskeyReport & { keepsOne: boolean },
    ): Promise<boolean> => {
      const left = { passkeys: { $elemMatch: { ...usable, id: { $ne: passkeyId } } } };
      const isBlocked = { passkeys: { $elemMatch: { id: passkeyId, blockedAt: { $exists: true } } } };
      return isMatched(
        model.updateOne(
          { _id: id, "passkeys.id": passkeyId, ...(keepsOne && { $or: [left, isBlocked] }) },
          { $pull: { passkeys: { id: passkeyId } }, $push: reported(report) },
        ),
      );
    },
    /** Records a use: of several with the same count exactly one succeeds. False where it has gone, is blocked or went back. */
    usePasskey: (id: string, credentialId: string, counter: number, now: Date): Promise<boolean> =>
      isMatched(
        model.updateOne(
          {
            _id: id,
            status: "active",
            passkeys: {
              $elemMatch: { credentialId, ...usable, counter: counter === 0 ? 0 : { $lt: counter } },
            },
          },
          { $set: { "passkeys.$.counter": counter, "passkeys.$.lastUsedAt": now } },
        ),
      ),
    /** Blocks a copied passkey and ends all sessions. False where another request has done so. */
    blockPasskey: (id: string, credentialId: string, report: PasskeyReport, now: Date): Promise<boolean> =>
      isMatched(
        model.updateOne(
          { _id: id, passkeys: { $elemMatch: { credentialId, ...usable } } },
          {
            $set: { "passkeys.$.blockedAt": now },
            $inc: { epoch: 1 },
            $unset: { kept: 1 },
            $push: reported(report),
          },
        ),
      ),
    /** Removes all passkeys and ends all sessions. Null where the account has none. */
    resetPasskeys: (id: string, report: PasskeyReport): Promise<UserDoc | null> =>
      model
        .findOneAndUpdate(
          { _id: id, "passkeys.0": { $exists: true } },
          { $unset: { passkeys: 1, kept: 1 }, $inc: { epoch: 1 }, $push: reported(report) },
          { returnDocument: "after" },
        )
        .lean<UserDoc>(),
  };
}
