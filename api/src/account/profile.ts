import type { User } from "@souffleur/contracts";
import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { toDto, type Users } from "../auth/accounts/users.ts";
import type { Place } from "../auth/sessions.ts";
import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { changeMail } from "./mails.ts";
import { requireProof } from "./proof.ts";

interface ProfileDeps {
  users: Users;
  organizations: Organizations;
  outboxes: Outboxes;
}

interface Profile {
  firstName: string;
  lastName: string;
  phone?: string | undefined;
}

export type SaveProfile = ReturnType<typeof createProfile>;

/** Name and telephone number, by the account's owner: of two changes at once the later one is kept, whole. */
export function createProfile({ users, organizations, outboxes }: ProfileDeps) {
  /** @throws AppError PROOF_REQUIRED, NOT_FOUND */
  return async (caller: Caller, profile: Profile, place: Place, now: Date): Promise<User> => {
    requireProof(caller, now);
    const { userId } = caller;
    const user = await users.findById(userId);
    if (user === null) throw appError("NOT_FOUND");
    const changed = (["firstName", "lastName", "phone"] as const).filter(
      (field) => user[field] !== profile[field],
    );
    const name = (await organizations.find(user.organizationId))?.name;
    if (changed.length === 0) return toDto(user, name);
    // The names of the fields alone: the audit log holds nothing of a person that could not be removed.
    const reason = changed.join(", ");
    const audit = auditEvent("user.profile_changed", userId, now, {
      actorId: userId,
      reason,
      source: place.source,
    });
    const saved = await users.changeProfile(user, profile, {
      audit,
      mail: changeMail("profile", place, now),
    });
    if (saved === null) throw appError("NOT_FOUND");
    outboxes.wake();
    return toDto(saved, name);
  };
}
