import type { AccountStatus, UserStats } from "@souffleur/contracts";
import type { Connection, UpdateQuery } from "mongoose";
import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { isWritten } from "../../database/duplicate-keys.ts";
import { readById } from "../../database/read-by-id.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { type QueuedMail, queueing } from "../../mail/outbox.ts";
import { createDigests } from "./digests.ts";
import { foundBy, wantedBeginnings } from "./found-by.ts";
import { createIdentities } from "./identity-changes.ts";
import { createMailFailures } from "./mail-failures.ts";
import { createPasskeyChanges } from "./passkey-changes.ts";
import { createPasswordChanges } from "./password-changes.ts";
import { type MailedLink, unverifiedBefore } from "./pending-registration.ts";
import { createPendingRegistrations } from "./pending-registrations.ts";
import { createProfileChanges } from "./profile-changes.ts";
import { createProvisioned, isHeld } from "./provisioned-changes.ts";
import { type ManagedFields, managedProjection, type UserDoc, userModel } from "./user-model.ts";

export { type ManagedFields, toDto, toManagedDto, type UserDoc } from "./user-model.ts";

/** The state that a change requires; it does nothing where the account has another one. */
export interface Expected {
  id: string;
  status?: AccountStatus;
  version?: number;
}

export interface Change {
  set?: Partial<
    Pick<
      UserDoc,
      "status" | "role" | "organizationId" | "founding" | "rosterChange" | "passwordHash" | "withoutPassword"
    >
  >;
  unset?: readonly ("founding" | "passkeys" | "passwordLink" | "identity")[];
  /** A program makes the change of an account that had this status. */
  byProgramFrom?: AccountStatus;
  /** Ends all sessions of the account. */
  newEpoch?: boolean;
  audit?: AuditEvent;
  mails?: readonly QueuedMail[];
}

const memberProjection = { firstName: 1, lastName: 1, role: 1 } as const;
type Member = Pick<UserDoc, "_id" | keyof typeof memberProjection>;

const requestProjection = {
  ...memberProjection,
  email: 1,
  status: 1,
  organizationId: 1,
  epoch: 1,
  kept: 1,
  language: 1,
} as const;
export type RequestUser = Pick<UserDoc, "_id" | keyof typeof requestProjection>;

export type Users = ReturnType<typeof createUsers>;

