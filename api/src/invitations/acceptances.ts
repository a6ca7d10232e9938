import { randomUUID } from "node:crypto";
import { invitationInvalid, type Language } from "@souffleur/contracts";
import type { Administrators } from "../administration/administrators.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import { noRoom } from "../auth/account-problem.ts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { AddressHash } from "../auth/passwords/address-hash.ts";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { linkHash } from "../crypto/mailed-tokens.ts";
import type { Capacity } from "../database/capacity.ts";
import { appError } from "../http/errors.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Acceptance, InvitationDoc, InvitationRecords } from "./invitation-records.ts";
import { type SignInRulesOf, wayOf, withoutPassword } from "./ways.ts";

interface AcceptancesDeps {
  records: InvitationRecords;
  arrivals: Pick<Arrivals, "finish">;
  isFounded(invitation: InvitationDoc): Promise<boolean>;
  rulesOf: SignInRulesOf;
  users: Users;
  organizations: Organizations;
  administrators: Administrators;
  hashFor: AddressHash;
  capacity: Pick<Capacity, "take">;
  keys: Keyring;
  outboxes: Outboxes;
}

interface Form {
  firstName: string;
  lastName: string;
  password: string;
}

/** All that is wrong with a link is answered alike. */
const invalid = () => appError("LINK_INVALID", { text: invitationInvalid });

export type Acceptances = ReturnType<typeof createAcceptances>;

/**
 * Without transactions, an acceptance takes three steps: the invitation's link is used and keeps what was typed (one of
 * several succeeds), the account is created, and the invitation is marked as accepted. A step that is repeated, at the
 * next start, finds what an earlier try has done.
 */
export function createAcceptances(deps: AcceptancesDeps) {
  const { records, arrivals, users, organizations, administrators, hashFor, capacity, keys, outboxes } = deps;
  const { isFounded, rulesOf } = deps;

  /**
   * The open invitation of a link to an address without an account.
   * @throws AppError LINK_INVALID, SSO_REQUIRED where its organization lets the address in by no way
   */
  async function meant(token: string, now: Date) {
    const hash = linkHash(token);
    const invitation = hash === undefined ? null : await records.findByLink(hash, now);
    if (invitation === null || hash === undefined) throw invalid();
    const [founded, organization, account] = await Promise.all([
      isFounded(invitation),
      organizations.find(invitation.organizationId),
      users.findByEmail(invitation.email, now),
    ]);
    const isTaken = account !== null && account.status !== "pending_verification";
    if (!founded || organization === undefined || isTaken) throw invalid();
    const way = wayOf(invitation.email, await rulesOf(organization.id));
    if (way === "none") throw withoutPassword(way, organization.name);
    return { invitation, organization, hash, way };
  }

  /** @returns false where the address has got another account meanwhile */
  async function finish(invitation: InvitationDoc, acceptance: Acceptance): Promise<boolean> {
    const { _id, email, role, organizationId } = invitation;
    const organization = await organizations.find(organizationId);
    const accountOf = (id: string) => newAccount(keys, id, invitation, acceptance, organization?.name);
    const joined = await users.join(email, accountOf);
    if (joined !== null) {
      if (role === "admin") await makeAdministrator(joined);
      await organizations.addDomain(organizationId, domainOf(email));
    }
    await records.endAcceptance(_id, acceptance.id, joined === null ? "withdrawn" : "accepted");
    outboxes.wake();
    return joined !== null;
  }

  /** Does nothing to an account that somebody has changed since. */
  async function makeAdministrator(account: UserDoc): Promise<void> {
    const { _id, role, rosterChange } = account;
    if (role === "admin" || rosterChange !== undefined) return;
    const audit = auditEvent("administrator.created", _id, clock.now(), { from: role, to: "admin" });
    await administrators.change(account, { to: "active", audit });
  }

  return {
    /** @throws AppError LINK_INVALID, SSO_REQUIRED */
    async read(token: string, now: Date) {
      const { invitation, organization, way } = await meant(token, now);
      const { email, role, senderName: invitedBy } = invitation;
      return { email, role, organizationName: organization.name, invitedBy, signIn: way };
    },

    /** @throws AppError LINK_INVALID, SSO_REQUIRED, VALIDATION_ERROR, LIMIT_REACHED, SERVER_BUSY */
    async accept(
      token: string,
      { firstName, lastName, password }: Form,
      { source, language }: { source: string; language: Language },
      now: Date,
    ): Promise<void> {
      const { invitation, organization, hash, way } = await meant(token, now);
      if (way === "provider") throw withoutPassword(way, organization.name);
      await capacity.take(invitation.organizationId, noRoom);
      const passwordHash = await hashFor(invitation.email, password, now);
      const acceptance = {
        id: randomUUID(),
        firstName,
        lastName,
        passwordHash,
        language,
        source,
        at: now,
      };
      const begun = await records.beginAcceptance(invitation._id, hash, acceptance, now);
      if (begun === null || !(await finish(begun, acceptance))) throw invalid();
    },

    /** Completes acceptances that a crash interrupted; a role that the sender may no longer give is given to no waiting account. */
    async repair(): Promise<void> {
      for (const invitation of await records.findAccepting()) {
        const { acceptance } = invitation;
        if (acceptance === undefined) continue;
        if (!("userId" in acceptance)) await finish(invitation, acceptance);
        else if (await isFounded(invitation)) await arrivals.finish(invitation, acceptance);
        else await records.endAcceptance(invitation._id, acceptance.id, "withdrawn");
      }
    },
  };
}

/** The account of an acceptance. */
function newAccount(
  keys: Keyring,
  id: string,
  { email, role, organizationId, _id: invitationId }: InvitationDoc,
  { id: acceptance, firstName, lastName, passwordHash, language, source, at }: Acceptance,
  organizationName: string | undefined,
): UserDoc {
  const event = auditEvent("invitation.accepted", id, at, {
    actorId: id,
    to: `active, ${role}`,
    reason: invitationId,
    source,
  });
  return {
    _id: id,
    email,
    firstName,
    lastName,
    passwordHash,
    // An administrator becomes one in the next step, which the administrators' document knows of.
    role: role === "admin" ? "agent" : role,
    status: "active",
    organizationId,
    ...(organizationName !== undefined && { organizationName }),
    language,
    createdAt: at,
    requestedAt: at,
    verifiedAt: at,
    version: 0,
    epoch: 0,
    acceptance,
    outbox: [],
    audit: [sealEvent(keys, event)],
  };
}
