import { randomUUID } from "node:crypto";
import { Role } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import { type AuditEvent, auditEventSchema } from "../audit/event.ts";
import { accountOvertaken } from "../auth/account-problem.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { Bus } from "../bus.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { appError } from "../http/errors.ts";
import { outboxField, type QueuedMail } from "../mail/outbox.ts";

/** What becomes of an account that is an administrator, or becomes one. */
export interface Wanted {
  to: "active" | "inactive";
  /** Of an active account; by default administrator. */
  role?: Role;
  /** Of an account that joins another organization than it asked for. */
  organizationId?: string;
  audit: AuditEvent;
  mails?: readonly QueuedMail[];
}

/** A change of an administrator's account that has been decided and is still to be completed. */
interface AdministratorChange extends Wanted {
  id: string;
  userId: string;
  /** The account's version at the decision: a process that applies the change late finds a newer one and does nothing. */
  version: number;
}

/** The active administrators of an organization or of the platform, in one document, so that one write can check for the last. */
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
          role: { type: String, enum: Role.options },
          organizationId: String,
          audit: { type: auditEventSchema, required: true },
          mails: outboxField,
        },
        { _id: false, id: false, strict: "throw" },
      ),
      default: null,
    },
  },
  schemaOptions,
);

// Finds the few documents with a change under way, however many there are.
schema.index({ "change.id": 1 }, { sparse: true });

const platform = "platform";
/** More than enough for the changes of other processes to complete. */
const attemptsMax = 50;

export type Administrators = ReturnType<typeof createAdministrators>;

/** Whether the account is an active administrator after the change. */
const serves = ({ to, role = "admin" }: Wanted) => to === "active" && role === "admin";

/**
 * Without transactions, a change takes three writes: it is announced in the document (which fails for the last
 * administrator), applied to the account, and entered in the document. A process that finds an announced change
 * completes it before its own. Every step checks the state it depends on, so a repeated step has no effect.
 */
export function createAdministrators(connection: Connection, users: Users, bus: Pick<Bus, "publish">) {
  const model = connection.model<AdministratorsDoc>("Roster", schema, "rosters");

  const announce = (id: string, change: AdministratorChange) => {
    const anotherOne = { active: { $elemMatch: { $ne: change.userId } } };
    return model
      .findOneAndUpdate(
        { _id: id, change: null, ...(!serves(change) && anotherOne) },
        { $set: { change } },
        { returnDocument: "after" },
      )
      .lean<AdministratorsDoc>();
  };

  const complete = async ({ _id, change }: AdministratorsDoc): Promise<void> => {
    if (change === null) return;
    const { id, userId, version, to, role = "admin", organizationId, audit, mails } = change;
    await users.change(
      { id: userId, version },
      {
        set: {
          status: to,
          rosterChange: id,
          ...(to === "active" && { role }),
          ...(organizationId !== undefined && { organizationId }),
        },
        unset: ["founding"],
        newEpoch: to === "inactive",
        audit,
        ...(mails && { mails }),
      },
    );
    const now = await users.findById(userId);
    const isAdministrator = now?.role === "admin" && now.status === "active";
    await model.updateOne(
      { _id, "change.id": id },
      {
        $set: { change: null },
        ...(isAdministrator ? { $addToSet: { active: userId } } : { $pull: { active: userId } }),
      },
    );
    await bus.publish("account.rights_changed", { userId });
  };

  return {
    /**
     * Activates or deactivates an administrator, or gives or takes that role, but never leaves an organization without
     * one.
     * @throws AppError INVALID_TRANSITION, SERVER_BUSY
     */
    async change(user: UserDoc, wanted: Wanted): Promise<UserDoc> {
      const { _id: userId, version } = user;
      const scopeId = wanted.organizationId ?? user.organizationId ?? platform;
      const change = { id: randomUUID(), userId, version, ...wanted };
      await model.updateOne(
        { _id: scopeId },
        { $setOnInsert: { active: [], change: null } },
        { upsert: true },
      );
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const announced = await announce(scopeId, change);
        if (announced !== null) {
          await complete(announced);
          const changed = await users.findById(userId);
          if (changed?.rosterChange === change.id) return changed;
          throw accountOvertaken();
        }
        const current = await model.findById(scopeId).lean<AdministratorsDoc>();
        if (current === null) throw new Error(`the administrators of ${scopeId} are gone`);
        const isLast = !serves(wanted) && !current.active.some((id) => id !== userId);
        if (current.change === null && isLast) {
          throw appError("INVALID_TRANSITION", {
            text:
              wanted.to === "inactive"
                ? "The last active administrator cannot be deactivated."
                : "The last active administrator keeps this role. Make someone else an administrator first.",
          });
        }
        await complete(current);
      }
      throw appError("SERVER_BUSY", { retryAfter: 1 });
    },
    /** Completes the changes that a crash interrupted. */
    async repair(): Promise<void> {
      for (const doc of await model.find({ "change.id": { $gt: "" } }).lean<AdministratorsDoc[]>())
        await complete(doc);
    },
    createIndexes: (): Promise<void> => model.createIndexes(),
  };
}
