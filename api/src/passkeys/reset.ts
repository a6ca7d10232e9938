import type { User } from "@souffleur/contracts";
import { createLetInAgain, type LetInAgainDeps } from "../administration/let-in-again.ts";
import type { Place } from "../auth/sessions.ts";
import { clock } from "../clock.ts";
import type { By, Caller } from "../http/guard.ts";

export type ResetPasskeys = ReturnType<typeof createResetPasskeys>;

/** For owners who have lost their passkeys: they sign in with the password and add one. */
export function createResetPasskeys(deps: LetInAgainDeps) {
  const letInAgain = createLetInAgain(deps);
  /** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  return (by: By<Caller>, id: string, place: Place): Promise<User> =>
    letInAgain(by, id, place, clock.now(), {
      action: "passkeys.reset",
      mail: "passkeysReset",
      write: deps.users.resetPasskeys,
      none: "This account has no passkey.",
    });
}
