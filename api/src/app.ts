import type { Server } from "node:http";
import { defaultCurrency } from "@souffleur/contracts";
import { type Maxima, maxima } from "@souffleur/contracts/usage";
import compression from "compression";
import express, { type Express } from "express";
import type { Connection } from "mongoose";
import { createAccount } from "./account/account.ts";
import { createAdministration } from "./administration/administration.ts";
import { createAudit } from "./audit/audit.ts";
import { createAuth } from "./auth/auth.ts";
import { createBrowserErrors } from "./browser-errors/browser-errors.ts";
import { type Bus, createBus } from "./bus.ts";
import { createCalendar } from "./calendar/calendar.ts";
import { type Calls, createCalls } from "./calls/calls.ts";
import type { Config } from "./config.ts";
import { createKeyring } from "./crypto/keyring.ts";
import { type Customers, createCustomers } from "./customers/customers.ts";
import { buildIndexes } from "./database/build-indexes.ts";
import { createPeriodicLock } from "./database/periodic-lock.ts";
import { createDesk } from "./desk/desk.ts";
import type { Feature } from "./feature.ts";
import { refuseLargeHeaders } from "./http/connections/large-headers.ts";
import { closeServer, createHttpServer } from "./http/connections/listen.ts";
import { errorHandler, notFound } from "./http/errors.ts";
import type { Logger } from "./http/logger.ts";
import { createMetrics } from "./http/metrics.ts";
import { createMount } from "./http/mount.ts";
import { probes } from "./http/probes.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import type { Tracing } from "./http/tracing.ts";
import { createInvitations, type Invitations } from "./invitations/invitations.ts";
import { createMailing } from "./mail/mailing.ts";
import { createOutboxes } from "./mail/outboxes.ts";
import { createOnboarding } from "./onboarding/onboarding.ts";
import { createOpenApi } from "./openapi/routes.ts";
import { createPasskeys } from "./passkeys/passkeys.ts";
import { createPlaybook } from "./playbook/playbook.ts";
import { createPrivacy } from "./privacy/privacy.ts";
import { createRealtime, type Realtime } from "./realtime/realtime.ts";
import { connectRedis } from "./redis/redis-link.ts";
import { overridesOf } from "./releases/overrides.ts";
import type { Pages } from "./releases/pages.ts";
import { withReleaseToken } from "./releases/release-token.ts";
import { createReleases, type Releases } from "./releases/releases.ts";
import type { ServedShell } from "./releases/serve-shell.ts";
import { refuseSourceMaps } from "./releases/source-maps.ts";
import { createJobs } from "./scheduling/jobs.ts";
import { createPollers } from "./scheduling/pollers.ts";
import { createSweeper } from "./scheduling/sweeper.ts";
import { createScim } from "./scim/scim.ts";
import { createSso, type Sso } from "./sso/sso.ts";
import { createTelephony } from "./telephony/telephony.ts";
import { createRequestLimits } from "./throttle/request-limits.ts";
import { createThrottle } from "./throttle/throttle.ts";
import { createTokens } from "./tokens/tokens.ts";
import { createRecognizer } from "./transcription/create-recognizer.ts";
import type { Tuning } from "./tuning.ts";
import { createUsage } from "./usage/usage.ts";
import { createVerification } from "./verification/verification.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";

interface AppDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  /** For the keys of tokens, cookies and codes; the first signs, all verify. */
  secrets: readonly string[];
  /** The shell and its remotes, where this process serves them. */
  pages?: (ServedShell & Partial<Pages>) | undefined;
  tuning?: Tuning | undefined;
  /** Reports requests and browsers' errors to a tracing system. */
  tracing?: Pick<Tracing, "trace" | "recordBrowserError"> | undefined;
}

export interface App {
  server: Server;
  bus: Bus;
  realtime: Realtime;
  calls: Calls;
  /** Builds indexes, repairs, seeds, and starts background work; to be called before the server listens. */
  start(): Promise<void>;
  /** Removes expired data, as the app itself does once a minute. */
  sweep(now: Date): Promise<void>;
  /** Reports that the process is not ready, drains running requests and ends background work. */
  stop(): Promise<void>;
}

