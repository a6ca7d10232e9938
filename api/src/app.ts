import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { KeptRegistry } from "@souffleur/contracts";
import compression from "compression";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import helmet from "helmet";
import type { Connection } from "mongoose";
import { pinoHttp } from "pino-http";
import { type Accounts, createAccounts } from "./accounts.ts";
import { createCalls } from "./calls/calls.ts";
import type { Config } from "./config.ts";
import { createKeyring } from "./crypto/keyring.ts";
import { migrate } from "./database/migrate.ts";
import { errorHandler, notFound } from "./http/errors.ts";
import type { Logger } from "./http/logger.ts";
import { createMetrics } from "./http/metrics.ts";
import { createMount } from "./http/mount.ts";
import { probes } from "./http/probes.ts";
import { createRealtime, type Realtime } from "./realtime/realtime.ts";
import { connectRedis } from "./redis/redis-link.ts";
import { mountReleaseHealth } from "./releases/health-routes.ts";
import { createOverrides, overrideOf } from "./releases/overrides.ts";
import type { Pages } from "./releases/pages.ts";
import type { RegistryStore } from "./releases/registry.ts";
import { auditEventsOf } from "./releases/release-audit.ts";
import { createReleaseHealth } from "./releases/release-health.ts";
import { mountReleases, withReleaseToken } from "./releases/routes.ts";
import type { ServedShell } from "./releases/serve-shell.ts";
import { refuseSourceMaps } from "./releases/source-maps.ts";
import { createTelephony } from "./telephony/telephony.ts";

interface AppDeps {
  config: Config;
  log: Logger;
  connection: Connection;
  /** Keys that sign tokens, cookies and codes; the first signs, all verify. */
  secrets: readonly string[];
  /** The shell and its remotes, where this process serves them too. */
  pages?: ServedShell & Partial<Pages>;
  /** How many times faster than real time scripted calls play; for tests. */
  speed?: number;
  /** How long a password's hash may wait for a core, in ms; for tests that want none refused. */
  hashWaitMs?: number;
  /** Tells a tracing system of each request, where there is one. */
  trace?: RequestHandler;
}

export interface App {
  express: Express;
  server: Server;
  accounts: Accounts;
  realtime: Realtime;
  /** Migrations, indexes, repairs, seeds and background work; before it nothing is served. */
  start(): Promise<void>;
  /** Readiness off, running requests drained, background work ended. */
  stop(): Promise<void>;
}

const drainMs = 10_000;

