import { changeMail } from "../account/mails.ts";
import { auditEvent } from "../audit/event.ts";
import { accountOvertaken } from "../auth/account-problem.ts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import { isReturnable, type ProvisionedNames, personDecided } from "../auth/accounts/provisioned-changes.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { By } from "../http/guard.ts";
import type { Invitations } from "../invitations/invitations.ts";
import type { Sso } from "../sso/sso.ts";
import { addressTaken, domainUnconfirmed } from "./scim-error.ts";
import type { Wanted } from "./user-resource.ts";

export interface AccountNamesDeps {
  users: Users;
  organizations: Pick<Organizations, "addDomain">;
  sso: Pick<Sso, "signInRulesOf">;
  invitations: Pick<Invitations, "close">;
}

/** What a program says of an account's owner: names, its own id of them, and the address. */
export function createAccountNames({ users, organizations, sso, invitations }: AccountNamesDeps) {
  /**
   * Names, the program's own id, and the address, with a mail to the earlier and to the new one where the owner may sign in.
   * @returns the account, as it was where it has all of that
   * @throws AppError, or a refusal of SCIM where somebody else has the address
   */
  async function setNames(user: UserDoc, wanted: Wanted, { caller, source }: By, now: Date) {
    const names = newNames(user, wanted);
    if (names === undefined) return user;
    const isMoved = names.email !== user.email;
    const action = isMoved ? "user.address_changed" : "user.profile_changed";
    const audit = auditEvent(action, user._id, now, { actorId: caller.userId, source });
    const moved = changeMail("address", { source }, now);
    const earlier = { ...changeMail("address", { source }, now), data: { ...moved.data, to: user.email } };
    const mails = isMoved && user.status === "active" ? [moved, earlier] : [];
    const changed = await users.setProvisionedNames(user, names, { audit, mails });
    if (changed === undefined) throw addressTaken();
    if (changed === null) throw accountOvertaken();
    if (isMoved) {
      await organizations.addDomain(caller.organizationId, domainOf(names.email));
      await invitations.close(caller.organizationId, names.email);
    }
    return changed;
  }

  /**
   * Without another address that the account can't have, beside a deactivation: nothing is in its way.
   * @throws AppError, or a refusal of SCIM, for such an address otherwise
   */
  async function usable(user: UserDoc, wanted: Wanted, by: By, now: Date): Promise<Wanted> {
    const { email = user.email, userName: _, ...rest } = wanted;
    const refusal = email === user.email ? undefined : await refusalOf(email, user, by, now);
    if (refusal === undefined) return wanted;
    if (wanted.active !== false) throw refusal;
    return { ...rest, email: user.email };
  }

  async function refusalOf(email: string, user: UserDoc, { caller }: By, now: Date) {
    const { domains } = await sso.signInRulesOf(caller.organizationId);
    if (!domains.includes(domainOf(email))) return domainUnconfirmed();
    // Else the address would be free for a new account of whom a person keeps out.
    if (user.status !== "active" && !isReturnable(user)) return personDecided();
    const holder = await users.findByEmail(email, now);
    return holder === null || holder.status === "pending_verification" ? undefined : addressTaken();
  }

  return { setNames, usable };
}

/** The names, the id and the address that the program wants; undefined where the account has them. */
export function newNames(user: UserDoc, wanted: Wanted): ProvisionedNames | undefined {
  const known = user.provisioned?.externalId;
  const { firstName = user.firstName, lastName = user.lastName, externalId = known } = wanted;
  const { email = user.email } = wanted;
  const shown = user.provisioned?.userName ?? user.email;
  const { userName = shown } = wanted;
  const isSame =
    firstName === user.firstName &&
    lastName === user.lastName &&
    (externalId ?? undefined) === known &&
    email === user.email &&
    userName === shown;
  return isSame
    ? undefined
    : { firstName, lastName, externalId, email, userName: userName === email ? undefined : userName };
}