/** The only access to accounts: no other feature uses their collection directly. */
export function createUsers(connection: Connection, keys: Keyring) {
  const model = userModel(connection);
  return {
    model,
    ...createPendingRegistrations(model),
    ...createDigests(model),
    ...createPasswordChanges(model, keys),
    ...createPasskeyChanges(model, keys),
    ...createProfileChanges(model, keys),
    ...createIdentities(model, keys),
    ...createProvisioned(model, keys),
    ...createMailFailures(model, keys),
    findById: (id: string): Promise<UserDoc | null> => model.findById(id).lean<UserDoc>(),
    /** An unverified account whose registrations have expired counts as absent. */
    async findByEmail(email: string, now: Date): Promise<UserDoc | null> {
      // Through the driver: every sign-in waits for it.
      const found = (await model.collection.findOne({ email })) as UserDoc | null;
      const gone = found?.status === "pending_verification" && found.createdAt < unverifiedBefore(now);
      return gone ? null : found;
    },
    /** By the link that verified the account, or by the link of a registration. */
    findByLink: (hash: string): Promise<UserDoc | null> =>
      model.findOne({ $or: [{ "link.hash": hash }, { "forms.link.hash": hash }] }).lean<UserDoc>(),
    findByUnlock: (hash: string): Promise<UserDoc | null> =>
      model.findOne({ "unlock.hash": hash }).lean<UserDoc>(),
    findFounding: (): Promise<UserDoc[]> => model.find({ founding: true }).lean<UserDoc[]>(),
    /** The first `limit` active accounts of an organization, by name. */
    membersOf: (organizationId: string, limit: number): Promise<Member[]> =>
      model
        .find({ organizationId, status: "active" }, memberProjection)
        .sort({ firstName: 1, lastName: 1, _id: 1 })
        .limit(limit)
        .lean<Member[]>(),
    /** The accounts of an organization (for null, all accounts), the longest waiting first, after one of them. */
    list: (
      organizationId: string | null,
      { status, after, limit }: { status?: AccountStatus; after?: ListedAccount | undefined; limit: number },
    ): AsyncIterable<ManagedFields> =>
      model
        .find(
          {
            ...visibleTo(organizationId),
            ...(status !== undefined && { status }),
            ...(after && isAfter(after)),
          },
          managedProjection,
        )
        .sort({ requestedAt: 1, _id: 1 })
        .limit(limit)
        .lean<ManagedFields>()
        // A batch is decoded at once.
        .cursor({ batchSize: listBatch }),
    /** Of an organization, whatever their status. */
    count: (organizationId: string): Promise<number> => model.countDocuments({ organizationId }),
    countActive: (organizationId: string): Promise<number> =>
      model.countDocuments({ organizationId, status: "active" }),
    /**
     * The first `limit` accounts of an organization (for null, of all accounts) whose address, or names in either order, begin
     * with the text, as texts are compared.
     */
    async search(organizationId: string | null, text: string, limit: number): Promise<ManagedFields[]> {
      const wanted = beginningWith(wantedBeginnings(text));
      if (wanted.length === 0) return [];
      return model
        .find({ ...visibleTo(organizationId), $or: wanted }, managedProjection)
        .limit(limit)
        .lean<ManagedFields[]>();
    },
    async countByStatus(organizationId: string | null): Promise<UserStats> {
      const counts = await model.aggregate<{ _id: AccountStatus; count: number }>([
        { $match: visibleTo(organizationId) },
        { $group: { _id: "$status", count: { $sum: 1 } } },
      ]);
      const of = (status: AccountStatus) => counts.find(({ _id }) => _id === status)?.count ?? 0;
      return {
        total: counts.reduce((sum, { count }) => sum + count, 0),
        active: of("active"),
        pending: of("pending_approval"),
        pendingVerification: of("pending_verification"),
      };
    },
    /** Each request reads its account with this. */
    findForRequest: readById<RequestUser>(model.collection, requestProjection),
    /** Inserts an account that needs no verification, in place of an unverified one. False where the address has one. */
    async insert(account: UserDoc): Promise<boolean> {
      const user = { ...account, foundBy: foundBy(account) };
      if (await isWritten(model.create(user))) return true;
      const { deletedCount } = await model.deleteOne({ email: user.email, status: "pending_verification" });
      return deletedCount === 1 && isWritten(model.create(user));
    },
    /** One write of a status or role with its audit event and its mails; null where `expected` is not met. */
    change: ({ id, ...expected }: Expected, change: Change): Promise<UserDoc | null> =>
      model
        .findOneAndUpdate({ _id: id, ...expected }, changeDocument(change, keys), { returnDocument: "after" })
        .lean<UserDoc>(),
    /** Replaces the account's unlock link. False where it has a newer one. */
    async setUnlock(id: string, link: MailedLink): Promise<boolean> {
      const newest = [{ unlock: { $exists: false } }, { "unlock.orderedAt": { $lte: link.orderedAt } }];
      const { matchedCount } = await model.updateOne({ _id: id, $or: newest }, { $set: { unlock: link } });
      return matchedCount === 1;
    },
    async queueMail(email: string, mail: QueuedMail): Promise<void> {
      await model.updateOne({ email }, { $push: { outbox: queueing(mail) } });
    },
    /** Replaces a password hash, unless it has been changed meanwhile. */
    async rehash(id: string, from: string, to: string): Promise<void> {
      await model.updateOne({ _id: id, passwordHash: from }, { $set: { passwordHash: to } });
    },
    async sweepUnverified(now: Date): Promise<void> {
      await model.deleteMany({ status: "pending_verification", createdAt: { $lt: unverifiedBefore(now) } });
    },
  };
}

/** Accounts that are read together, in about 2 ms. */
const listBatch = 200;

/** A place in the list of accounts. */
export type ListedAccount = Pick<UserDoc, "_id" | "requestedAt">;

const isAfter = ({ _id, requestedAt }: ListedAccount) => ({
  $or: [{ requestedAt: { $gt: requestedAt } }, { requestedAt, _id: { $gt: _id } }],
});

/** Null, for a platform administrator, matches all accounts. */
function visibleTo(organizationId: string | null) {
  return organizationId === null ? {} : { organizationId };
}

/** A range of the index for each beginning. */
function beginningWith(starts: readonly string[]): object[] {
  // No text sorts after this character.
  return starts.map((start) => ({ foundBy: { $elemMatch: { $gte: start, $lt: `${start}\u{10ffff}` } } }));
}

function changeDocument(
  { set = {}, unset = [], byProgramFrom, newEpoch = false, audit, mails = [] }: Change,
  keys: Keyring,
): UpdateQuery<UserDoc> {
  const isEnd = byProgramFrom !== undefined && set.status === "inactive";
  const heldAs = isEnd && isHeld(byProgramFrom) ? byProgramFrom : undefined;
  const deactivated = isEnd && heldAs === undefined ? true : undefined;
  return {
    ...setOrUnset({
      ...set,
      ...Object.fromEntries(unset.map((name) => [name, undefined])),
      ...(set.status !== undefined && {
        "provisioned.deactivated": deactivated,
        "provisioned.heldAs": heldAs,
      }),
    }),
    $inc: { version: 1, ...(newEpoch && { epoch: 1 }) },
    $push: {
      ...(audit !== undefined && { audit: sealEvent(keys, audit) }),
      ...(mails.length > 0 && { outbox: queueing(...mails) }),
    },
  };
}
