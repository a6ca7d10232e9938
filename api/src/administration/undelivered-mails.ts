import type { User } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import type { Users } from "../auth/accounts/users.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import { repeated } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import { tooEarly } from "../throttle/too-early.ts";
import type { ShowUser } from "./show-users.ts";
import { readTarget } from "./target.ts";

interface UndeliveredMailsDeps {
  users: Users;
  quota: MailQuota;
  showUser: ShowUser;
  outboxes: Outboxes;
}

/** Mails that their recipient's server has refused, or that were given up. */
export function createUndeliveredMails({ users, quota, showUser, outboxes }: UndeliveredMailsDeps) {
  return {
    /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION, RATE_LIMITED */
    async sendMailAgain({ caller, source }: By<Caller>, id: string): Promise<User> {
      const { mailFailure } = await readTarget(users, caller, id);
      const none = () =>
        appError("INVALID_TRANSITION", { text: "No email to this account waits to be sent again." });
      if (mailFailure?.mail === undefined) throw none();
      const now = clock.now();
      const wait = await quota.take("mail again", id, now);
      if (wait > 0) throw tooEarly(wait);
      const { mail } = mailFailure;
      const audit = auditEvent("mail.repeated", id, now, {
        actorId: caller.userId,
        reason: mail.kind,
        source,
      });
      const user = await users.repeatMail(id, repeated(mail, now), audit);
      if (user === null) throw none();
      outboxes.wake();
      return showUser(user);
    },
  };
}
