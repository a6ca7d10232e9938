import { canonicalEmail } from "@souffleur/contracts";
import type { Maxima } from "@souffleur/contracts/usage";
import type { Request, Router } from "express";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import type { Bus } from "../bus.ts";
import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { createCapacity } from "../database/capacity.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Mount } from "../http/mount.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { MailWorker } from "../mail/worker.ts";
import { createSignInGuard } from "../throttle/sign-in-guard.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { createAccessTokens, createIssueToken } from "./access-token.ts";
import { isActive } from "./account-problem.ts";
import { createOrganizations } from "./accounts/organizations.ts";
import { createUsers, type Users } from "./accounts/users.ts";
import { createAuthenticate } from "./authenticate.ts";
import { cookieSession, tokenSession } from "./browser.ts";
import { createDeviceCookies } from "./device-cookie.ts";
import { createEntrance } from "./entrance.ts";
import { authMails } from "./mails.ts";
import { createOverrideCookie } from "./override-cookie.ts";
import { createAddressHash } from "./passwords/address-hash.ts";
import { createPasswords, type HashCost } from "./passwords/passwords.ts";
import { createPeople } from "./people.ts";
import { createRegistration } from "./registration.ts";
import { createRegistrationCookies } from "./registration-cookie.ts";
import { createRenewal } from "./renewal.ts";
import { createRenewalCookies } from "./renewal-cookie.ts";
import { mountAuth } from "./routes.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn, type Elsewhere } from "./sign-in.ts";
import { countOutcomes } from "./sign-in-outcomes.ts";
import { termsPage } from "./terms.ts";

export type Auth = ReturnType<typeof createAuth>;

interface AuthDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  keys: Keyring;
  bus: Bus;
  metrics: Metrics;
  throttle: Throttle;
  audit: Audit;
  mail: MailWorker;
  /** How long a password's hash may wait for a core, in ms. */
  hashWaitMs?: number;
  hashCost?: HashCost;
  /** The identity providers of organizations. */
  elsewhere: Elsewhere;
  maxima: Pick<Maxima, "accounts" | "accountsStored">;
}

/** How many accounts an organization may have. */
const createCapacities = (users: Users, maxima: AuthDeps["maxima"]) => ({
  /** An account takes a place before it becomes active. */
  capacity: createCapacity({
    count: users.countActive,
    max: maxima.accounts,
    text: "Your organization has {most} active accounts, which is the most it can have. Deactivate accounts that are no longer needed, in User Management.",
  }),
  /** A program's new account takes a place, active or not: no account is ever deleted. */
  stored: createCapacity({
    count: users.count,
    max: maxima.accountsStored,
    text: "Your organization has {most} accounts, with those that are inactive, which is the most that programs may create.",
  }),
});

/** Accounts and their sessions: registration, sign-in, renewal, sign-out. */
export function createAuth(deps: AuthDeps) {
  const { config, log, connection, keys, metrics, throttle, audit, mail } = deps;
  const users = createUsers(connection, keys);
  const organizations = createOrganizations(connection, keys);
  const sessions = createSessions(connection, keys, deps.bus);
  audit.watch(users.model);
  audit.watch(sessions.model);
  audit.watch(organizations.model);
  mail.watch(users.model);

  const passwords = createPasswords(metrics, deps);
  const hashFor = createAddressHash(users, passwords, keys);
  const tokens = createAccessTokens(keys);
  const cookies = createRenewalCookies(keys, config.secure);
  const devices = createDeviceCookies(keys, config.secure);
  const registrations = createRegistrationCookies(config.secure);
  const overrideCookie = createOverrideCookie(config.secure);
  const guard = createSignInGuard(throttle.counters, throttle.countHit, (email) => {
    users
      .queueMail(email, queuedMail("unlock", clock.now()))
      .then(mail.wake)
      .catch((thrown: unknown) => log.warn({ err: thrown }, "unlock mail not queued"));
  });
  const issue = createIssueToken({ tokens, users });
  const { lead: leadElsewhere, requireOwnSignIn, mayGoOn } = deps.elsewhere;
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
    mayGoOn,
    audit,
    log,
  });
  const entrance = createEntrance({ sessions, cookies, devices, overrideCookie });

  return {
    admit,
    enter: entrance.enter,
    authenticate: createAuthenticate({ tokens, sessions, users, organizations }),
    /** The session of the request's genuine token or cookie, live or not; without a read of the database. */
    sessionOf: (req: Request) => tokenSession(req, tokens) ?? cookieSession(req, cookies),
    /** The active account with this e-mail address. */
    async findActive(address: string) {
      const email = canonicalEmail(address);
      const user = email === undefined ? null : await users.findByEmail(email, clock.now());
      if (user === null || !isActive(user)) return undefined;
      const { _id, firstName, lastName, organizationId } = user;
      return { id: _id, name: `${firstName} ${lastName}`, organizationId };
    },
    people: createPeople(users),
    ...createCapacities(users, deps.maxima),
    users,
    sessions,
    devices,
    overrideCookie,
    guard,
    organizations,
    passwords,
    hashFor,
    registrations,
    mails: authMails(users, keys, config.PUBLIC_URL),
    mount(mount: Mount, router: Router) {
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
        registerAccount: createRegistration({ users, organizations, hashFor, quota: throttle.quota, mail }),
        overrideCookie,
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
    async sweep(now: Date) {
      await Promise.all([users.sweepUnverified(now), users.sweepRegistrations(now), sessions.sweep(now)]);
    },
  };
}