/** The whole API on one HTTP server that does not listen yet. */
export function createApp(deps: AppDeps): App {
  const { config, log, connection, secrets, pages, speed = 1, hashWaitMs, trace } = deps;
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", config.TRUST_PROXY);
  app.set("query parser", "simple");

  // The default check lets a slow body hold its connection for 30 s.
  const server = createServer(
    { connectionsCheckingInterval: 1000, headersTimeout: 5000, requestTimeout: 8000 },
    app,
  );
  const metrics = createMetrics();
  const keys = createKeyring(secrets);
  const redis = config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, log, metrics);
  const accounts = createAccounts({ config, log, connection, secrets, metrics, redis, hashWaitMs });
  const { authenticate, isSessionLive } = accounts;
  const overrides = createOverrides({ config, keys, authenticate, isSessionLive });
  const realtime = createRealtime({ config, log, server, authenticate, metrics, redis });
  accounts.onRevoked((revoked) => realtime.revoke(revoked));
  const calls = createCalls({ config, log, connection, realtime, metrics, speed });
  const telephony = createTelephony({
    config,
    log,
    metrics,
    realtime,
    server,
    keys,
    calls: calls.forTelephony,
    findAgent: accounts.findActive,
  });
  const rollbackPercent = config.ROLLBACK_PERCENT;
  const health =
    pages?.registry && createReleaseHealth({ connection, log, registry: pages.registry, rollbackPercent });
  if (health) accounts.sweepToo(health.sweep);

  let draining = false;
  app.use(
    pinoHttp({
      logger: log,
      genReqId: requestId,
      autoLogging: { ignore: isQuiet },
      serializers: { req: brief, res: statusOf },
      customProps: (req, res) => whoAndWhy(req as Request, res as Response),
    }),
  );
  app.use(metrics.measure);
  if (trace) app.use(trace);
  app.use(overrides.follow);
  if (pages) app.use(pages.follow);
  app.use(securityHeaders(config, pages));
  app.use(probes({ config, connection, redis, metrics, draining: () => draining }));
  app.use(compression());

  const router = express.Router();
  const mount = createMount({ router, admit: accounts.admitBy(authenticate) });
  accounts.mountRoutes(mount);
  calls.mountRoutes(mount);
  overrides.mountRoutes(mount);
  if (pages?.registry) mountReleasesOf(pages.registry);
  app.use(router);
  app.use(accounts.pages);
  app.use(["/api", "/dev", "/health"], notFound);
  if (pages && !config.SOURCE_MAPS) app.use(refuseSourceMaps());
  if (pages) app.use(pages.router);
  app.use(notFound);
  app.use(errorHandler);

  /** Releases from elsewhere, and the audit log of all of them. */
  function mountReleasesOf(registry: RegistryStore) {
    const admit = accounts.admitBy(withReleaseToken(accounts.authenticate, config.RELEASES_TOKEN));
    const releaseMount = createMount({ router, admit });
    if (health)
      mountReleaseHealth(mount, { health, keys, authenticate: accounts.authenticate, rollbackPercent });
    const { audit } = accounts;
    const shell = pages?.contract;
    mountReleases({ router, mount: releaseMount, admit, registry, shell, audit });
    registry.onChange((kept) => void enter(kept));
  }

  async function enter(kept: KeptRegistry): Promise<void> {
    try {
      for (const event of auditEventsOf(kept)) await accounts.audit(event);
    } catch (error) {
      // They are entered at the next release or start.
      log.warn({ err: error }, "releases are not in the audit log yet");
    }
  }

  return {
    express: app,
    server,
    accounts,
    realtime,
    async start() {
      await migrate(connection, { log, keys });
      await accounts.start();
      await calls.start();
      await telephony?.start();
      await health?.start();
      const kept = await pages?.registry?.kept();
      if (kept) await enter(kept);
    },
    async stop() {
      draining = true;
      await telephony?.stop();
      await calls.stop();
      await realtime.close();
      await closeServer(server);
      await accounts.stop();
      redis?.close();
    },
  };
}

/** A client's own id is kept where it is harmless in a log and a header; the answer says which it is. */
function requestId(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers["x-request-id"];
  const id = typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  res.setHeader("X-Request-Id", id);
  return id;
}

function isQuiet(req: IncomingMessage): boolean {
  return /^\/(health|metrics|assets|remotes)\b/.test(req.url ?? "");
}

/** Addresses without their query, which may hold tokens and codes. */
function brief(req: { id: unknown; method: string; url: string }) {
  return { id: req.id, method: req.method, path: req.url.split("?", 1)[0] };
}

function statusOf(res: { statusCode: number }) {
  return { status: res.statusCode };
}

/** Makes each refusal and each sign-in traceable: from where, by whom (an id, never an address) and its error code. */
function whoAndWhy(req: Request, res: Response) {
  // An address that no route of Express has seen yet has no locals.
  const { caller, code } = (res.locals ?? {}) as { caller?: { userId: string }; code?: string };
  // Asked before the answer and after it, both for the same line: a name that is said twice is no proper JSON.
  return res.log === undefined ? { source: req.ip } : { user: caller?.userId, code };
}

function securityHeaders(config: Config, pages: AppDeps["pages"]) {
  const { secure } = config;
  /** A developer's own machine, for the browser alone that takes a remote from there. */
  const own = (req: IncomingMessage) => overrideOf(req)?.address ?? "";
  const origins = (req: IncomingMessage) => [...(pages?.remoteOrigins() ?? []), own(req)].join(" ");
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", () => (pages?.scriptSources() ?? []).join(" "), origins],
        // The toasts and the dialogs bring their own style elements.
        styleSrc: ["'self'", "'unsafe-inline'", origins],
        imgSrc: ["'self'", "data:", origins],
        fontSrc: ["'self'", origins],
        connectSrc: ["'self'", own],
        mediaSrc: ["'self'", "blob:"],
        workerSrc: ["'self'"],
        // Where browsers may take a remote from their own machine, that speaks http.
        ...(secure && config.REMOTE_OVERRIDES === undefined && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
  });
}

/** Ends idle keep-alive connections at once and running requests when they are done, or after 10 s. */
async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(force);
}
