import type { Language } from "@souffleur/contracts";
import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { type QueuedMail, queueing } from "../../mail/outbox.ts";
import { foundBy } from "./found-by.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/** The part of `Users` for what owners say of themselves. */
export function createProfileChanges(model: UserModel, keys: Keyring) {
  return {
    /** Replaces name and telephone number, which is removed where there is none. Null where there is no account. */
    changeProfile: (
      { _id, email }: Pick<UserDoc, "_id" | "email">,
      { firstName, lastName, phone }: { firstName: string; lastName: string; phone?: string | undefined },
      { audit, mail }: { audit: AuditEvent; mail: QueuedMail },
    ): Promise<UserDoc | null> =>
      model
        .findOneAndUpdate(
          { _id, email },
          {
            ...setOrUnset({ firstName, lastName, foundBy: foundBy({ firstName, lastName, email }), phone }),
            $push: { audit: sealEvent(keys, audit), outbox: queueing(mail) },
          },
          { returnDocument: "after" },
        )
        .lean<UserDoc>(),
    async setLanguage(id: string, language: Language): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { language } });
    },
    /** Sets the language of an account that has none. */
    async setFirstLanguage(id: string, language: Language): Promise<void> {
      await model.updateOne({ _id: id, language: { $exists: false } }, { $set: { language } });
    },
    /** Records an account's first session, unless it has one. */
    async setFirstSession(id: string, sessionId: string): Promise<void> {
      await model.updateOne(
        { _id: id, firstSessionId: { $exists: false } },
        { $set: { firstSessionId: sessionId } },
      );
    },
    isFirstSession: async (id: string, sessionId: string): Promise<boolean> =>
      (await model.exists({ _id: id, firstSessionId: sessionId })) !== null,
  };
}
