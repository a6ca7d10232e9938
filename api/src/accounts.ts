import { canonicalEmail } from "@souffleur/contracts";
import { Router } from "express";
import type { Connection } from "mongoose";
import { createAdministration } from "./administration/administration.ts";
import { createAdministrators } from "./administration/administrators.ts";
import { decisionMails } from "./administration/mails.ts";
import { createOrganizationFounding } from "./administration/organization-founding.ts";
import { mountAdministration } from "./administration/routes.ts";
import { createSeed, demoAccounts } from "./administration/seed.ts";
import { waitingDigests } from "./administration/waiting-digest.ts";
import { createAuditAnchors } from "./audit/anchor.ts";
import { createAuditChain } from "./audit/chain.ts";
import type { AuditEvent } from "./audit/event.ts";
import { createAuditRelay } from "./audit/relay.ts";
import { createAccessTokens } from "./auth/access-token.ts";
import { accountProblem } from "./auth/account-problem.ts";
import { createAuthenticate } from "./auth/authenticate.ts";
import { namedSession } from "./auth/browser.ts";
import { createDeviceCookies } from "./auth/device-cookie.ts";
import { authMails } from "./auth/mails.ts";
import { createOrganizations } from "./auth/organizations.ts";
import { createPasswords } from "./auth/passwords.ts";
import { createRegistration } from "./auth/registration.ts";
import { createRegistrationCookies } from "./auth/registration-cookie.ts";
import { createRenewal } from "./auth/renewal.ts";
import { createRenewalCookies } from "./auth/renewal-cookie.ts";
import { mountAuth } from "./auth/routes.ts";
import { createSessions } from "./auth/sessions.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { countOutcomes } from "./auth/sign-in-outcomes.ts";
import { createUsers } from "./auth/users.ts";
import type { Config } from "./config.ts";
import { createKeyring } from "./crypto/keyring.ts";
import { createPeriodicLock } from "./database/periodic-lock.ts";
import type { Authenticate } from "./http/guard.ts";
import type { Logger } from "./http/logger.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Mount } from "./http/mount.ts";
import { createMailing } from "./mail/mailing.ts";
import { queuedMail } from "./mail/outbox.ts";
import { openApiRoutes } from "./openapi/routes.ts";
import type { RedisLink } from "./redis/redis-link.ts";
import { forgetOverride } from "./releases/overrides.ts";
import { createSweeper } from "./scheduling/sweeper.ts";
import { type Admit, createCallLimits } from "./throttle/call-limits.ts";
import { createCounters } from "./throttle/counters.ts";
import { createLimitMetrics } from "./throttle/limit-metrics.ts";
import { createMailQuota } from "./throttle/mail-quota.ts";
import { createSignInGuard } from "./throttle/sign-in-guard.ts";
import { verificationMails } from "./verification/compose.ts";
import { mountVerification } from "./verification/routes.ts";
import { createVerification } from "./verification/verification.ts";
import { createVerifications } from "./verification/verification-model.ts";

/** A session, or all of an account's, that no longer count: their sockets are closed. */
export interface RevokedSessions {
  sessionId?: string;
  userId?: string;
}

export interface Accounts {
  authenticate: Authenticate;
  isSessionLive(sessionId: string): Promise<boolean>;
  /** Who is let in, within what limits; `authenticate` is this one's own or one that takes more. */
  admitBy: (authenticate: Authenticate) => Admit;
  mountRoutes(mount: Mount): void;
  /** Enters an event in the audit log, unless it is there already. */
  audit(event: AuditEvent): Promise<void>;
  /** Pages beside the contracts: the development mailbox and the API's description. */
  pages: Router;
  /** Removes what has expired; once a minute it does so by itself. */
  sweep(now: Date): Promise<void>;
  /** What another feature removes when it has expired. */
  sweepToo(sweep: (now: Date) => Promise<void>): void;
  onRevoked(listener: (revoked: RevokedSessions) => void): void;
  /** The account with this e-mail address, where there is one that may act. */
  findActive(
    address: string,
  ): Promise<{ id: string; name: string; organizationId: string | null } | undefined>;
  start(): Promise<void>;
  stop(): Promise<void>;
  demoAccounts(): { role: string; email: string; password: string }[];
}

export interface AccountsDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  /** The first signs, all verify. */
  secrets: readonly string[];
  metrics: Metrics;
  /** Shared with the other processes of the product, where there are any. */
  redis: RedisLink | undefined;
  /** How long a password's hash may wait for a core, in ms. */
  hashWaitMs: number | undefined;
}

