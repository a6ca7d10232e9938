import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { type MailFailure, type QueuedMail, queueing } from "../../mail/outbox.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/** The part of `Users` for mails that were not delivered. */
export function createMailFailures(model: UserModel, keys: Keyring) {
  return {
    /** Keeps whether the last mail to an address was delivered, where it has an account. */
    async setMailFailure(email: string, mailFailure: MailFailure | undefined): Promise<void> {
      const known = mailFailure === undefined ? { mailFailure: { $exists: true } } : {};
      await model.updateOne({ email, ...known }, setOrUnset({ mailFailure }));
    },
    /** Queues the mail that was not delivered once more. Null where that was done, or it is another one. */
    repeatMail: (id: string, mail: QueuedMail, audit: AuditEvent): Promise<UserDoc | null> =>
      model
        .findOneAndUpdate(
          { _id: id, "mailFailure.mail.id": mail.id },
          { $unset: { mailFailure: 1 }, $push: { outbox: queueing(mail), audit: sealEvent(keys, audit) } },
          { returnDocument: "after" },
        )
        .lean<UserDoc>(),
  };
}