/** What all features stand on. */
function createContext({ secrets, tuning, ...given }: AppDeps) {
  const { config, log } = given;
  const metrics = createMetrics();
  const pollers = createPollers(metrics);
  const redis = config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, log, metrics);
  const recognizer = createRecognizer(config);
  return {
    ...tuning,
    ...given,
    maxima: { ...maxima, ...tuning?.maxima } satisfies Maxima,
    keys: createKeyring(secrets),
    bus: createBus(),
    metrics,
    pollers,
    jobs: createJobs({ pollers, metrics, log }),
    redis,
    recognizer,
  };
}

type Context = ReturnType<typeof createContext>;
type Access = ReturnType<typeof createAccess>;

/** The features of accounts, and of what lets people and programs in. */
function createAccess(context: Context) {
  const throttle = createThrottle(context);
  const audit = createAudit(context);
  const mail = createMailing({ ...context, ...throttle });
  const outboxes = createOutboxes(mail, audit);
  const auth = createAuth({
    ...context,
    throttle,
    audit,
    mail,
    elsewhere: {
      lead: (...given) => sso.lead(...given),
      requireOwnSignIn: (user) => sso.requireOwnSignIn(user),
      mayGoOn: (...given) => sso.mayGoOn(...given),
    },
  });
  const { users, organizations } = auth;
  const account = createAccount({ ...context, auth, outboxes });
  const passkeys = createPasskeys({ ...context, auth, outboxes });
  const invited: Pick<Invitations, "roleOf" | "close"> = {
    roleOf: (...of) => invitations.roleOf(...of),
    close: (...of) => invitations.close(...of),
  };
  const shared = { ...context, auth, throttle, mail, outboxes };
  const administration = createAdministration({ ...shared, invited });
  const rulesOf = (organizationId: string) => sso.signInRulesOf(organizationId);
  const invitations = createInvitations({ ...shared, ...administration, rulesOf });
  const verification = createVerification({ ...shared, invitations });
  const sso: Sso = createSso({ ...context, auth, audit, outboxes, invitations });
  const onboarding = createOnboarding({ ...context, users });
  const webhooks = createWebhooks({ ...context, users, outboxes });
  const composers = {
    ...auth.mails,
    ...account.mails,
    ...verification.mails,
    ...administration.mails,
    ...invitations.mails,
    ...webhooks.mails,
  };
  mail.composeWith(composers, users.setMailFailure);
  const tokens = createTokens({ ...context, organizations, audit });
  const authenticateRelease = withReleaseToken(auth.authenticate, context.config.RELEASES_TOKEN);
  const admit = createRequestLimits({ ...context, ...throttle, ...tokens, ...auth, authenticateRelease });
  const scim = createScim({ ...context, auth, outboxes, admit, sso, invitations, ...administration });

  const features: Feature[] = [
    throttle,
    auth,
    account,
    passkeys,
    sso,
    tokens,
    webhooks,
    scim,
    // Its seeds add audit events to their accounts, so it starts before the audit log, which relays them.
    administration,
    verification,
    invitations,
    onboarding,
    audit,
    mail,
  ];
  return { features, auth, audit, mail, administration, onboarding, webhooks, invitations, tokens, admit };
}

