import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { unlessTaken } from "../../database/duplicate-keys.ts";
import type { Identity } from "./identity.ts";
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
    /** Gives an account its identity. False where it has another one of the issuer, or another account has this one. */
    async linkIdentity(
      { _id, organizationId }: Pick<UserDoc, "_id" | "organizationId">,
      identity: Identity,
      audit: AuditEvent,
    ): Promise<boolean> {
      const free = [{ identity: { $exists: false } }, { "identity.issuer": { $ne: identity.issuer } }];
      const write = model.updateOne(
        { _id, organizationId, $or: free },
        { $set: { identity }, $push: { audit: sealEvent(keys, audit) } },
      );
      return (await unlessTaken(write))?.matchedCount === 1;
    },
    /** The organization's active administrators who have a password, by name. */
    administratorsWithPassword: (organizationId: string): Promise<UserDoc[]> =>
      model
        .find({ organizationId, status: "active", role: "admin", withoutPassword: { $ne: true } })
        .sort({ firstName: 1, lastName: 1, _id: 1 })
        .limit(administratorsMax)
        .lean<UserDoc[]>(),
  };
}
