import type { AccountStatus } from "@souffleur/contracts";
import type { AuditEvent } from "../../audit/event.ts";
import { sealEvent } from "../../audit/event-seal.ts";
import type { Keyring } from "../../crypto/keyring.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { appError } from "../../http/errors.ts";
import { foundBy } from "./found-by.ts";
import type { UserDoc, UserModel } from "./user-model.ts";

/** Whether the program has removed the account, and nobody has let its owner in since: it no longer exists for it. */
export const isRemoved = ({ status, epoch, provisioned }: UserDoc): boolean =>
  status !== "active" && provisioned?.removedEpoch === epoch;

/** An operator keeps the owner out. */
export const isHeld = (status: AccountStatus) => status === "suspended" || status === "locked";

/** What a program's deactivation ends: nothing but a person's decision makes the account active after it. */
export const isOpen = (status: AccountStatus) =>
  status === "active" || status === "pending_approval" || isHeld(status);

/** An account that a program lets in again is as new, an agent's: its address may be another person's by now. */
export const asNew = (passwordHash: string) => ({
  set: { role: "agent", passwordHash, withoutPassword: true } as const,
  unset: ["passkeys", "passwordLink", "identity"] as const,
});

/** @throws AppError FORBIDDEN where a person keeps the owner out: what they have decided, no program takes back */
export function requireReturnable({ status, provisioned }: UserDoc): void {
  if (status === "pending_approval" || (status === "inactive" && provisioned?.deactivated === true)) return;
  throw appError("FORBIDDEN", {
    text: "Someone has deactivated or rejected this account. An administrator lets its owner in again, in User Management.",
  });
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
    /** Null where there is no account. */
    setProvisionedNames: (
      { _id, email }: Pick<UserDoc, "_id" | "email">,
      { firstName, lastName, externalId, userName }: ProvisionedNames,
      audit: AuditEvent,
    ): Promise<UserDoc | null> =>
      model
        .findOneAndUpdate(
          { _id },
          {
            ...setOrUnset({
              firstName,
              lastName,
              foundBy: foundBy({ firstName, lastName, email }),
              "provisioned.externalId": externalId ?? undefined,
              "provisioned.userName": userName,
            }),
            $push: { audit: sealEvent(keys, audit) },
          },
          { returnDocument: "after" },
        )
        .lean<UserDoc>(),
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
