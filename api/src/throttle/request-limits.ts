import type { Endpoint, SourceBucket } from "@souffleur/contracts";
import type { Request } from "express";
import { appError } from "../http/errors.ts";
import {
  type Admit,
  type Authenticate,
  type AuthenticateMachine,
  bearerToken,
  type Caller,
  callerOf,
} from "../http/guard.ts";
import { sourceOf } from "../http/source.ts";
import { holdTurn } from "../http/turn.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import { type Counter, type Counters, createCounters } from "./counters.ts";
import type { CountLimitHit } from "./limit-metrics.ts";
import { createProcessShares } from "./process-shares.ts";

const windowSeconds = 60;

/** Unauthenticated calls a minute from one source, for each bucket of endpoints. */
const sourceLimits: Record<SourceBucket, number> = {
  signIn: 20,
  registration: 10,
  verification: 20,
  reports: 120,
  /** Renewals and sign-outs without a genuine cookie or token. */
  renewal: 600,
  /** All other calls without a genuine token. */
  anonymous: 600,
};

/** Calls a minute of one account. An agent in a call makes about 50. */
const ofAccount = 600;
/** Calls a minute of one token: identity providers that provision people send 25 a second. */
const ofToken = 1500;
/** Renewals and sign-outs a minute of one session from one source; a browser renews every 30 s at most. */
const ofRenewal = 60;

interface RequestLimitsDeps {
  counters: Counters;
  countHit: CountLimitHit;
  /** The session of the request's genuine token or cookie, live or not; without a read of the database. */
  sessionOf: (req: Request) => string | undefined;
  authenticate: Authenticate;
  /** For calls that also accept the token for releases. */
  authenticateRelease: Authenticate;
  /** For tokens of organizations. */
  authenticateMachine: AuthenticateMachine;
  jobs: Pick<Jobs, "requireRoom">;
  /** How many times as many calls are allowed. */
  requests?: number | undefined;
  busyMs?: number | undefined;
}

/**
 * The rate limits of calls. An authenticated call counts for its session and its account, or its token; any other call
 * for its source. Therefore the people of an office behind one address do not share a limit, and a caller without a token
 * cannot use up their calls.
 */
export function createRequestLimits(deps: RequestLimitsDeps): Admit {
  const { counters, countHit, sessionOf, authenticate, authenticateRelease, requests = 1, busyMs } = deps;
  const { authenticateMachine, jobs } = deps;
  const sources = counters.counter("source", windowSeconds);
  const accounts = counters.counter("account", windowSeconds);
  const tokens = counters.counter("token", windowSeconds);
  /** For calls with a limit of their own. */
  const callsOfAccounts = counters.counter("account-call", windowSeconds);
  const renewals = counters.counter("renewal", windowSeconds);
  // Checked before the database is read: it limits the calls of an ended session too.
  const turnOf = createProcessShares({ busy: busyMs });
  const sessions = createCounters(undefined).counter("session", windowSeconds);

  async function take(limit: string, counter: Counter, key: string, most: number) {
    const used = await counter.add(key);
    if (used.count <= most * requests) return;
    countHit(limit);
    throw appError("RATE_LIMITED", { retryAfter: used.msLeft / 1000 });
  }
  const takeOfSource = (name: string, req: Request, most: number) =>
    take(`source ${name}`, sources, `${name} ${sourceOf(req)}`, most);

  async function admitPublic(req: Request, endpoint: Endpoint): Promise<void> {
    const { limit = "anonymous" } = endpoint;
    if (typeof limit === "number") return takeOfSource(nameOf(endpoint), req, limit);
    const session = limit === "renewal" ? sessionOf(req) : undefined;
    if (session === undefined) return takeOfSource(limit, req, sourceLimits[limit]);
    return take("renewal", renewals, `${session} ${sourceOf(req)}`, ofRenewal);
  }

  function identify(req: Request, endpoint: Endpoint): Promise<Caller> {
    const bearer = bearerToken(req);
    const machine = bearer === undefined ? undefined : authenticateMachine(bearer);
    if (machine !== undefined) return machine;
    const isRelease = endpoint.credential.includes("releasesToken");
    return callerOf(req, isRelease ? authenticateRelease : authenticate, endpoint);
  }

  return async (req, endpoint) => {
    const { access, limit } = endpoint;
    if (access === "public") {
      await admitPublic(req, endpoint);
      return undefined;
    }
    const session = sessionOf(req);
    if (session !== undefined) await take("session", sessions, session, ofAccount);
    const caller = await identify(req, endpoint).catch(async (thrown: unknown) => {
      if (session === undefined) await takeOfSource("anonymous", req, sourceLimits.anonymous);
      throw thrown;
    });
    if (caller.scopes === undefined) await take("account", accounts, caller.userId, ofAccount);
    else await take("token", tokens, caller.userId, ofToken);
    if (typeof limit === "number") {
      const name = nameOf(endpoint);
      await take(`account ${name}`, callsOfAccounts, `${name} ${caller.userId}`, limit);
    }
    if (req.method !== "GET") jobs.requireRoom(caller.organizationId);
    // Audio waits for the recognizer, not for this process.
    if (caller.organizationId !== null && endpoint.contentType === undefined)
      holdTurn(req, await turnOf(caller.organizationId));
    return caller;
  };
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
