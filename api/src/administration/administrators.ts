import { randomUUID } from "node:crypto";
import { type Connection, Schema } from "mongoose";
import { type AuditEvent, auditEventSchema } from "../audit/event.ts";
import type { UserDoc } from "../auth/user-model.ts";
import type { Users } from "../auth/users.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { refusal } from "../http/errors.ts";

/** A change of an administrator's status, decided and not yet carried out everywhere. */
interface AdministratorChange {
  id: string;
  userId: string;
  /** The account's version at the decision: a late process finds another one and does nothing. */
  version: number;
  to: "active" | "inactive";
  audit: AuditEvent;
}

/** The active administrators of an organization or of the platform, in one document: one write recognizes the last. */
interface AdministratorsDoc {
  _id: string;
  active: string[];
  change: AdministratorChange | null;
}

const schema = new Schema<AdministratorsDoc>(
  {
    _id: { type: String, required: true },
    active: [String],
    change: {
      type: new Schema<AdministratorChange>(
        {
          id: { type: String, required: true },
          userId: { type: String, required: true },
          version: { type: Number, required: true },
          to: { type: String, required: true },
          audit: { type: auditEventSchema, required: true },
        },
        { _id: false, id: false, strict: "throw" },
      ),
      default: null,
    },
  },
  schemaOptions,
);

// The few with a change under way, however many organizations there are.
schema.index({ "change.id": 1 }, { sparse: true });

const platform = "platform";
/** More than enough for the changes of other processes to finish. */
const rounds = 50;

export interface Administrators {
  /**
   * Activates or deactivates an administrator, never an organization's last one.
   * @throws AppError INVALID_TRANSITION
   */
  change(user: UserDoc, to: AdministratorChange["to"], audit: AuditEvent): Promise<UserDoc>;
  /** Completes the changes that a crash left half-done. */
  repair(): Promise<void>;
  createIndexes(): Promise<void>;
}

/**
 * There are no transactions, so a change goes: announced in that document (one write, which refuses the last
 * administrator's), applied to the account, entered in the document. A process that finds an announced change
 * completes it before its own; every step checks what it builds on, so doing it twice does it once.
 */
export function createAdministrators(
  connection: Connection,
  users: Users,
  onDeactivated: (userId: string) => void,
): Administrators {
  const model = connection.model<AdministratorsDoc>("Roster", schema, "rosters");

  const announce = (id: string, change: AdministratorChange) => {
    const anotherOne = { active: { $elemMatch: { $ne: change.userId } } };
    return model
      .findOneAndUpdate(
        { _id: id, change: null, ...(change.to === "inactive" && anotherOne) },
        { $set: { change } },
        { returnDocument: "after" },
      )
      .lean<AdministratorsDoc>();
  };

  const complete = async ({ _id, change }: AdministratorsDoc): Promise<void> => {
    if (change === null) return;
    const { id, userId, version, to, audit } = change;
    await users.change(
      { id: userId, version },
      {
        set: { status: to, rosterChange: id, ...(to === "active" && { role: "admin" }) },
        unset: ["founding"],
        newEpoch: to === "inactive",
        audit,
      },
    );
    const now = await users.findById(userId);
    const serves = now?.role === "admin" && now.status === "active";
    await model.updateOne(
      { _id, "change.id": id },
      {
        $set: { change: null },
        ...(serves ? { $addToSet: { active: userId } } : { $pull: { active: userId } }),
      },
    );
    if (to === "inactive" && !serves) onDeactivated(userId);
  };

  return {
    async change(user, to, audit) {
      const scopeId = user.organizationId ?? platform;
      const change: AdministratorChange = {
        id: randomUUID(),
        userId: user._id,
        version: user.version,
        to,
        audit,
      };
      await model.updateOne(
        { _id: scopeId },
        { $setOnInsert: { active: [], change: null } },
        { upsert: true },
      );
      for (let round = 0; round < rounds; round++) {
        const announced = await announce(scopeId, change);
        if (announced !== null) {
          await complete(announced);
          const changed = await users.findById(user._id);
          if (changed?.rosterChange === change.id) return changed;
          throw refusal("INVALID_TRANSITION", {
            text: "This account was changed by someone else in the meantime.",
          });
        }
        const current = await model.findById(scopeId).lean<AdministratorsDoc>();
        if (current === null) throw new Error(`the administrators of ${scopeId} are gone`);
        if (current.change === null && !current.active.some((id) => id !== user._id)) {
          throw refusal("INVALID_TRANSITION", {
            text: "The last active administrator cannot be deactivated.",
          });
        }
        await complete(current);
      }
      throw refusal("SERVER_BUSY", { retryAfter: 1 });
    },
    async repair() {
      for (const doc of await model.find({ "change.id": { $gt: "" } }).lean<AdministratorsDoc[]>())
        await complete(doc);
    },
    async createIndexes() {
      await model.createIndexes();
    },
  };
}
