import type { AccountStatus, Language, UserStats } from "@souffleur/contracts";
import type { Connection, UpdateQuery } from "mongoose";
import type { AuditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { readById } from "../database/read-by-id.ts";
import { searchCollation } from "../database/search-collation.ts";
import type { QueuedMail } from "../mail/outbox.ts";
import { createDigests, type Digests } from "./digests.ts";
import { type MailedLink, unverifiedBefore } from "./pending-form.ts";
import { createPendingForms, type PendingForms } from "./pending-forms.ts";
import { type UserDoc, type UserModel, userModel, type WireFields, wireProjection } from "./user-model.ts";

/** What a change expects to find; it does nothing where it finds something else. */
export interface Expected {
  id: string;
  status?: AccountStatus;
  version?: number;
  /** Refuses accounts whose founding is not finished. */
  settled?: boolean;
}

interface Change {
  set?: Partial<Pick<UserDoc, "status" | "role" | "organizationName" | "founding" | "rosterChange">>;
  unset?: readonly "founding"[];
  /** Ends every session of the account in the same write. */
  newEpoch?: boolean;
  audit?: AuditEvent;
  mails?: readonly QueuedMail[];
}

export interface Users extends PendingForms, Digests {
  readonly model: UserModel;
  findById(id: string): Promise<UserDoc | null>;
  /** An unverified account past its seven days counts as absent. */
  findByEmail(email: string, now: Date): Promise<UserDoc | null>;
  /** By the link that verified the account, or that of a registration that can still verify it. */
  findByLink(hash: string): Promise<UserDoc | null>;
  findByUnlock(hash: string): Promise<UserDoc | null>;
  findFounding(): Promise<UserDoc[]>;
  /** The organization's active accounts, by name; so many at most. */
  membersOf(
    organizationId: string,
    howMany: number,
  ): Promise<Pick<UserDoc, "_id" | "firstName" | "lastName" | "role">[]>;
  /** The accounts of an organization (all, for null), the longest waiting first. */
  list(organizationId: string | null, status?: AccountStatus): Promise<WireFields[]>;
  /** The first `limit` accounts of an organization (of all, for null) that `search` finds. */
  search(organizationId: string | null, text: string, limit: number): Promise<WireFields[]>;
  countByStatus(organizationId: string | null): Promise<UserStats>;
  /** What each request reads: by primary key, and no more than it needs. */
  findForRequest(id: string): Promise<RequestUser | null>;
  /** An account that needs no verification: registrations of its address go. False where it has an account. */
  insert(user: UserDoc): Promise<boolean>;
  /** One guarded write of a status or role with its audit event and its mails; null where the guard refused it. */
  change(expected: Expected, change: Change): Promise<UserDoc | null>;
  /** Makes a mailed unlock link the account's only one; false where a newer one is there. */
  setUnlock(id: string, link: MailedLink): Promise<boolean>;
  setLanguage(id: string, language: Language): Promise<void>;
  /** Only where the account has none yet. */
  setFirstLanguage(id: string, language: Language): Promise<void>;
  /** Orders a mail to this address. */
  queueMail(email: string, mail: QueuedMail): Promise<void>;
  /** Replaces a hash, unless the password was changed meanwhile. */
  rehash(id: string, from: string, to: string): Promise<void>;
  sweepUnverified(now: Date): Promise<void>;
}

export type RequestUser = Pick<
  UserDoc,
  "_id" | "email" | "firstName" | "lastName" | "role" | "status" | "organizationId" | "epoch"
>;

const requestProjection = {
  email: 1,
  firstName: 1,
  lastName: 1,
  role: 1,
  status: 1,
  organizationId: 1,
  epoch: 1,
} as const;

/** The only access to accounts: no other feature uses their collection directly. */
export function createUsers(connection: Connection, keys: Keyring): Users {
  const model = userModel(connection);
  const expired = (now: Date) =>
    ({ status: "pending_verification", createdAt: { $lt: unverifiedBefore(now) } }) as const;
  const tryInsert = async (user: UserDoc) => {
    try {
      await model.create(user);
      return true;
    } catch (thrown) {
      if (isDuplicateKey(thrown)) return false;
      throw thrown;
    }
  };
  return {
    model,
    ...createPendingForms(model),
    ...createDigests(model),
    findById: (id) => model.findById(id).lean<UserDoc>(),
    async findByEmail(email, now) {
      // Straight to the driver, as what every request reads: each sign-in waits for it.
      const found = (await model.collection.findOne({ email })) as UserDoc | null;
      const gone = found?.status === "pending_verification" && found.createdAt < unverifiedBefore(now);
      return gone ? null : found;
    },
    findByLink: (hash) =>
      model.findOne({ $or: [{ "link.hash": hash }, { "forms.link.hash": hash }] }).lean<UserDoc>(),
    findByUnlock: (hash) => model.findOne({ "unlock.hash": hash }).lean<UserDoc>(),
    findFounding: () => model.find({ founding: true }).lean<UserDoc[]>(),
    membersOf: (organizationId, howMany) =>
      model
        .find({ organizationId, status: "active" }, { firstName: 1, lastName: 1, role: 1 })
        .sort({ firstName: 1, lastName: 1, _id: 1 })
        .limit(howMany)
        .lean<Pick<UserDoc, "_id" | "firstName" | "lastName" | "role">[]>(),
    list: (organizationId, status) =>
      model
        .find({ ...visibleTo(organizationId), ...(status !== undefined && { status }) }, wireProjection)
        .sort({ requestedAt: 1 })
        .lean<WireFields[]>(),
    search: (organizationId, text, limit) =>
      model
        .find({ ...visibleTo(organizationId), $or: namesLike(text) }, wireProjection)
        .collation(searchCollation)
        .limit(limit)
        .lean<WireFields[]>(),
    async countByStatus(organizationId) {
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
    findForRequest: readById<RequestUser>(model.collection, requestProjection),
    async insert(user) {
      if (await tryInsert(user)) return true;
      const { deletedCount } = await model.deleteOne({ email: user.email, status: "pending_verification" });
      return deletedCount === 1 && tryInsert(user);
    },
    change: ({ id, status, version, settled }, change) =>
      model
        .findOneAndUpdate(
          {
            _id: id,
            ...(status !== undefined && { status }),
            ...(version !== undefined && { version }),
            ...(settled === true && { founding: { $exists: false } }),
          },
          changeDocument(change, keys),
          { returnDocument: "after" },
        )
        .lean<UserDoc>(),
    async setUnlock(id, link) {
      const newest = [{ unlock: { $exists: false } }, { "unlock.orderedAt": { $lte: link.orderedAt } }];
      const { matchedCount } = await model.updateOne({ _id: id, $or: newest }, { $set: { unlock: link } });
      return matchedCount === 1;
    },
    async setLanguage(id, language) {
      await model.updateOne({ _id: id }, { $set: { language } });
    },
    async setFirstLanguage(id, language) {
      await model.updateOne({ _id: id, language: { $exists: false } }, { $set: { language } });
    },
    async queueMail(email, mail) {
      await model.updateOne({ email }, { $push: { outbox: mail } });
    },
    async rehash(id, from, to) {
      await model.updateOne({ _id: id, passwordHash: from }, { $set: { passwordHash: to } });
    },
    async sweepUnverified(now) {
      await model.deleteMany(expired(now));
    },
  };
}

/** A platform administrator sees everyone. */
function visibleTo(organizationId: string | null) {
  return organizationId === null ? {} : { organizationId };
}

/** An address, a name, or both names in either order, as far as they are typed; each alternative has its index. */
function namesLike(text: string): object[] {
  // No text sorts after this character, in any language.
  const from = (start: string) => ({ $gte: start, $lt: `${start}\uffff` });
  const words = text.split(/\s+/);
  // Each way to part them is two look-ups more; few first names have more than three words.
  const pairs = words.slice(1, 4).flatMap((_, at) => {
    const [one, other] = [words.slice(0, at + 1), words.slice(at + 1)].map((part) => from(part.join(" ")));
    return [
      { firstName: one, lastName: other },
      { firstName: other, lastName: one },
    ];
  });
  const whole = from(words.join(" "));
  return [{ lastName: whole }, { firstName: whole }, { email: whole }, ...pairs];
}

function changeDocument(
  { set = {}, unset = [], newEpoch = false, audit, mails = [] }: Change,
  keys: Keyring,
): UpdateQuery<UserDoc> {
  return {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((name) => [name, 1])) }),
    $inc: { version: 1, ...(newEpoch && { epoch: 1 }) },
    $push: {
      ...(audit !== undefined && { audit: sealEvent(keys, audit) }),
      ...(mails.length > 0 && { outbox: { $each: [...mails] } }),
    },
  };
}
