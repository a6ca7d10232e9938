import type { Credentials, SignedIn } from "../contracts/index.ts";
import type { Logger } from "../logger.ts";
import type { SignInGuard, Visitor } from "../throttle/sign-in-guard.ts";
import type { AccessTokens } from "./access-token.ts";
import type { Organizations } from "./organizations.ts";
import type { Passwords } from "./passwords.ts";
import { refusal, standing } from "./refusals.ts";
import type { SessionDoc, Sessions } from "./sessions.ts";
import { toWire, type UserDoc } from "./user-model.ts";
import type { Users } from "./users.ts";

interface SignInDeps {
  users: Users;
  organizations: Organizations;
  sessions: Sessions;
  passwords: Passwords;
  tokens: AccessTokens;
  guard: SignInGuard;
  log: Logger;
}

export interface Entry extends SignedIn {
  session: SessionDoc;
}

/** Checks credentials and opens a session. */
export function createSignIn(deps: SignInDeps) {
  const { users, organizations, passwords, guard, log } = deps;
  /** @throws AppError INVALID_CREDENTIALS, ACCOUNT_LOCKED, SERVER_BUSY, or why the account may not act */
  async function signIn(
    { email, password, rememberMe }: Credentials,
    visitor: Visitor,
    now: Date,
  ): Promise<Entry> {
    let user: UserDoc | null = null;
    const right = await guard.attempt(email, visitor, async () => {
      user = await users.findByEmail(email, now);
      return passwords.verify(user?.passwordHash, password);
    });
    const found = user as UserDoc | null;
    if (!right || found === null) throw refusal("INVALID_CREDENTIALS");
    // Only who knows the password learns how the account stands.
    const problem = standing(found);
    if (problem !== undefined) throw refusal(problem);
    const [entry, organization] = await Promise.all([
      open(found, rememberMe, now),
      organizations.find(found.organizationId),
    ]);
    if (passwords.isOutdated(found.passwordHash)) void renewHash(found, password);
    return { ...entry, organization: organization ?? null };
  }

  /** The sign-in is done whether or not this succeeds: the next one tries again. */
  async function renewHash(user: UserDoc, password: string): Promise<void> {
    try {
      await users.rehash(user._id, user.passwordHash, await passwords.hash(password));
    } catch (thrown) {
      log.warn({ err: thrown, user: user._id }, "password hash not renewed");
    }
  }

  async function open(user: UserDoc, rememberMe: boolean, now: Date): Promise<Omit<Entry, "organization">> {
    const session = await deps.sessions.start({ id: user._id, epoch: user.epoch }, rememberMe, now);
    const accessToken = deps.tokens.issue({
      userId: user._id,
      sessionId: session._id,
      role: user.role,
      organizationId: user.organizationId,
    });
    return { accessToken, user: toWire(user), session };
  }

  return { signIn, open };
}
