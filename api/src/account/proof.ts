import { limits } from "@souffleur/contracts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import { isSameHash, type Passwords } from "../auth/passwords/passwords.ts";
import { appError, isAppError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { SignInGuard } from "../throttle/sign-in-guard.ts";

interface ProofDeps {
  users: Users;
  passwords: Passwords;
  guard: SignInGuard;
}

export type CheckPassword = ReturnType<typeof createPasswordCheck>;

/**
 * Checks the caller's password. Failures count for the session, as they do for a browser that has signed in before: a
 * thief of the session can't guess on, and can't lock the owner out.
 */
export function createPasswordCheck({ users, passwords, guard }: ProofDeps) {
  /**
   * @param field the field of the request that has the password
   * @throws AppError VALIDATION_ERROR with that field, TOO_MANY_ATTEMPTS, SERVER_BUSY
   */
  return async (
    { userId, sessionId, email }: Caller,
    { password, field, source }: { password: string; field: string; source: string },
  ): Promise<UserDoc> => {
    let user: UserDoc | null = null;
    const visitor = { source, deviceId: `session ${sessionId}` };
    const tried = await guard
      .attempt(email, visitor, async () => {
        user = await users.findById(userId);
        const hash = await passwords.hashLike(user?.passwordHash, { email, password });
        return user !== null && isSameHash(hash, user.passwordHash) ? "right" : "wrong";
      })
      .catch((thrown: unknown) => {
        if (!isAppError(thrown) || thrown.code !== "ACCOUNT_LOCKED") throw thrown;
        // The account is not locked for anybody else.
        throw appError("TOO_MANY_ATTEMPTS", { retryAfter: thrown.details.retryAfter ?? 1 });
      });
    const found = user as UserDoc | null;
    if (tried !== "right" || found === null)
      throw appError("VALIDATION_ERROR", { text: "This is not your current password.", field });
    return found;
  };
}

/** @throws AppError PROOF_REQUIRED where the caller has not proved for a while who they are */
export function requireProof({ provenAt }: Caller, now: Date): void {
  if (now.getTime() - provenAt.getTime() > limits.proofValidMs) throw appError("PROOF_REQUIRED");
}
