import type { User } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import { accountOvertaken } from "../auth/account-problem.ts";
import type { Users } from "../auth/accounts/users.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import { tooEarly } from "../throttle/too-early.ts";
import type { ShowUser } from "./show-users.ts";
import { readTarget } from "./target.ts";

interface PasswordLinksDeps {
  users: Users;
  quota: MailQuota;
  showUser: ShowUser;
  outboxes: Outboxes;
}

/** Recovery of a password by an administrator, who only ever learns that the link was sent and used. */
export function createPasswordLinks({ users, quota, showUser, outboxes }: PasswordLinksDeps) {
  return {
    /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION, RATE_LIMITED */
    async sendPasswordLink({ caller, source }: By<Caller>, id: string): Promise<User> {
      const user = await readTarget(users, caller, id);
      if (user.status !== "active")
        throw appError("INVALID_TRANSITION", { text: "This account is not active." });
      const now = clock.now();
      const wait = await quota.take("password link", id, now);
      if (wait > 0) throw tooEarly(wait);
      const audit = auditEvent("password.link_sent", id, now, { actorId: caller.userId, source });
      const changed = await users.orderPasswordLink(user, queuedMail("password-link", now), audit);
      if (changed === null) throw accountOvertaken();
      outboxes.wake();
      return showUser(changed);
    },
  };
}
