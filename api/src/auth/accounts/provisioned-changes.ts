import type { AccountStatus, Role } from "@souffleur/contracts";
import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { unlessTaken } from "../../database/duplicate-keys.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { appError } from "../../http/errors.ts";
import { type QueuedMail, queueing } from "../../mail/outbox.ts";
import { foundBy } from "./found-by.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/** Whether the program has removed the account, and nobody has let its owner in since: it no longer exists for it. */
export const isRemoved = ({ status, epoch, provisioned }: UserDoc): boolean =>
  status !== "active" && provisioned?.removedEpoch === epoch;

/** Whether the program's own ids show that it speaks of another person than the account's owner. */
export const isAnotherPerson = (
  { provisioned }: UserDoc,
  { externalId }: { externalId?: string | null | undefined },
): boolean =>
  provisioned?.externalId !== undefined &&
  typeof externalId === "string" &&
  externalId !== provisioned.externalId;

/** An operator keeps the owner out. */
export const isHeld = (status: AccountStatus) => status === "suspended" || status === "locked";

/** What a program's deactivation ends: nothing but a person's decision makes the account active after it. */
export const isOpen = (status: AccountStatus) =>
  status === "active" || status === "pending_approval" || isHeld(status);

/** An account that a program lets in again is as new: its address may be another person's by now. */
export const asNew = (passwordHash: string, role: Role) => ({
  set: { role, passwordHash, withoutPassword: true } as const,
  unset: ["passkeys", "passwordLink", "identity"] as const,
});

/** Whether no person keeps the owner of an account out that is not active. */
export const isReturnable = ({ status, provisioned }: UserDoc): boolean =>
  status === "pending_approval" || (status === "inactive" && provisioned?.deactivated === true);

export const personDecided = () =>
  appError("FORBIDDEN", {
    text: "Someone has deactivated or rejected this account. An administrator lets its owner in again, in User Management.",
  });

/** @throws AppError FORBIDDEN where a person keeps the owner out: what they have decided, no program takes back */
export function requireReturnable(user: UserDoc): void {
  if (!isReturnable(user)) throw personDecided();
}

const notRemoved = {
  $nor: [{ status: { $ne: "active" as const }, $expr: { $eq: ["$provisioned.removedEpoch", "$epoch"] } }],
};

/** Which accounts a program asks for. */
export interface ProvisionedFilter {
  _id?: string;
  email?: string;
  "provisioned.externalId"?: string;
}

/** What a program changes; without an id or another spelling of the address, that is removed. */
export interface ProvisionedNames {
  firstName: string;
  lastName: string;
  externalId: string | null | undefined;
  email: string;
  userName: string | undefined;
}

/** The part of `Users` for programs that provision an organization's accounts. */
export function createProvisioned(model: UserModel, keys: Keyring) {
  const wanted = (organizationId: string, filter: ProvisionedFilter) =>
    ({ organizationId, status: { $ne: "pending_verification" }, ...filter, ...notRemoved }) as const;
  return {
    /** The organization's verified accounts that match, in a fixed order, and how many there are. */
    async listProvisioned(
      organizationId: string,
      filter: ProvisionedFilter,
      { skip, limit }: { skip: number; limit: number },
    ): Promise<{ total: number; users: UserDoc[] }> {
      const query = wanted(organizationId, filter);
      const [total, users] = await Promise.all([
        model.countDocuments(query),
        limit === 0
          ? []
          : model
              .find(query, { audit: 0, outbox: 0 })
              .sort({ _id: 1 })
              .skip(skip)
              .limit(limit)
              .lean<UserDoc[]>(),
      ]);
      return { total, users };
    },
    /**
     * Another address ends the links that were mailed to the earlier one, takes the place of a registration that was not
     * verified, and is the one that the provider knows.
     * @returns undefined where another account has the address, null where the account was changed meanwhile
     */
    async setProvisionedNames(
      user: UserDoc,
      { firstName, lastName, externalId, email, userName }: ProvisionedNames,
      { audit, mails }: { audit: AuditEvent; mails: readonly QueuedMail[] },
    ): Promise<UserDoc | null | undefined> {
      const isMoved = email !== user.email;
      const ofEarlier = ["unlock", "passwordLink", "mailFailure", "identity.email"];
      const write = () =>
        unlessTaken(
          model
            .findOneAndUpdate(
              { _id: user._id, email: user.email, ...(isMoved && { version: user.version }) },
              {
                ...setOrUnset({
                  firstName,
                  lastName,
                  email,
                  foundBy: foundBy({ firstName, lastName, email }),
                  "provisioned.externalId": externalId ?? undefined,
                  "provisioned.userName": userName,
                  ...(isMoved && Object.fromEntries(ofEarlier.map((name) => [name, undefined]))),
                }),
                $push: {
                  audit: sealEvent(keys, audit),
                  ...(mails.length > 0 && { outbox: queueing(...mails) }),
                },
              },
              { returnDocument: "after" },
            )
            .lean<UserDoc>(),
        );
      const changed = await write();
      if (changed !== undefined) return changed;
      const { deletedCount } = await model.deleteOne({ email, status: "pending_verification" });
      return deletedCount === 1 ? write() : undefined;
    },
    /**
     * Gives an account that waits nobody's password. False where it was changed meanwhile: until it is changed, nothing gives it
     * another one.
     */
    async takePassword({ _id, version }: UserDoc, passwordHash: string): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id, version, status: "pending_approval" },
        { $set: { passwordHash, withoutPassword: true } },
      );
      return matchedCount === 1;
    },
    /** Marks an account that is not active as removed. False where its owner has been let in meanwhile. */
    async setRemoved({ _id, epoch }: Pick<UserDoc, "_id" | "epoch">): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id, epoch, status: { $ne: "active" } },
        { $set: { "provisioned.removedEpoch": epoch } },
      );
      return matchedCount === 1;
    },
  };
}
