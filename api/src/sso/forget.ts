import type { User } from "@souffleur/contracts";
import { requireProof } from "../account/proof.ts";
import { createLetInAgain, type LetInAgainDeps } from "../administration/let-in-again.ts";
import type { Place } from "../auth/sessions.ts";
import type { By, Caller } from "../http/guard.ts";

export type ForgetSignIn = ReturnType<typeof createForgetSignIn>;

/** For owners whom the provider knows by another subject now: their address counts once more. */
export function createForgetSignIn(deps: LetInAgainDeps) {
  const letInAgain = createLetInAgain(deps);
  /** @throws AppError PROOF_REQUIRED, NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  return (by: By<Caller>, id: string, place: Place, now: Date): Promise<User> =>
    letInAgain(by, id, place, now, {
      action: "sso.forgotten",
      mail: "signInForgotten",
      async write(target, told) {
        requireProof(by.caller, now);
        return deps.users.forgetIdentity(target, told);
      },
      none: "Nobody has signed in to this account through your provider, or it is not active.",
    });
}
