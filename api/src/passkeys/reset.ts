import type { User } from "@souffleur/contracts";
import { changeMail } from "../account/mails.ts";
import { readTarget } from "../administration/target.ts";
import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { toDto, type Users } from "../auth/accounts/users.ts";
import type { Place, Sessions } from "../auth/sessions.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";

interface ResetDeps {
  users: Users;
  organizations: Organizations;
  sessions: Pick<Sessions, "endAllOf">;
  outboxes: Outboxes;
}

export type ResetPasskeys = ReturnType<typeof createResetPasskeys>;

/** Help of an administrator for owners who have lost their passkeys: they sign in with the password and add one. */
export function createResetPasskeys({ users, organizations, sessions, outboxes }: ResetDeps) {
  /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  return async ({ caller, source }: By<Caller>, id: string, place: Place): Promise<User> => {
    await readTarget(users, caller, id);
    const now = clock.now();
    const audit = auditEvent("passkeys.reset", id, now, { actorId: caller.userId, source });
    const user = await users.resetPasskeys(id, { audit, mail: changeMail("passkeysReset", place, now) });
    if (user === null) throw appError("INVALID_TRANSITION", { text: "This account has no passkey." });
    await sessions.endAllOf(id, now);
    outboxes.wake();
    return toDto(user, (await organizations.find(user.organizationId))?.name);
  };
}
