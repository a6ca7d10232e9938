import { type ApprovalEffect, type Decision, limits, type User, type UserStats } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import { domainOf, type Organizations } from "../auth/organizations.ts";
import { toWire, type UserDoc } from "../auth/user-model.ts";
import type { Users } from "../auth/users.ts";
import { type AppError, refusal } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Administrators } from "./administrators.ts";
import type { createOrganizationFounding } from "./organization-founding.ts";

interface UserAdministrationDeps {
  users: Users;
  organizations: Organizations;
  administrators: Administrators;
  organizationFounding: ReturnType<typeof createOrganizationFounding>;
  /** An account's sessions and sockets are to end. */
  endSessions: (userId: string) => Promise<void>;
  /** Mails and audit events were queued. */
  wake: () => void;
}

/** Where a request comes from, for the audit log. */
interface Request {
  caller: Caller;
  source: string;
}

export interface UserAdministration {
  stats(caller: Caller): Promise<UserStats>;
  pending(caller: Caller): Promise<User[]>;
  all(caller: Caller): Promise<User[]>;
  search(caller: Caller, text: string): Promise<User[]>;
  /** What an approval does. @throws AppError NOT_FOUND, FORBIDDEN */
  approvalEffect(caller: Caller, id: string): Promise<ApprovalEffect>;
  /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  decide(request: Request, id: string, decision: Decision, reason: string | undefined): Promise<User>;
  /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  setStatus(request: Request, id: string, status: "active" | "inactive"): Promise<User>;
}

export function createUserAdministration(deps: UserAdministrationDeps): UserAdministration {
  const { users, organizations, administrators, organizationFounding, endSessions, wake } = deps;

  /** To the caller, users of another organization do not exist. */
  const target = async (caller: Caller, id: string): Promise<UserDoc> => {
    const user = await users.findById(id);
    const visible = caller.organizationId === null || caller.organizationId === user?.organizationId;
    if (user === null || !visible) throw refusal("NOT_FOUND");
    const managersEqual = caller.role === "manager" && (user.role === "admin" || user.role === "manager");
    if (user._id === caller.userId || managersEqual) throw refusal("FORBIDDEN");
    return user;
  };

  return {
    stats: (caller) => users.countByStatus(caller.organizationId),
    pending: async (caller) => (await users.list(caller.organizationId, "pending_approval")).map(toWire),
    search: async (caller, text) =>
      (await users.search(caller.organizationId, text, limits.searchResults)).map(toWire),
    all: async (caller) => (await users.list(caller.organizationId)).map(toWire),

    async approvalEffect(caller, id) {
      const { organizationId, organizationName, email } = await target(caller, id);
      const isKnown =
        organizationName === undefined || (await organizations.find(organizationId)) !== undefined;
      return isKnown
        ? { founds: false, sameDomain: [], similarNames: [] }
        : { founds: true, ...(await organizations.resembling(organizationName, domainOf(email))) };
    },

    async decide({ caller, source }, id, decision, reason) {
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
              : queuedMail("rejected", now, { data: reason === undefined ? {} : { reason } }),
          ],
        },
      );
      if (decided === null)
        throw refusal("INVALID_TRANSITION", { text: "This registration is not waiting for a decision." });
      wake();
      if (to === "active" && organization !== undefined)
        await organizations.addDomain(organization.id, domainOf(user.email));
      return toWire(await organizationFounding.finish(decided));
    },

    async setStatus({ caller, source }, id, status) {
      const user = await organizationFounding.finish(await target(caller, id));
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
      return toWire(changed);
    },
  };
}

function notFrom(status: "active" | "inactive"): AppError {
  const text = status === "active" ? "This account is not active." : "This account is not inactive.";
  return refusal("INVALID_TRANSITION", { text });
}
