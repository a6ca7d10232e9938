import { isPlatformAdmin, type Role, type User } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import { accountOvertaken } from "../auth/account-problem.ts";
import { asNew, isOpen, requireReturnable } from "../auth/accounts/provisioned-changes.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { Passwords } from "../auth/passwords/passwords.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Bus } from "../bus.ts";
import { clock } from "../clock.ts";
import type { Capacity } from "../database/capacity.ts";
import { type AppError, appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Administrators } from "./administrators.ts";
import type { createOrganizationCreation } from "./organization-creation.ts";
import type { ShowUser } from "./show-users.ts";
import { readTarget, requireGrantable } from "./target.ts";

interface AccountChangesDeps {
  users: Users;
  passwords: Pick<Passwords, "ofNobody">;
  administrators: Administrators;
  organizationCreation: ReturnType<typeof createOrganizationCreation>;
  showUser: ShowUser;
  sessions: Pick<Sessions, "endAllOf">;
  bus: Pick<Bus, "publish">;
  capacity: Pick<Capacity, "take">;
  outboxes: Outboxes;
}

/** Changes of approved accounts: their status and their role. */
export function createAccountChanges(deps: AccountChangesDeps) {
  const { users, passwords, administrators, organizationCreation, showUser } = deps;
  const { sessions, bus, capacity, outboxes } = deps;

  return {
    /**
     * A program ends what waits, too, and what an operator has suspended or locked; whom it lets in again comes back as new.
     * @param newRole of whom a program lets in again
     * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION, LIMIT_REACHED, SERVER_BUSY
     */
    async setStatus(
      { caller, source }: By<Caller>,
      id: string,
      status: "active" | "inactive",
      newRole: Role = "agent",
    ): Promise<User> {
      const user = await organizationCreation.finish(await readTarget(users, caller, id));
      const { status: from } = user;
      const byProgram = caller.scopes !== undefined;
      // A program that provisions accounts has no password, and reaches no administrator.
      if (byProgram && user.role === "admin") throw appError("FORBIDDEN");
      if (status === "active" && !byProgram) requireGrantable(caller, user.role);
      const isEnded = byProgram ? isOpen(from) : from === "active";
      if (!(status === "active" ? from === "inactive" : isEnded)) throw notTo(status);
      const returns = byProgram && status === "active";
      if (returns) requireReturnable(user);
      if (status === "active" && user.provisioned?.heldAs !== undefined && caller.organizationId !== null)
        throw appError("FORBIDDEN", {
          text: "This account was suspended or locked before your identity provider deactivated it. Only the platform's administrators let its owner in again.",
        });
      if (status === "active") await capacity.take(user.organizationId);
      const now = clock.now();
      const action = status === "active" ? "user.reactivated" : "user.deactivated";
      const audit = auditEvent(action, id, now, {
        actorId: caller.userId,
        from,
        to: returns ? `active, ${newRole}` : status,
        source,
      });
      const renewed = returns ? asNew(passwords.ofNobody(), newRole) : undefined;
      const changed =
        user.role === "admin"
          ? await administrators.change(user, { to: status, audit })
          : await users.change(
              { id, status: from, version: user.version },
              {
                set: { status, ...renewed?.set },
                unset: renewed?.unset ?? [],
                ...(byProgram && { byProgramFrom: from }),
                newEpoch: status === "inactive",
                audit,
              },
            );
      if (changed === null) throw notTo(status);
      if (status === "inactive")
        await Promise.all([
          sessions.endAllOf(id, now),
          // A change of administrators has said so itself.
          user.role !== "admin" && bus.publish("account.rights_changed", { userId: id }),
        ]);
      outboxes.wake();
      return showUser(changed);
    },

    /**
     * @param from the role that the caller has seen
     * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION, SERVER_BUSY
     */
    async setRole(
      { caller, source }: By<Caller>,
      id: string,
      { role, from }: { role: Role; from?: Role | undefined },
    ): Promise<User> {
      const user = await organizationCreation.finish(await readTarget(users, caller, id));
      requireGrantable(caller, role);
      const { status } = user;
      if (isPlatformAdmin(user.role, user.organizationId))
        throw appError("INVALID_TRANSITION", { text: "A platform administrator has no other role." });
      if (status !== "active" && status !== "inactive")
        throw appError("INVALID_TRANSITION", { text: "Only approved accounts have a role to change." });
      // Repeated after a lost answer.
      if (user.role === role) return showUser(user);
      if (from !== undefined && from !== user.role) throw accountOvertaken();
      const now = clock.now();
      const audit = auditEvent("user.role_changed", id, now, {
        actorId: caller.userId,
        from: user.role,
        to: role,
        source,
      });
      const mails = [queuedMail("role-changed", now, { role })];
      const concernsAdministrators = status === "active" && (user.role === "admin" || role === "admin");
      const changed = concernsAdministrators
        ? await administrators.change(user, { to: "active", role, audit, mails })
        : await users.change({ id, status, version: user.version }, { set: { role }, audit, mails });
      if (changed === null) throw accountOvertaken();
      // As above.
      if (!concernsAdministrators) await bus.publish("account.rights_changed", { userId: id });
      outboxes.wake();
      return showUser(changed);
    },
  };
}

function notTo(status: "active" | "inactive"): AppError {
  const text = status === "inactive" ? "This account is not active." : "This account is not inactive.";
  return appError("INVALID_TRANSITION", { text });
}
