import { createHash } from "node:crypto";
import type { Language } from "@souffleur/contracts";
import type { ClaimedRole } from "@souffleur/contracts/sso";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import { noRoom } from "../auth/account-problem.ts";
import { namesOf } from "../auth/accounts/directory-names.ts";
import type { Identity } from "../auth/accounts/identity.ts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { Passwords } from "../auth/passwords/passwords.ts";
import type { Bus } from "../bus.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Capacity } from "../database/capacity.ts";
import { appError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import type { Invitations } from "../invitations/invitations.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { ApiText } from "../texts/texts.ts";
import { type Claims, claimedRole, confirmedEmail, isOverage, isRoleAbsent } from "./claims.ts";
import { createIdentityLinks } from "./identity-links.ts";
import type { ConfiguredSso } from "./sso-records.ts";

interface SsoAccountsDeps {
  users: Users;
  organizations: Organizations;
  passwords: Pick<Passwords, "ofNobody">;
  keys: Keyring;
  bus: Pick<Bus, "publish">;
  capacity: Pick<Capacity, "take">;
  /** Of all accounts, also those that wait: a provider of one's own makes people without end. */
  stored: Pick<Capacity, "take">;
  outboxes: Outboxes;
  invitations: Pick<Invitations, "settle" | "invitedRole">;
  log: Logger;
}

/** A person as the provider has identified them. */
interface Identified {
  identity: Identity;
  claims: Claims;
  /** The user information has failed: what the token does not say is not known. */
  isPartial: boolean;
}

interface Visit {
  source: string;
  language: Language;
}

const notVerified: ApiText =
  "Your organization's sign-in has not confirmed an email address of its domains. Ask your administrator.";
const refusal = () => appError("SSO_REFUSED", { text: notVerified });

/** Whether user information, which has failed, could have named an address, or confirmed it. */
const mayBeNamed = (claims: Claims, email: string | undefined) =>
  claims.email_verified !== false && (email === undefined || claims.email === undefined);

/** Why it is not known which roles the provider gives. */
function rolesUnknownBy(
  { claims, isPartial }: Pick<Identified, "claims" | "isPartial">,
  { provider }: ConfiguredSso,
): string | undefined {
  if (!isRoleAbsent(claims, provider)) return undefined;
  if (isOverage(claims, provider)) return "more values than a token holds";
  return isPartial ? "no user information" : undefined;
}

/** The accounts of people whom a provider has identified. */
export function createSsoAccounts(deps: SsoAccountsDeps) {
  const { users, organizations, passwords, keys, bus, capacity, stored, outboxes, log } = deps;
  const { settle, invitedRole } = deps.invitations;
  const { link, refresh, holderOf } = createIdentityLinks({ users, passwords, outboxes });

  /**
   * Creates the account of a person at the first visit, or finds the one that a repeated step has created. Null where
   * the address has another one.
   */
  async function join(
    email: string,
    sso: ConfiguredSso,
    { identity, claims }: Pick<Identified, "identity" | "claims">,
    { source, language }: Visit,
    now: Date,
  ): Promise<UserDoc | null> {
    const { _id: organizationId, provider } = sso;
    const organization = await organizations.find(organizationId);
    const passwordHash = passwords.ofNobody();
    const isActive = provider.firstComers === "active";
    const given = claimedRole(claims, provider);
    const role = given ?? (isActive ? await invitedRole(organizationId, email, now) : "agent");
    const status = isActive ? "active" : "pending_approval";
    if (isActive) await capacity.take(organizationId, noRoom);
    await stored.take(organizationId, noRoom);
    const acceptance = createHash("sha256")
      .update(JSON.stringify([organizationId, identity.issuer, identity.subject]))
      .digest("base64url");
    const joined = await users.join(email, (id) => ({
      _id: id,
      email,
      ...namesOf(claims, email),
      passwordHash,
      withoutPassword: true,
      identity: { ...identity, since: now },
      role,
      status,
      organizationId,
      ...(organization !== undefined && { organizationName: organization.name }),
      language,
      createdAt: now,
      requestedAt: now,
      verifiedAt: now,
      version: 0,
      epoch: 0,
      acceptance,
      outbox: isActive ? [] : [queuedMail("approval-wanted", now)],
      audit: [
        sealEvent(keys, auditEvent("sso.joined", id, now, { actorId: id, to: `${status}, ${role}`, source })),
      ],
    }));
    if (joined === null) return null;
    await organizations.addDomain(organizationId, domainOf(email));
    // An account that replaces an unverified registration has none of the mails above.
    const isReported = joined.outbox?.some(({ kind }) => kind === "approval-wanted") ?? false;
    if (!isActive && !isReported) await users.queueMail(email, queuedMail("approval-wanted", now));
    outboxes.wake();
    return joined;
  }

  /** The role that the provider gives now. Administrators keep theirs, so that no mapping leaves an organization without one. */
  async function followRole(user: UserDoc, role: ClaimedRole | undefined, source: string, now: Date) {
    if (role === undefined || user.role === role || user.role === "admin" || user.status !== "active")
      return user;
    const { _id: id, version, status } = user;
    const audit = auditEvent("user.role_changed", id, now, {
      from: user.role,
      to: role,
      reason: "single sign-on",
      source,
    });
    const mails = [queuedMail("role-changed", now, { role })];
    const changed = await users.change({ id, status, version }, { set: { role }, audit, mails });
    // Another change came first: it is followed at the next sign-in.
    if (changed === null) return (await users.findById(id)) ?? user;
    await bus.publish("account.rights_changed", { userId: id });
    outboxes.wake();
    return changed;
  }

  return {
    /**
     * The account of a person whom the organization's provider has identified. The subject says who it is; an address counts
     * at the first visit only, if it is confirmed, or trusted, and of a confirmed domain.
     * @throws AppError SSO_REFUSED, SSO_UNAVAILABLE, LIMIT_REACHED, SERVER_BUSY
     */
    async find(
      sso: ConfiguredSso,
      { identity, claims, isPartial }: Identified,
      visit: Visit,
      now: Date,
    ): Promise<UserDoc> {
      const known = await users.findByIdentity(sso._id, identity);
      const why = rolesUnknownBy({ claims, isPartial }, sso);
      if (why !== undefined)
        log.warn({ organization: sso._id, why }, "a person's roles are not known: they stay");
      const role = why !== undefined ? undefined : claimedRole(claims, sso.provider);
      const email = confirmedEmail(claims, sso.provider.trustsAddresses);
      if (known !== null) {
        await refresh(known, sso, email, now);
        if (known.status === "pending_approval") return settle(known, now, { role });
        return followRole(known, role, visit.source, now);
      }
      if (email === undefined || !sso.confirmed.includes(domainOf(email)))
        throw isPartial && mayBeNamed(claims, email) ? appError("SSO_UNAVAILABLE") : refusal();
      let holder = await holderOf(email, sso._id, now);
      if (holder === null || holder.status === "pending_verification") {
        const joined = await join(email, sso, { identity, claims }, visit, now);
        if (joined !== null) return settle(joined, now, { role });
        holder = await users.findByEmail(email, now);
      }
      if (holder === null) throw appError("SERVER_BUSY", { retryAfter: 1 });
      await link(holder, sso, { ...identity, email }, visit.source, now);
      const linked = (await users.findById(holder._id)) ?? holder;
      if (linked.status === "pending_approval") return settle(linked, now, { role });
      return followRole(linked, role, visit.source, now);
    },
  };
}
