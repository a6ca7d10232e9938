import type { Decision, Role, User } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import { toDto, type UserDoc, type Users } from "../auth/accounts/users.ts";
import { type AppError, appError } from "../http/errors.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Administrators } from "./administrators.ts";
import type { createOrganizationCreation } from "./organization-creation.ts";
import { type AdministrationRequest, readTarget, requireGiven } from "./target.ts";

interface DecisionsDeps {
  users: Users;
  organizations: Organizations;
  administrators: Administrators;
  organizationCreation: ReturnType<typeof createOrganizationCreation>;
  /** Called when mails and audit events have been queued. */
  wake: () => void;
}

/** The decision on a registration. */
export function createDecisions(deps: DecisionsDeps) {
  const { users, organizations, administrators, organizationCreation, wake } = deps;

  async function approve(
    { caller, source }: AdministrationRequest,
    user: UserDoc,
    role: Role,
    reason: string | null,
  ): Promise<User> {
    requireGiven(caller, role);
    if (user.status !== "pending_approval") throw notPending();
    const { _id: id, version } = user;
    const now = new Date();
    const organization = await organizations.find(user.organizationId);
    const audit = auditEvent("user.approved", id, now, {
      actorId: caller.userId,
      from: "pending_approval",
      to: role === "agent" ? "active" : `active, ${role}`,
      reason,
      source,
    });
    const mails = [queuedMail("approved", now)];
    const named = organization && { organizationName: organization.name };
    const approved =
      organization !== undefined && role === "admin"
        ? await administrators.change(user, { to: "active", audit, mails, ...named })
        : await users.change(
            { id, status: "pending_approval", version },
            {
              set: { status: "active", role, ...(named ?? { founding: true }) },
              audit,
              mails,
            },
          );
    if (approved === null) throw notPending();
    wake();
    if (organization !== undefined) await organizations.addDomain(organization.id, domainOf(user.email));
    return toDto(await organizationCreation.finish(approved));
  }

  async function reject(
    { caller, source }: AdministrationRequest,
    user: UserDoc,
    reason: string | undefined,
  ): Promise<User> {
    const { _id: id, version } = user;
    const now = new Date();
    const organization = await organizations.find(user.organizationId);
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
        set: { status: "rejected", ...(organization && { organizationName: organization.name }) },
        audit,
        mails: [queuedMail("rejected", now, reason === undefined ? {} : { reason })],
      },
    );
    if (rejected === null) throw notPending();
    wake();
    return toDto(rejected);
  }

  return {
    /**
     * @param role of an approved account; a founder becomes an administrator whatever it says
     * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION, SERVER_BUSY
     */
    async decide(
      by: AdministrationRequest,
      id: string,
      wanted: { decision: Decision; reason?: string | undefined; role?: Role | undefined },
    ): Promise<User> {
      const { decision, reason, role = "agent" } = wanted;
      const user = await readTarget(users, by.caller, id);
      return decision === "approve" ? approve(by, user, role, reason ?? null) : reject(by, user, reason);
    },
  };
}

function notPending(): AppError {
  return appError("INVALID_TRANSITION", { text: "This registration is not waiting for a decision." });
}
