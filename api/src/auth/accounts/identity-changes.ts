import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { unlessTaken } from "../../database/duplicate-keys.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { type QueuedMail, queueing } from "../../mail/outbox.ts";
import type { Identity, StoredIdentity } from "./identity.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

const administratorsMax = 100;

/** The part of `Users` for identities, each of which belongs to one account of an organization. */
export function createIdentities(model: UserModel, keys: Keyring) {
  return {
    findByIdentity: (organizationId: string, { issuer, subject }: Identity): Promise<UserDoc | null> =>
      model
        .findOne({
          organizationId,
          "identity.issuer": issuer,
          "identity.subject": subject,
        })
        .lean<UserDoc>(),
    /** The account whose owner has moved to this address at the provider. */
    findByIdentityAddress: (organizationId: string, email: string): Promise<UserDoc | null> =>
      model.findOne({ organizationId, "identity.email": email }).lean<UserDoc>(),
    /**
     * Gives an account its identity, for the person with this address at the provider. It must be active or waiting.
     * @param passwordHash nobody's: it replaces that of an account that waits, which somebody else may have registered
     * @param clientSince when the provider has got its present client, where it had another one
     * @returns false where the account has one of this client, its owner has moved to another address, it is neither active nor
     * waiting, or another account has this identity
     */
    async linkIdentity(
      { _id, organizationId, email: known }: Pick<UserDoc, "_id" | "organizationId" | "email">,
      { email, ...identity }: Identity & { email: string },
      {
        audit,
        clientSince,
        passwordHash,
        now,
      }: { audit: AuditEvent; clientSince: Date | undefined; passwordHash: string; now: Date },
    ): Promise<boolean> {
      const free = [
        { "identity.subject": { $exists: false } },
        { "identity.issuer": { $ne: identity.issuer } },
        ...(clientSince === undefined ? [] : [{ "identity.since": { $not: { $gte: clientSince } } }]),
      ];
      const stored: StoredIdentity = { ...identity, since: now, ...(email !== known && { email }) };
      const write = async (status: "active" | "pending_approval", over: object) => {
        const written = model.updateOne(
          {
            _id,
            organizationId,
            status,
            $or: free,
            "identity.email": email === known ? { $exists: false } : email,
          },
          { $set: { identity: stored, ...over }, $push: { audit: sealEvent(keys, audit) } },
        );
        return (await unlessTaken(written))?.matchedCount === 1;
      };
      // In this order, because an approval may come in between.
      return (
        (await write("pending_approval", { passwordHash, withoutPassword: true })) || write("active", {})
      );
    },
    /** What the provider has said of a known person now. */
    async refreshIdentity(
      id: string,
      subject: string,
      { since, email }: { since: Date; email: string | undefined },
    ): Promise<void> {
      await model.updateOne(
        { _id: id, "identity.subject": subject },
        setOrUnset({ "identity.since": since, "identity.email": email }),
      );
    },
    /** Forgets by whom the account was opened, and ends all sessions. Null where nobody is remembered, or it is not active. */
    forgetIdentity: (id: string, { audit, mail }: { audit: AuditEvent; mail: QueuedMail }) =>
      model
        .findOneAndUpdate(
          { _id: id, status: "active", "identity.subject": { $exists: true } },
          {
            $unset: { "identity.subject": 1, "identity.since": 1, kept: 1 },
            $inc: { epoch: 1 },
            $push: { audit: sealEvent(keys, audit), outbox: queueing(mail) },
          },
          { returnDocument: "after" },
        )
        .lean<UserDoc>(),
    /** The organization's active administrators who have a password, by name. */
    administratorsWithPassword: (organizationId: string): Promise<UserDoc[]> =>
      model
        .find({ organizationId, status: "active", role: "admin", withoutPassword: { $ne: true } })
        .sort({ firstName: 1, lastName: 1, _id: 1 })
        .limit(administratorsMax)
        .lean<UserDoc[]>(),
  };
}
