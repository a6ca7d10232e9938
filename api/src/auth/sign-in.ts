import type { Credentials, Language, SignedIn } from "@souffleur/contracts";
import type { Request, Response } from "express";
import { appError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import type { SignInGuard, Visitor } from "../throttle/sign-in-guard.ts";
import type { IssueToken } from "./access-token.ts";
import { requireActive } from "./account-problem.ts";
import type { Organizations } from "./accounts/organizations.ts";
import { formsOf } from "./accounts/pending-registration.ts";
import { toDto, type UserDoc } from "./accounts/user-model.ts";
import type { Users } from "./accounts/users.ts";
import { isSameHash, type Passwords } from "./passwords/passwords.ts";
import type { SessionProvider } from "./session-model.ts";
import type { Place, SessionDoc, Sessions, Start } from "./sessions.ts";

interface SignInDeps {
  users: Users;
  organizations: Organizations;
  sessions: Sessions;
  passwords: Passwords;
  issue: IssueToken;
  guard: SignInGuard;
  requireOwnSignIn: Elsewhere["requireOwnSignIn"];
  log: Logger;
}

export interface Entry extends SignedIn {
  session: SessionDoc;
}

/**
 * Leads the people of an organization with an identity provider there, and all others to the sign-in by password.
 * @throws AppError SSO_UNAVAILABLE, or an error of `byPassword`
 */
export type LeadElsewhere = (
  browser: { req: Request; res: Response },
  credentials: Credentials,
  byPassword: () => Promise<Entry>,
  now: Date,
) => Promise<{ signInAt: string } | Entry>;

type Account = Pick<UserDoc, "_id" | "organizationId" | "role" | "status">;

/** What identity providers decide about sign-ins and sessions. */
export interface Elsewhere {
  lead: LeadElsewhere;
  /** @throws AppError SSO_REQUIRED where the organization demands its provider, and this is not its emergency account */
  requireOwnSignIn(user: Account): Promise<void>;
  /** Whether a session may be renewed that this provider, or none, has opened. */
  mayGoOn(user: Account, provider: SessionProvider | undefined): Promise<boolean>;
}

/** Checks credentials and opens a session. */
export function createSignIn(deps: SignInDeps) {
  const { users, organizations, passwords, guard, log } = deps;
  /**
   * @param onUnverified called where the password is that of an unverified registration
   * @throws AppError INVALID_CREDENTIALS, ACCOUNT_LOCKED, SERVER_BUSY, or the code of an account that is not active
   */
  async function signIn(
    { email, password, rememberMe }: Credentials,
    { language, userAgent, ...visitor }: Visitor & Place & { language: Language },
    now: Date,
    onUnverified: (formId: string) => void,
  ): Promise<Entry> {
    let user: UserDoc | null = null;
    const tried = await guard.attempt(email, visitor, async () => {
      user = await users.findByEmail(email, now);
      const typed = await passwords.hashLike(user?.passwordHash, { email, password });
      if (user === null) return "wrong";
      const right = isSameHash(typed, user.passwordHash);
      if (right && user.status !== "pending_verification") return "right";
      // Whether or not the address also has an account, so that the answer does not reveal one.
      const form = formsOf(user, now).findLast(({ passwordHash }) => isSameHash(typed, passwordHash));
      if (form !== undefined) return { registration: form.id };
      if (right) throw appError("EMAIL_NOT_VERIFIED");
      return "wrong";
    });
    if (typeof tried === "object") {
      onUnverified(tried.registration);
      throw appError("EMAIL_NOT_VERIFIED");
    }
    const found = user as UserDoc | null;
    if (tried === "wrong" || found === null) throw appError("INVALID_CREDENTIALS");
    const place = { source: visitor.source, userAgent };
    const entry = await admit(found, { rememberMe, place, language }, now);
    // Pending registrations have the same salt and parameters, so the hash is renewed only when there are none.
    const alone = formsOf(found, now).length === 0;
    if (alone && passwords.isOutdated(found.passwordHash)) void renewHash(found, password);
    return entry;
  }

  /**
   * Opens a session for the account's owner.
   * @throws AppError SSO_REQUIRED where no provider has let them in although one is demanded, or the code of an account that is
   * not active: its status is revealed only to its owner
   */
  async function admit(
    user: UserDoc,
    { language, ...start }: Start & { language: Language },
    now: Date,
  ): Promise<Entry> {
    requireActive(user);
    if (start.provider === undefined) await deps.requireOwnSignIn(user);
    const [entry] = await Promise.all([
      open(user, start, now),
      // An account of a version without languages gets the browser's, until its owner chooses one.
      user.language ?? users.setFirstLanguage(user._id, language),
    ]);
    if (user.firstSessionId === undefined) await users.setFirstSession(user._id, entry.session._id);
    return entry;
  }

  /** The sign-in succeeds whether or not this does; the next one tries again. */
  async function renewHash(user: UserDoc, password: string): Promise<void> {
    try {
      await users.rehash(user._id, user.passwordHash, await passwords.hash({ email: user.email, password }));
    } catch (thrown) {
      log.warn({ err: thrown, user: user._id }, "password hash not renewed");
    }
  }

  async function open(user: UserDoc, start: Start, now: Date): Promise<Entry> {
    const [session, { organization = null, passkeys }] = await Promise.all([
      deps.sessions.start(user, start, now),
      organizations.findWithDemand(user.organizationId),
    ]);
    const issued = await deps.issue(user, session, passkeys, now);
    return { ...issued, user: toDto(user, organization?.name), organization, session };
  }

  return { signIn, admit, open };
}
