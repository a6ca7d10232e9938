import type { UserAdministration } from "../administration/user-administration.ts";
import { accountOvertaken } from "../auth/account-problem.ts";
import { domainOf } from "../auth/accounts/organizations.ts";
import {
  isAnotherPerson,
  isOpen,
  isRemoved,
  type ProvisionedFilter,
} from "../auth/accounts/provisioned-changes.ts";
import type { UserDoc } from "../auth/accounts/users.ts";
import type { Passwords } from "../auth/passwords/passwords.ts";
import { appError, isAppError } from "../http/errors.ts";
import type { By } from "../http/guard.ts";
import type { Invitations } from "../invitations/invitations.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { type AccountNamesDeps, createAccountNames, newNames } from "./account-names.ts";
import { anotherPerson } from "./scim-error.ts";
import type { Wanted } from "./user-resource.ts";

interface ProvisioningDeps extends AccountNamesDeps {
  passwords: Pick<Passwords, "ofNobody">;
  administration: Pick<UserAdministration, "setStatus" | "decide">;
  invitations: Pick<Invitations, "settle" | "close" | "invitedRole">;
  outboxes: Outboxes;
}

/** More than enough for changes of one account that arrive meanwhile. */
const attemptsMax = 10;

/** The program, by its token. */
export type Program = By;

export type Provisioning = ReturnType<typeof createProvisioning>;

/** What a program does with the existing accounts of its organization, but never with an administrator's. */
export function createProvisioning(deps: ProvisioningDeps) {
  const { users, passwords, sso, administration, invitations, outboxes } = deps;
  const { setNames, usable } = createAccountNames(deps);

  /** @throws AppError NOT_FOUND, also for what another organization has and for what was removed */
  async function find({ caller }: Program, id: string): Promise<UserDoc> {
    const user = await users.findById(id);
    const isSeen =
      user !== null &&
      user.organizationId === caller.organizationId &&
      user.status !== "pending_verification" &&
      !isRemoved(user);
    if (!isSeen) throw appError("NOT_FOUND", { text: "This account was not found." });
    return user;
  }

  /**
   * A provider speaks for the organization's confirmed domains alone. Administrators and the emergency account let everybody
   * else in: no program locks them out.
   * @throws AppError FORBIDDEN
   */
  async function requireManaged(user: UserDoc, { caller }: Program): Promise<void> {
    const { domains, emergencyUserId } = await sso.signInRulesOf(caller.organizationId);
    if (!domains.includes(domainOf(user.email)))
      throw appError("FORBIDDEN", {
        text: "This account's address is not of an email domain that is confirmed for your organization. An administrator changes it, in User Management.",
      });
    if (user.role === "admin" || user._id === emergencyUserId)
      throw appError("FORBIDDEN", {
        text: "An administrator's account is changed in User Management, by another administrator.",
      });
  }

  /** Lets in who waits, with the invited role, and without the password: somebody else may have registered them. */
  async function approve(user: UserDoc, by: Program, now: Date): Promise<void> {
    if (!(await users.takePassword(user, passwords.ofNobody()))) throw accountOvertaken();
    const { status } = await invitations.settle(user, now, { isMailed: true });
    if (status !== "pending_approval") return;
    const asAdministrator = { ...by, caller: { ...by.caller, role: "admin" as const } };
    await administration.decide(asAdministrator, user._id, { decision: "approve" });
  }

  /**
   * Lets the owner in or keeps them out; a change that another request has made already is none. One that another change has
   * overtaken, such as an approval, is made after it.
   */
  async function setActive(
    user: UserDoc,
    isActive: boolean,
    by: Program,
    now: Date,
    attempts = attemptsMax,
  ): Promise<void> {
    // The rules of account management for an administrator: those that are refused to a program were before.
    const asAdministrator = { ...by, caller: { ...by.caller, role: "admin" as const } };
    const { _id: id, status, version } = user;
    if (isSettled(user, isActive)) return;
    try {
      if (isActive && status === "pending_approval") await approve(user, by, now);
      else if (!isActive) await administration.setStatus(asAdministrator, id, "inactive");
      else {
        const role = await invitations.invitedRole(by.caller.organizationId, user.email, now);
        await administration.setStatus(asAdministrator, id, "active", role);
      }
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.code !== "INVALID_TRANSITION") throw thrown;
      const current = await users.findById(id);
      if (current === null || current.version === version || attempts === 0) throw thrown;
      return setActive(current, isActive, by, now, attempts - 1);
    }
  }

  async function change(by: Program, user: UserDoc, wanted: Wanted, now: Date): Promise<UserDoc> {
    if (!isChange(user, wanted)) return user;
    await requireManaged(user, by);
    if (wanted.active === true && user.status === "inactive" && isAnotherPerson(user, wanted))
      throw anotherPerson();
    // First, because it keeps somebody out.
    if (wanted.active === false) await setActive(user, false, by, now);
    const said = await usable(await find(by, user._id), wanted, by, now);
    if (wanted.active === true) await setActive(user, true, by, now);
    await setNames(await find(by, user._id), said, by, now);
    outboxes.wake();
    const changed = await find(by, user._id);
    const isLetIn = user.status !== "active" && changed.status === "active";
    return isLetIn ? invitations.settle(changed, now) : changed;
  }

  return {
    find,
    requireManaged,
    setNames,

    list: ({ caller }: Program, filter: ProvisionedFilter, page: { skip: number; limit: number }) =>
      users.listProvisioned(caller.organizationId, filter, page),

    /** What is not said stays. */
    change,

    /** Deactivates the account, which the program then no longer sees. */
    async remove(by: Program, id: string, now: Date): Promise<void> {
      const user = await find(by, id);
      await requireManaged(user, by);
      await setActive(user, false, by, now);
      const ended = await users.findById(id);
      if (ended === null || !(await users.setRemoved(ended))) throw accountOvertaken();
    },
  };
}

/** Whether nothing is left to be done for the owner to be let in, or kept out. */
const isSettled = ({ status }: UserDoc, isActive: boolean) =>
  isActive ? status === "active" : !isOpen(status);

function isChange(user: UserDoc, wanted: Wanted): boolean {
  const isActiveNew = wanted.active !== undefined && !isSettled(user, wanted.active);
  return isActiveNew || newNames(user, wanted) !== undefined;
}
