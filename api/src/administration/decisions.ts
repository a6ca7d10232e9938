import { type Decision, isPlatformAdmin, type Role, type User } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import { clock } from "../clock.ts";
import type { Capacity } from "../database/capacity.ts";
import { type AppError, appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Administrators } from "./administrators.ts";
import type { ApprovalEffects, Invited } from "./approval-effects.ts";
import type { createOrganizationCreation } from "./organization-creation.ts";
import type { ShowUser } from "./show-users.ts";
import { readTarget, requireGrantable } from "./target.ts";

interface DecisionsDeps {
  users: Users;
  organizations: Organizations;
  administrators: Administrators;
  organizationCreation: ReturnType<typeof createOrganizationCreation>;
  showUser: ShowUser;
  capacity: Pick<Capacity, "take">;
  outboxes: Outboxes;
  invited: Pick<Invited, "close">;
  invitedRole: ApprovalEffects["invitedRole"];
}

/** The decision on a registration. */
export function createDecisions(deps: DecisionsDeps) {
  const { users, organizations, administrators, organizationCreation, showUser, capacity, outboxes } = deps;
  const { invited, invitedRole } = deps;

  /**
   * The organization that an approved account joins; undefined where it founds one.
   * @throws AppError FORBIDDEN, NOT_FOUND, INVALID_TRANSITION
   */
  async function joinedBy(user: UserDoc, { caller }: By<Caller>, chosen: string | undefined) {
    const own = await organizations.joinedBy(user);
    if (chosen === undefined || chosen === own?.id) return own;
    if (!isPlatformAdmin(caller.role, caller.organizationId)) throw appError("FORBIDDEN");
    const field = "organizationId";
    if (own !== undefined)
      throw appError("INVALID_TRANSITION", {
        text: "This person asks to join an organization that exists. Approve them without choosing another one.",
        field,
      });
    const found = await organizations.find(chosen);
    if (found === undefined)
      throw appError("NOT_FOUND", { text: "This organization does not exist.", field });
    return found;
  }

  async function approve(
    by: By<Caller>,
    user: UserDoc,
    wanted: { role: Role | undefined; reason: string | null; organizationId: string | undefined },
  ): Promise<User> {
    const { reason } = wanted;
    if (user.status !== "pending_approval") throw notPending();
    const { _id: id, version, email } = user;
    const now = clock.now();
    const organization = await joinedBy(user, by, wanted.organizationId);
    const role = wanted.role ?? (await invitedRole(by.caller, organization?.id, email)) ?? "agent";
    requireGrantable(by.caller, role);
    if (organization !== undefined) await capacity.take(organization.id);
    const isOther = organization !== undefined && organization.id !== user.organizationId;
    const place = isOther ? { organizationId: organization.id } : {};
    const audit = auditEvent("user.approved", id, now, {
      actorId: by.caller.userId,
      from: "pending_approval",
      to: ["active", ...(role === "agent" ? [] : [role]), ...(isOther ? [organization.id] : [])].join(", "),
      reason,
      source: by.source,
    });
    const mails = [
      queuedMail("approved", now, isOther ? { organization: organization.id } : {}),
      ...(isOther ? [queuedMail("member-joined", now)] : []),
    ];
    const approved =
      organization !== undefined && role === "admin"
        ? await administrators.change(user, { to: "active", audit, mails, ...place })
        : await users.change(
            { id, status: "pending_approval", version },
            {
              set: { status: "active", role, ...(organization === undefined ? { founding: true } : place) },
              audit,
              mails,
            },
          );
    if (approved === null) throw notPending();
    outboxes.wake();
    if (organization !== undefined) {
      await organizations.addDomain(organization.id, domainOf(email));
      await invited.close(organization.id, email);
    }
    return showUser(await organizationCreation.finish(approved));
  }

  async function reject(
    { caller, source }: By<Caller>,
    user: UserDoc,
    reason: string | undefined,
  ): Promise<User> {
    const { _id: id, version } = user;
    const now = clock.now();
    const audit = auditEvent("user.rejected", id, now, {
      actorId: caller.userId,
      from: "pending_approval",
      to: "rejected",
      reason: reason ?? null,
      source,
    });
    const rejected = await users.change(
      { id, status: "pending_approval", version },
      {
        set: { status: "rejected" },
        audit,
        mails: [queuedMail("rejected", now, reason === undefined ? {} : { reason })],
      },
    );
    if (rejected === null) throw notPending();
    outboxes.wake();
    return showUser(rejected);
  }

  return {
    /**
     * @param wanted `role` of an approved account, without which it is the invited one or an agent's; a founder becomes an
     * administrator whatever it says. `organizationId` of the organization that a founder joins instead
     * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION, SERVER_BUSY
     */
    async decide(
      by: By<Caller>,
      id: string,
      wanted: {
        decision: Decision;
        reason?: string | undefined;
        role?: Role | undefined;
        organizationId?: string | undefined;
      },
    ): Promise<User> {
      const { decision, reason, role, organizationId } = wanted;
      const user = await readTarget(users, by.caller, id);
      return decision === "approve"
        ? approve(by, user, { role, reason: reason ?? null, organizationId })
        : reject(by, user, reason);
    },
  };
}

function notPending(): AppError {
  return appError("INVALID_TRANSITION", { text: "This registration is not waiting for a decision." });
}