/** Registration, verification, sessions, administration, and the mail and audit log that they need. */
export function createAccounts(deps: AccountsDeps): Accounts {
  const { config, log, connection, secrets, metrics, redis, hashWaitMs } = deps;
  const publicUrl = config.PUBLIC_URL;
  const keys = createKeyring(secrets);
  const counters = createCounters(redis);
  const countHit = createLimitMetrics(metrics);
  const listeners: ((revoked: RevokedSessions) => void)[] = [];
  const revoke = (revoked: RevokedSessions) => {
    for (const listener of listeners) listener(revoked);
  };

  const users = createUsers(connection, keys);
  const organizations = createOrganizations(connection);
  const sessions = createSessions(connection, keys);
  const verifications = createVerifications(connection);
  const quota = createMailQuota(connection, keys, countHit);
  const anchors = createAuditAnchors(log);
  const chain = createAuditChain(connection, keys, anchors.tell);
  const relay = createAuditRelay(chain, keys, log);
  relay.watch(users.model);
  relay.watch(sessions.model);
  const mailing = createMailing({ config, log, connection, metrics });
  mailing.worker.watch(users.model);
  mailing.worker.watch(verifications.model);
  const wake = () => mailing.worker.wake();

  const passwords = createPasswords(metrics, hashWaitMs);
  const tokens = createAccessTokens(keys);
  const cookies = createRenewalCookies(keys, config.secure);
  const devices = createDeviceCookies(keys, config.secure);
  const registrations = createRegistrationCookies(config.secure);
  const guard = createSignInGuard(counters, countHit, (email) => {
    users
      .queueMail(email, queuedMail("unlock", new Date()))
      .then(wake)
      .catch((thrown: unknown) => log.warn({ err: thrown }, "unlock mail not ordered"));
  });
  const { signIn } = createSignIn({ users, organizations, sessions, passwords, tokens, guard, log });
  const renew = createRenewal({
    tokens,
    sessions,
    users,
    cookies,
    log,
    onTheft: ({ _id }) => {
      revoke({ sessionId: _id });
      relay.wake();
    },
  });
  const authenticate = createAuthenticate({ tokens, sessions, users });
  const registerAccount = createRegistration({ users, passwords, keys, quota, wake });
  const verification = createVerification({ users, verifications, keys, quota, wake });

  const endSessions = async (userId: string) => {
    revoke({ userId });
    await sessions.endAllOf(userId, new Date());
  };
  const administrators = createAdministrators(connection, users, (userId) => revoke({ userId }));
  const organizationFounding = createOrganizationFounding({ users, organizations, administrators });
  const administration = createAdministration({
    users,
    organizations,
    administrators,
    organizationFounding,
    endSessions,
    wake: () => {
      wake();
      relay.wake();
    },
  });
  const seed = createSeed({ users, passwords, organizationFounding });

  const { worker } = mailing;
  worker.composeWith({
    ...authMails({ users, keys, publicUrl }),
    ...verificationMails({ users, verifications, keys, publicUrl }),
    ...decisionMails(users, publicUrl),
    ...waitingDigests(worker, users, publicUrl),
  });

  const repair = async () => {
    await administrators.repair();
    await organizationFounding.repair();
    await verification.repair();
  };
  const sweeps: ((now: Date) => Promise<void>)[] = [
    (now) => users.sweepUnverified(now),
    (now) => users.sweepForms(now),
    (now) => sessions.sweep(now),
    (now) => verifications.sweep(now),
    (now) => quota.sweep(now),
    () => mailing.sweep(),
  ];
  const sweeper = createSweeper(sweeps, createPeriodicLock(connection), log);

  return {
    authenticate,
    isSessionLive: async (sessionId) => (await sessions.findLive(sessionId, new Date())) !== null,
    admitBy: createCallLimits({
      counters,
      countHit,
      sessionOf: (req) => namedSession(req, tokens, cookies),
    }),
    audit: (event) => chain.append(event),
    mountRoutes(mount) {
      mountAuth(mount, {
        config,
        users,
        sessions,
        tokens,
        cookies,
        devices,
        registrations,
        signIn: countOutcomes(metrics, signIn),
        renew,
        registerAccount,
        forgetOverride: (req, res) => forgetOverride(config, req, res),
        onSignOut: (sessionId) => revoke({ sessionId }),
      });
      mountVerification(mount, verification, registrations);
      mountAdministration(mount, administration);
    },
    pages: Router().use(mailing.pages, ...(config.API_DOCS ? [openApiRoutes(publicUrl)] : [])),
    sweep: sweeper.run,
    sweepToo: (sweep) => void sweeps.push(sweep),
    onRevoked(listener) {
      listeners.push(listener);
    },
    async findActive(address) {
      const email = canonicalEmail(address);
      const user = email === undefined ? null : await users.findByEmail(email, new Date());
      if (user === null || accountProblem(user) !== undefined) return undefined;
      const { _id, firstName, lastName, organizationId } = user;
      return { id: _id, name: `${firstName} ${lastName}`, organizationId };
    },
    async start() {
      await Promise.all([
        users.model.createIndexes(),
        organizations.createIndexes(),
        sessions.model.createIndexes(),
        verifications.model.createIndexes(),
        quota.createIndexes(),
        chain.createIndexes(),
        administrators.createIndexes(),
        mailing.createIndexes(),
      ]);
      await repair();
      if (config.ADMIN_EMAIL !== undefined && config.ADMIN_PASSWORD !== undefined) {
        await seed.administrator(config.ADMIN_EMAIL, config.ADMIN_PASSWORD);
      }
      if (config.SEED_DEMO) await seed.demo();
      await chain.reseal();
      await relay.run();
      relay.start();
      await anchors.tellHead(chain);
      anchors.start(chain);
      mailing.worker.start();
      sweeper.start();
    },
    async stop() {
      anchors.stop();
      await Promise.all([relay.stop(), sweeper.stop(), mailing.worker.stop()]);
    },
    demoAccounts: () => (config.SEED_DEMO ? demoAccounts() : []),
  };
}
