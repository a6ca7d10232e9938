import type { Connection, UpdateQuery } from "mongoose";
import type { AuditEvent } from "../audit/event.ts";
import { type AccountStatus, isAdmin, Role, type UserStats } from "../contracts/index.ts";
import { readById } from "../database/read-by-id.ts";
import { isDuplicateKey } from "../duplicate-key.ts";
import type { QueuedMail } from "../mail/outbox.ts";
import {
  type MailedLink,
  type UserDoc,
  type UserModel,
  unverifiedBefore,
  userModel,
  type WireFields,
  wireProjection,
} from "./user-model.ts";

/** What a change expects to find; it does nothing where it finds something else. */
export interface Expected {
  id: string;
  status?: AccountStatus;
  version?: number;
  /** Refuses accounts whose founding is not finished. */
  settled?: boolean;
  linkHash?: string;
}

interface Change {
  set?: Partial<
    Pick<
      UserDoc,
      "status" | "role" | "organizationName" | "requestedAt" | "verifiedAt" | "founding" | "rosterChange"
    >
  >;
  unset?: readonly "founding"[];
  /** Ends every session of the account in the same write. */
  newEpoch?: boolean;
  audit?: AuditEvent;
  mails?: readonly QueuedMail[];
}

export interface Users {
  readonly model: UserModel;
  findById(id: string): Promise<UserDoc | null>;
  /** An unverified account past its seven days counts as absent. */
  findByEmail(email: string, now: Date): Promise<UserDoc | null>;
  findByLink(hash: string): Promise<UserDoc | null>;
  findByUnlock(hash: string): Promise<UserDoc | null>;
  /** Whose decision somebody who asks for this organization waits for: its own administrators, else the platform's. */
  decidersOn(organizationId: string | null): Promise<Pick<UserDoc, "email">[]>;
  findFounding(): Promise<UserDoc[]>;
  /** The accounts of an organization (all, for null), the longest waiting first. */
  list(organizationId: string | null, status?: AccountStatus): Promise<WireFields[]>;
  countByStatus(organizationId: string | null): Promise<UserStats>;
  /** What each request reads: by primary key, and no more than it needs. */
  findForRequest(id: string): Promise<RequestUser | null>;
  /** False where the address has an account. */
  insert(user: UserDoc, now: Date): Promise<boolean>;
  /** One guarded write of a status or role with its audit event and its mails; null where the guard held it back. */
  change(expected: Expected, change: Change): Promise<UserDoc | null>;
  /** Makes a mailed link the account's only one of its kind; false where a newer one is there. */
  setLink(id: string, kind: "link" | "unlock", link: MailedLink): Promise<boolean>;
  /** Orders a mail to whoever has this address. */
  queueMail(email: string, mail: QueuedMail): Promise<void>;
  /** Somebody tried to register the account's address: a write either way, as a new account's would be. */
  noteAttempt(email: string, at: Date, mail: QueuedMail | undefined): Promise<void>;
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

/** More than any organization needs, and few enough for one document. */
const decidersTold = 50;

/** The accounts' one door: no other feature touches their collection but through it. */
export function createUsers(connection: Connection): Users {
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
    findById: (id) => model.findById(id).lean<UserDoc>(),
    async findByEmail(email, now) {
      // Straight to the driver, as what every request reads: each sign-in waits for it.
      const found = (await model.collection.findOne({ email })) as UserDoc | null;
      const gone = found?.status === "pending_verification" && found.createdAt < unverifiedBefore(now);
      return gone ? null : found;
    },
    findByLink: (hash) => model.findOne({ "link.hash": hash }).lean<UserDoc>(),
    findByUnlock: (hash) => model.findOne({ "unlock.hash": hash }).lean<UserDoc>(),
    async decidersOn(organizationId) {
      const of = (id: string | null) =>
        model
          .find(
            { organizationId: id, status: "active", role: { $in: Role.options.filter(isAdmin) } },
            { email: 1 },
          )
          .limit(decidersTold)
          .lean<Pick<UserDoc, "email">[]>();
      const own = organizationId === null ? [] : await of(organizationId);
      return own.length > 0 ? own : of(null);
    },
    findFounding: () => model.find({ founding: true }).lean<UserDoc[]>(),
    list: (organizationId, status) =>
      model
        .find({ ...visibleTo(organizationId), ...(status !== undefined && { status }) }, wireProjection)
        .sort({ requestedAt: 1 })
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
    async insert(user, now) {
      if (await tryInsert(user)) return true;
      const { deletedCount } = await model.deleteOne({ email: user.email, ...expired(now) });
      return deletedCount === 1 && tryInsert(user);
    },
    change: ({ id, status, version, settled, linkHash }, change) =>
      model
        .findOneAndUpdate(
          {
            _id: id,
            ...(status !== undefined && { status }),
            ...(version !== undefined && { version }),
            ...(settled === true && { founding: { $exists: false } }),
            ...(linkHash !== undefined && { "link.hash": linkHash }),
          },
          changeDocument(change),
          { returnDocument: "after" },
        )
        .lean<UserDoc>(),
    async setLink(id, kind, link) {
      const newest = {
        $or: [{ [kind]: { $exists: false } }, { [`${kind}.orderedAt`]: { $lte: link.orderedAt } }],
      };
      const { matchedCount } = await model.updateOne({ _id: id, ...newest }, { $set: { [kind]: link } });
      return matchedCount === 1;
    },
    async queueMail(email, mail) {
      await model.updateOne({ email }, { $push: { outbox: mail } });
    },
    async noteAttempt(email, at, mail) {
      await model.updateOne(
        { email },
        { $set: { attemptedAt: at }, ...(mail !== undefined && { $push: { outbox: mail } }) },
      );
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

function changeDocument({
  set = {},
  unset = [],
  newEpoch = false,
  audit,
  mails = [],
}: Change): UpdateQuery<UserDoc> {
  return {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((name) => [name, 1])) }),
    $inc: { version: 1, ...(newEpoch && { epoch: 1 }) },
    $push: {
      ...(audit !== undefined && { audit }),
      ...(mails.length > 0 && { outbox: { $each: [...mails] } }),
    },
  };
}