/** The whole API on one HTTP server that does not listen yet. */
export function createApp(deps: AppDeps): App {
  const { config, log, connection } = deps;
  const app = express();
  const server = createHttpServer(app);
  const context = { ...createContext(deps), server };
  const access = createAccess(context);
  const { auth, audit, onboarding, webhooks } = access;
  const { authenticate, people } = auth;

  const realtime = createRealtime({ ...context, authenticate });
  const playbook = createPlaybook({ ...context, audit, linesOfCall: (...of) => calls.linesOfCall(...of) });
  const playbooks = playbook.published;
  const calls: Calls = createCalls({
    ...context,
    audit,
    realtime,
    playbooks,
    currencyOf: async (id) => (await auth.organizations.find(id))?.currency ?? defaultCurrency,
    allowsVendorSpeech: auth.organizations.allowsVendorSpeech,
    customerOf: (...of) => customers.of(...of),
    keepCustomer: (...of) => customers.keep(...of),
  });
  const { forTelephony, forPrivacy, forDesk, forCustomers } = calls;
  const customers: Customers = createCustomers({ ...context, audit, calls: forCustomers, people });
  webhooks.watch(calls.forWebhooks);
  webhooks.watch(customers.forWebhooks);
  realtime.onEmitted(context.pollers.happened);
  const telephony = createTelephony({ ...context, auth, realtime, calls: forTelephony });
  const calendar = createCalendar({ ...context, audit, calls, people });
  const releases = createReleases({ ...context, auth, audit });

  /** They start in this order and stop in the reverse one. */
  const features: Feature[] = [
    ...access.features,
    createOpenApi(config),
    // Stops when all sockets are closed, and before the background work that running requests need.
    { stop: () => closeServer(server) },
    // Stops after the calls, whose ends are emitted to the sockets; telephony stops before the calls.
    realtime,
    calls,
    telephony,
    createDesk({ ...context, audit, realtime, calls: forDesk, playbooks, people, onboarding }),
    playbook,
    customers,
    calendar,
    createUsage({ ...context, ...access, customers, calls, notes: forDesk.notes, playbook }),
    createPrivacy({ ...context, audit, calls: forPrivacy, customers: customers.forPrivacy }),
    createBrowserErrors({ ...context, authenticate }),
    // Starts after the audit log, to which it appends the releases.
    releases,
  ];
  const sweeper = createSweeper(features, createPeriodicLock(connection), context);
  const running = [sweeper, ...features];

  const stopping = new AbortController();
  serveFeatures(app, { ...context, ...access, calls, features, releases, draining: stopping.signal });

  return {
    server,
    bus: context.bus,
    realtime,
    calls,
    async start() {
      // In turn: all at once would wait for more new connections than a busy machine opens in time.
      for (const { createIndexes } of features) if (createIndexes) await buildIndexes(createIndexes, log);
      for (const feature of features) await feature.repair?.();
      for (const feature of running) await feature.start?.();
    },
    sweep: sweeper.sweep,
    async stop() {
      stopping.abort();
      for (const feature of running.toReversed()) await feature.stop?.();
      context.redis?.close();
    },
  };
}

/** What answers requests, in its order. */
function serveFeatures(
  app: Express,
  deps: Context & Access & { calls: Calls; releases: Releases; draining: AbortSignal },
): void {
  const { config, log, metrics, pages, tracing, releases, onboarding, calls, features } = deps;
  app.disable("x-powered-by");
  app.set("trust proxy", config.TRUST_PROXY);
  app.set("query parser", "simple");
  app.use(requestLog(log));
  app.use(metrics.measure);
  app.use(refuseLargeHeaders);
  if (tracing) app.use(tracing.trace);
  app.use(releases.follow);
  app.use(
    securityHeaders({
      secure: config.secure,
      overrides: config.REMOTE_OVERRIDES !== undefined,
      scriptSources: (req) => pages?.scriptSources(req) ?? [],
      overrideOrigins: (req) => overridesOf(req).map(({ address }) => address),
    }),
  );
  app.use(probes(deps));
  app.use(compression());
  const router = express.Router();
  const mount = createMount({
    ...deps,
    router,
    onAnswered: (...answered) => onboarding.happened(calls.isPractice, ...answered),
  });
  for (const feature of features) feature.mount?.(mount, router);
  app.use(router);
  app.use(["/api", "/dev", "/health"], notFound);
  if (pages && !config.SOURCE_MAPS) app.use(refuseSourceMaps());
  if (pages) app.use(pages.router);
  app.use(notFound);
  app.use(errorHandler);
}
