import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/organizations.ts";
import { refusal } from "../auth/refusals.ts";
import { toWire, type UserDoc } from "../auth/user-model.ts";
import type { Users } from "../auth/users.ts";
import type { Decision, User, UserStats } from "../contracts/index.ts";
import { AppError } from "../errors.ts";
import type { Caller } from "../guard.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { createFounding } from "./founding.ts";
import type { Rosters } from "./rosters.ts";

interface AdministrationDeps {
  users: Users;
  organizations: Organizations;
  rosters: Rosters;
  founding: ReturnType<typeof createFounding>;
  /** An account's sessions and sockets are to end. */
  cut: (userId: string) => Promise<void>;
  /** Mails and audit events were queued. */
  nudge: () => void;
}

/** Where a request comes from, for the audit log. */
interface Request {
  caller: Caller;
  source: string;
}

export interface Administration {
  stats(caller: Caller): Promise<UserStats>;
  pending(caller: Caller): Promise<User[]>;
  all(caller: Caller): Promise<User[]>;
  /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  decide(request: Request, id: string, decision: Decision, reason: string | undefined): Promise<User>;
  /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  setStatus(request: Request, id: string, status: "active" | "inactive"): Promise<User>;
}

export function createAdministration(deps: AdministrationDeps): Administration {
  const { users, organizations, rosters, founding, cut, nudge } = deps;

  /** Somebody else's organization is as good as none: its people do not exist for the caller. */
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
    all: async (caller) => (await users.list(caller.organizationId)).map(toWire),

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
        throw new AppError("INVALID_TRANSITION", "This registration is not waiting for a decision.");
      nudge();
      return toWire(await founding.finish(decided));
    },

    async setStatus({ caller, source }, id, status) {
      const user = await founding.finish(await target(caller, id));
      const from = status === "active" ? "inactive" : "active";
      if (user.status !== from) throw notFrom(from);
      const now = new Date();
      const action = status === "active" ? "user.reactivated" : "user.deactivated";
      const audit = auditEvent(action, id, now, { actorId: caller.userId, from, to: status, source });
      const changed =
        user.role === "admin"
          ? await rosters.change(user, status, audit)
          : await users.change(
              { id, status: from, version: user.version },
              { set: { status }, newEpoch: status === "inactive", audit },
            );
      if (changed === null) throw notFrom(from);
      if (status === "inactive") await cut(id);
      nudge();
      return toWire(changed);
    },
  };
}

function notFrom(status: string): AppError {
  return new AppError("INVALID_TRANSITION", `This account is not ${status}.`);
}
