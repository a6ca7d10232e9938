import { type Request, Router } from "express";
import type { Connection } from "mongoose";
import { createAdministration } from "./admin/administration.ts";
import { createFounding } from "./admin/founding.ts";
import { composeAdminMails } from "./admin/mails.ts";
import { createRosters } from "./admin/rosters.ts";
import { mountAdministration } from "./admin/routes.ts";
import { createSeed, demoAccounts } from "./admin/seed.ts";
import { createAuditChain } from "./audit/chain.ts";
import type { AuditEvent } from "./audit/event.ts";
import { createAuditRelay } from "./audit/relay.ts";
import { createAccessTokens } from "./auth/access-token.ts";
import { createAuthenticate } from "./auth/authenticate.ts";
import { createDeviceCookies } from "./auth/device-cookie.ts";
import { createKeyring } from "./auth/keyring.ts";
import { composeAuthMails } from "./auth/mails.ts";
import { createOrganizations } from "./auth/organizations.ts";
import { createPasswords } from "./auth/passwords.ts";
import { standing } from "./auth/refusals.ts";
import { createRegistration } from "./auth/registration.ts";
import { createRenewal } from "./auth/renewal.ts";
import { createRenewalCookies } from "./auth/renewal-cookie.ts";
import { mountAuth } from "./auth/routes.ts";
import { createSessions } from "./auth/sessions.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { countOutcomes } from "./auth/sign-in-outcomes.ts";
import { createUsers } from "./auth/users.ts";
import type { Config } from "./config.ts";
import { canonicalEmail, type Endpoint } from "./contracts/index.ts";
import { createTurns } from "./database/turns.ts";
import type { Authenticate } from "./guard.ts";
import type { Logger } from "./logger.ts";
import { createMailing } from "./mail/mailing.ts";
import { queuedMail } from "./mail/outbox.ts";
import type { Metrics } from "./metrics.ts";
import type { Mount } from "./mount.ts";
import type { RedisLink } from "./nodes/redis-link.ts";
import { openApiRoutes } from "./openapi/routes.ts";
import { createCounters } from "./throttle/counters.ts";
import { createHits } from "./throttle/hits.ts";
import { createMailQuota } from "./throttle/mail-quota.ts";
import { createSignInGuard } from "./throttle/sign-in-guard.ts";
import { createSourceLimits } from "./throttle/source-limits.ts";
import { createSweeper } from "./throttle/sweeper.ts";
import { composeVerificationMails } from "./verification/compose.ts";
import { mountVerification } from "./verification/routes.ts";
import { createVerification } from "./verification/verification.ts";
import { createVerifications } from "./verification/verification-model.ts";

/** A session, or all of an account's, that no longer counts: its sockets are to be dropped. */
export interface Cut {
  sessionId?: string;
  userId?: string;
}

export interface Accounts {
  authenticate: Authenticate;
  /** @throws AppError RATE_LIMITED */
  limit: (req: Request, endpoint: Endpoint) => Promise<void>;
  mountRoutes(mount: Mount): void;
  /** Enters an event in the audit log, unless it is there already. */
  audit(event: AuditEvent): Promise<void>;
  /** Pages beside the contracts: the development mailbox and the API's description. */
  pages: Router;
  /** Removes what has expired; once a minute it does so by itself. */
  sweep(now: Date): Promise<void>;
  /** What another feature removes when it has expired. */
  sweepToo(sweep: (now: Date) => Promise<void>): void;
  onCut(listener: (cut: Cut) => void): void;
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
  const hit = createHits(metrics);
  const listeners: ((cut: Cut) => void)[] = [];
  const cut = (what: Cut) => {
    for (const listener of listeners) listener(what);
  };

  const users = createUsers(connection);
  const organizations = createOrganizations(connection);
  const sessions = createSessions(connection);
  const verifications = createVerifications(connection);
  const quota = createMailQuota(connection, keys, hit);
  const chain = createAuditChain(connection, keys);
  const relay = createAuditRelay(chain, log);
  relay.watch(users.model);
  relay.watch(sessions.model);
  const mailing = createMailing({ config, log, connection, metrics });
  mailing.worker.watch(users.model);
  mailing.worker.watch(verifications.model);
  const nudge = () => mailing.worker.nudge();

  const passwords = createPasswords(metrics, hashWaitMs);
  const tokens = createAccessTokens(keys);
  const cookies = createRenewalCookies(keys, config.production);
  const devices = createDeviceCookies(keys, config.production);
  const guard = createSignInGuard(counters, hit, (email) => {
    users
      .queueMail(email, queuedMail("unlock", new Date()))
      .then(nudge)
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
      cut({ sessionId: _id });
      relay.nudge();
    },
  });
  const authenticate = createAuthenticate({ tokens, sessions, users });
  const registerAccount = createRegistration({ users, passwords, quota, nudge });
  const verification = createVerification({ users, verifications, keys, quota, nudge });

  const endSessions = async (userId: string) => {
    cut({ userId });
    await sessions.endAllOf(userId, new Date());
  };
  const rosters = createRosters(connection, users, (userId) => cut({ userId }));
  const founding = createFounding({ users, organizations, rosters });
  const administration = createAdministration({
    users,
    organizations,
    rosters,
    founding,
    cut: endSessions,
    nudge: () => {
      nudge();
      relay.nudge();
    },
  });
  const seed = createSeed({ users, passwords, founding });

  composeAuthMails(mailing.worker, { users, keys, publicUrl });
  composeVerificationMails(mailing.worker, { users, verifications, keys, publicUrl });
  composeAdminMails(mailing.worker, users, publicUrl);

  const repair = async () => {
    await rosters.repair();
    await founding.repair();
    await verification.repair();
  };
  const sweeps: ((now: Date) => Promise<void>)[] = [
    (now) => users.sweepUnverified(now),
    (now) => sessions.sweep(now),
    (now) => verifications.sweep(now),
    (now) => quota.sweep(now),
    () => mailing.sweep(),
  ];
  const sweeper = createSweeper(sweeps, createTurns(connection), log);

  return {
    authenticate,
    limit: createSourceLimits(counters, hit),
    audit: (event) => chain.append(event),
    mountRoutes(mount) {
      mountAuth(mount, {
        config,
        users,
        sessions,
        tokens,
        cookies,
        devices,
        signIn: countOutcomes(metrics, signIn),
        renew,
        registerAccount,
        onSignOut: (sessionId) => cut({ sessionId }),
      });
      mountVerification(mount, verification);
      mountAdministration(mount, administration);
    },
    pages: Router().use(mailing.pages, openApiRoutes(publicUrl)),
    sweep: sweeper.run,
    sweepToo: (sweep) => void sweeps.push(sweep),
    onCut(listener) {
      listeners.push(listener);
    },
    async findActive(address) {
      const email = canonicalEmail(address);
      const user = email === undefined ? null : await users.findByEmail(email, new Date());
      if (user === null || standing(user) !== undefined) return undefined;
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
        rosters.createIndexes(),
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
      mailing.worker.start();
      sweeper.start();
    },
    async stop() {
      await Promise.all([relay.stop(), sweeper.stop(), mailing.worker.stop()]);
    },
    demoAccounts: () => (config.SEED_DEMO ? demoAccounts() : []),
  };
}
