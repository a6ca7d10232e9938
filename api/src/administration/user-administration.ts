import {
  type AccountStatus,
  type ApprovalEffect,
  type Decision,
  limits,
  type User,
  type UserStats,
} from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import { toDto, type UserDoc, type Users } from "../auth/accounts/users.ts";
import { type AppError, appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Administrators } from "./administrators.ts";
import type { createOrganizationCreation } from "./organization-creation.ts";

interface UserAdministrationDeps {
  users: Users;
  organizations: Organizations;
  administrators: Administrators;
  organizationCreation: ReturnType<typeof createOrganizationCreation>;
  /** Ends an account's sessions and sockets. */
  endSessions: (userId: string) => Promise<void>;
  /** Called when mails and audit events have been queued. */
  wake: () => void;
}

/** The origin of a request, for the audit log. */
interface Request {
  caller: Caller;
  source: string;
}

export type UserAdministration = ReturnType<typeof createUserAdministration>;

export function createUserAdministration(deps: UserAdministrationDeps) {
  const { users, organizations, administrators, organizationCreation, endSessions, wake } = deps;

  /** A user of another organization is answered like one that does not exist. */
  const target = async (caller: Caller, id: string): Promise<UserDoc> => {
    const user = await users.findById(id);
    const visible = caller.organizationId === null || caller.organizationId === user?.organizationId;
    if (user === null || !visible) throw appError("NOT_FOUND");
    const managersEqual = caller.role === "manager" && (user.role === "admin" || user.role === "manager");
    if (user._id === caller.userId || managersEqual) throw appError("FORBIDDEN");
    return user;
  };

  return {
    stats: ({ organizationId }: Caller): Promise<UserStats> => users.countByStatus(organizationId),
    async list({ organizationId }: Caller, status?: AccountStatus): Promise<User[]> {
      return (await users.list(organizationId, status)).map(toDto);
    },
    async search({ organizationId }: Caller, text: string): Promise<User[]> {
      return (await users.search(organizationId, text, limits.searchResults)).map(toDto);
    },

    /** The effect of an approval, before it is made. @throws AppError NOT_FOUND, FORBIDDEN */
    async approvalEffect(caller: Caller, id: string): Promise<ApprovalEffect> {
      const { organizationId, organizationName, email } = await target(caller, id);
      const isKnown =
        organizationName === undefined || (await organizations.find(organizationId)) !== undefined;
      return isKnown
        ? { founds: false, sameDomain: [], similarNames: [] }
        : { founds: true, ...(await organizations.resembling(organizationName, domainOf(email))) };
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
    async decide(
      { caller, source }: Request,
      id: string,
      decision: Decision,
      reason?: string,
    ): Promise<User> {
      const user = await target(caller, id);
      const to = decision === "approve" ? "active" : "rejected";
      const now = new Date();
      const organization = await organizations.find(user.organizationId);
      const decided = await users.change(
        { id, status: "pending_approval", version: user.version },
        {
          set: {
            status: to,
            ...(organization !== undefined && { organizationName: organization.name }),
            ...(decision === "approve" && organization === undefined && { founding: true }),
          },
          audit: auditEvent(decision === "approve" ? "user.approved" : "user.rejected", id, now, {
            actorId: caller.userId,
            from: "pending_approval",
            to,
            reason: reason ?? null,
            source,
          }),
          mails: [
            decision === "approve"
              ? queuedMail("approved", now)
              : queuedMail("rejected", now, reason === undefined ? {} : { reason }),
          ],
        },
      );
      if (decided === null)
        throw appError("INVALID_TRANSITION", { text: "This registration is not waiting for a decision." });
      wake();
      if (to === "active" && organization !== undefined)
        await organizations.addDomain(organization.id, domainOf(user.email));
      return toDto(await organizationCreation.finish(decided));
    },

    /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
    async setStatus({ caller, source }: Request, id: string, status: "active" | "inactive"): Promise<User> {
      const user = await organizationCreation.finish(await target(caller, id));
      const from = status === "active" ? "inactive" : "active";
      if (user.status !== from) throw notFrom(from);
      const now = new Date();
      const action = status === "active" ? "user.reactivated" : "user.deactivated";
      const audit = auditEvent(action, id, now, { actorId: caller.userId, from, to: status, source });
      const changed =
        user.role === "admin"
          ? await administrators.change(user, status, audit)
          : await users.change(
              { id, status: from, version: user.version },
              { set: { status }, newEpoch: status === "inactive", audit },
            );
      if (changed === null) throw notFrom(from);
      if (status === "inactive") await endSessions(id);
      wake();
      return toDto(changed);
    },
  };
}

function notFrom(status: "active" | "inactive"): AppError {
  const text = status === "active" ? "This account is not active." : "This account is not inactive.";
  return appError("INVALID_TRANSITION", { text });
}
