import { canonicalEmail, type Role } from "@souffleur/contracts";
import type { Request, Response } from "express";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Authenticate, RevokedSessions, RightsOf } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { MailWorker } from "../mail/worker.ts";
import { createSignInGuard, type SignInGuard } from "../throttle/sign-in-guard.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { createAccessTokens } from "./access-token.ts";
import { isActive } from "./account-problem.ts";
import { createOrganizations, type Organizations } from "./accounts/organizations.ts";
import { createUsers, type Users } from "./accounts/users.ts";
import { createAuthenticate } from "./authenticate.ts";
import { cookieSession, tokenSession } from "./browser.ts";
import { createDeviceCookies, type DeviceCookies } from "./device-cookie.ts";
import { createEntrance, type Entrance } from "./entrance.ts";
import { createIssueToken } from "./issue-token.ts";
import { authMails } from "./mails.ts";
import { type AddressHash, createAddressHash } from "./passwords/address-hash.ts";
import { createPasswords, type Passwords } from "./passwords/passwords.ts";
import { createRegistration } from "./registration.ts";
import { createRegistrationCookies, type RegistrationCookies } from "./registration-cookie.ts";
import { createRenewal } from "./renewal.ts";
import { createRenewalCookies } from "./renewal-cookie.ts";
import { mountAuth } from "./routes.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignIn, type Elsewhere } from "./sign-in.ts";
import { countOutcomes } from "./sign-in-outcomes.ts";
import { termsPage } from "./terms.ts";

/** An active account. */
interface ActiveAccount {
  id: string;
  name: string;
  /** Null for a platform administrator. */
  organizationId: string | null;
}

/** More than the desk can show. */
const membersMax = 500;

/** The data of accounts that colleagues may see. */
interface People {
  rightsOf: RightsOf;
  /** The organization's active accounts, by name. */
  membersOf(organizationId: string): Promise<{ userId: string; name: string; role: Role }[]>;
}

export interface Auth extends Feature {
  authenticate: Authenticate;
  isSessionLive(sessionId: string): Promise<boolean>;
  /** The session of the request's genuine token or cookie, live or not; without a read of the database. */
  sessionOf(req: Request): string | undefined;
  /** The active account with this e-mail address. */
  findActive(address: string): Promise<ActiveAccount | undefined>;
  people: People;
  admit: ReturnType<typeof createSignIn>["admit"];
  enter: Entrance["enter"];
  /** Ends an account's sessions and their sockets. */
  endSessions(userId: string): Promise<void>;
  users: Users;
  sessions: Sessions;
  devices: DeviceCookies;
  guard: SignInGuard;
  organizations: Organizations;
  passwords: Passwords;
  hashFor: AddressHash;
  registrations: RegistrationCookies;
  mails: ReturnType<typeof authMails>;
}

interface AuthDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  keys: Keyring;
  metrics: Metrics;
  throttle: Throttle;
  audit: Audit;
  mail: MailWorker;
  /** How long a password's hash may wait for a core, in ms. */
  hashWaitMs?: number;
  /** Closes the sockets of revoked sessions. */
  revoke: (revoked: RevokedSessions) => void;
  /** Ends the browser's override of a remote, if it has one. */
  forgetOverride: (req: Request, res: Response) => void;
  /** The identity providers of organizations. */
  elsewhere: Elsewhere;
}

/** Accounts and their sessions: registration, sign-in, renewal, sign-out. */
export function createAuth(deps: AuthDeps): Auth {
  const { config, log, connection, keys, metrics, throttle, audit, mail, revoke } = deps;
  const { quota } = throttle;
  const { wake } = mail;
  const users = createUsers(connection, keys);
  const organizations = createOrganizations(connection, keys);
  const sessions = createSessions(connection, keys);
  audit.watch(users.model);
  audit.watch(sessions.model);
  mail.watch(users.model);

  const passwords = createPasswords(metrics, deps.hashWaitMs);
  const hashFor = createAddressHash(users, passwords, keys);
  const tokens = createAccessTokens(keys);
  const cookies = createRenewalCookies(keys, config.secure);
  const devices = createDeviceCookies(keys, config.secure);
  const registrations = createRegistrationCookies(config.secure);
  const guard = createSignInGuard(throttle.counters, throttle.countHit, (email) => {
    users
      .queueMail(email, queuedMail("unlock", new Date()))
      .then(wake)
      .catch((thrown: unknown) => log.warn({ err: thrown }, "unlock mail not queued"));
  });
  const issue = createIssueToken({ tokens, users });
  const { lead: leadElsewhere, requireOwnSignIn } = deps.elsewhere;
  const { signIn, admit } = createSignIn({
    users,
    organizations,
    sessions,
    passwords,
    issue,
    guard,
    requireOwnSignIn,
    log,
  });
  const renew = createRenewal({
    issue,
    sessions,
    users,
    organizations,
    cookies,
    requireOwnSignIn,
    log,
    onTheft: ({ _id }) => {
      revoke({ sessionId: _id });
      audit.wake();
    },
    onEnded: ({ _id }) => revoke({ sessionId: _id }),
  });

  const { forgetOverride } = deps;
  const entrance = createEntrance({
    sessions,
    cookies,
    devices,
    forgetOverride,
    onSignOut: (sessionId) => revoke({ sessionId }),
  });

  return {
    admit,
    enter: entrance.enter,
    authenticate: createAuthenticate({ tokens, sessions, users, organizations }),
    isSessionLive: async (sessionId) => (await sessions.findLive(sessionId, new Date())) !== null,
    sessionOf: (req) => tokenSession(req, tokens) ?? cookieSession(req, cookies),
    async findActive(address) {
      const email = canonicalEmail(address);
      const user = email === undefined ? null : await users.findByEmail(email, new Date());
      if (user === null || !isActive(user)) return undefined;
      const { _id, firstName, lastName, organizationId } = user;
      return { id: _id, name: `${firstName} ${lastName}`, organizationId };
    },
    people: {
      async rightsOf(userId) {
        const user = await users.findForRequest(userId);
        return user !== null && isActive(user) ? user : undefined;
      },
      async membersOf(organizationId) {
        const members = await users.membersOf(organizationId, membersMax);
        return members.map(({ _id: userId, firstName, lastName, role }) => ({
          userId,
          name: `${firstName} ${lastName}`,
          role,
        }));
      },
    },
    async endSessions(userId) {
      revoke({ userId });
      await sessions.endAllOf(userId, new Date());
    },
    users,
    sessions,
    devices,
    guard,
    organizations,
    passwords,
    hashFor,
    registrations,
    mails: authMails(users, keys, config.PUBLIC_URL),
    mount(mount, router) {
      router.get("/api/terms", termsPage(config.TERMS_URL));
      mountAuth(mount, {
        config,
        users,
        tokens,
        cookies,
        devices,
        registrations,
        signIn: countOutcomes(metrics, signIn),
        renew,
        registerAccount: createRegistration({ users, organizations, hashFor, quota, wake }),
        forgetOverride,
        entrance,
        leadElsewhere,
      });
    },
    async createIndexes() {
      await Promise.all([
        users.model.createIndexes(),
        organizations.createIndexes(),
        sessions.model.createIndexes(),
      ]);
    },
    async sweep(now) {
      await Promise.all([
        users.sweepUnverified(now),
        users.sweepRegistrations(now),
        users.collectFoundBy(),
        sessions.sweep(now),
      ]);
    },
  };
}
