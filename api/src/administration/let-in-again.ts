import type { User } from "@souffleur/contracts";
import { changeMail } from "../account/mails.ts";
import { type AuditEvent, auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { toDto, type UserDoc, type Users } from "../auth/accounts/users.ts";
import type { Place, Sessions } from "../auth/sessions.ts";
import { appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import type { QueuedMail } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { ApiText } from "../texts/texts.ts";
import { readTarget } from "./target.ts";

export interface LetInAgainDeps {
  users: Users;
  organizations: Organizations;
  sessions: Pick<Sessions, "endAllOf">;
  outboxes: Outboxes;
}

interface Help {
  action: AuditEvent["action"];
  mail: Parameters<typeof changeMail>[0];
  /** Changes the account in one write with both; null where there is nothing to change. */
  write(id: string, told: { audit: AuditEvent; mail: QueuedMail }): Promise<UserDoc | null>;
  /** Says that there is nothing to change. */
  none: ApiText;
}

/** An administrator lets the owner of an account in again: one write that is mailed and audited, and ends all sessions. */
export function createLetInAgain({ users, organizations, sessions, outboxes }: LetInAgainDeps) {
  /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  return async (
    { caller, source }: By<Caller>,
    id: string,
    place: Place,
    now: Date,
    { action, mail, write, none }: Help,
  ): Promise<User> => {
    await readTarget(users, caller, id);
    const audit = auditEvent(action, id, now, { actorId: caller.userId, source });
    const user = await write(id, { audit, mail: changeMail(mail, place, now) });
    if (user === null) throw appError("INVALID_TRANSITION", { text: none });
    await sessions.endAllOf(id, now);
    outboxes.wake();
    return toDto(user, (await organizations.find(user.organizationId))?.name);
  };
}
