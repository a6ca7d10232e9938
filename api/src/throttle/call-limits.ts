import type { Endpoint, SourceBucket } from "@souffleur/contracts";
import type { Request } from "express";
import { refusal } from "../http/errors.ts";
import { type Admit, type Authenticate, callerOf } from "../http/guard.ts";
import { type Counter, type Counters, createCounters } from "./counters.ts";
import type { CountLimitHit } from "./limit-metrics.ts";
import { sourceOf } from "./source.ts";

const windowSeconds = 60;

/** Calls a minute of one source without authentication, in the buckets that the endpoints name. */
const sourceLimits: Record<SourceBucket, number> = {
  signIn: 20,
  registration: 10,
  verification: 20,
  reports: 120,
  /** Without a cookie or token of ours. */
  renewal: 600,
  /** Everything else without a token of ours. */
  anonymous: 600,
};

/** Calls a minute of one account, however many people share its address. An agent in a call makes about 50. */
const ofAccount = 600;
/** Renewals and sign-outs a minute of one session from one source; a browser renews every 30 s at most. */
const ofRenewal = 60;

interface CallLimitsDeps {
  counters: Counters;
  countHit: CountLimitHit;
  /** The session that a genuine token or cookie of the request names, live or not; reads no database. */
  sessionOf: (req: Request) => string | undefined;
  authenticate: Authenticate;
  /** Of calls that take the token for releases as well. */
  authenticateRelease: Authenticate;
}

/**
 * The rate limits of calls. An authenticated call counts for its session and its account, every other call for its
 * source in a separate bucket: a caller without a token cannot use up the calls of others at the same address, and
 * an office behind one address shares no limit.
 */
export function createCallLimits(deps: CallLimitsDeps): Admit {
  const { counters, countHit, sessionOf, authenticate, authenticateRelease } = deps;
  const sources = counters.counter("source", windowSeconds);
  const accounts = counters.counter("account", windowSeconds);
  /** Of one account, by call: where a call has a limit of its own. */
  const callsOfAccounts = counters.counter("account-call", windowSeconds);
  const renewals = counters.counter("renewal", windowSeconds);
  // Calls over the limit do not reach the database, and an ended session gets no more calls than a live one.
  const sessions = createCounters(undefined).counter("session", windowSeconds);

  async function take(limit: string, counter: Counter, key: string, most: number) {
    const used = await counter.add(key);
    if (used.count <= most) return;
    countHit(limit);
    throw refusal("RATE_LIMITED", { retryAfter: used.msLeft / 1000 });
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

  return async (req, endpoint) => {
    const { access, credential, limit } = endpoint;
    if (access === "public") {
      await admitPublic(req, endpoint);
      return undefined;
    }
    const session = sessionOf(req);
    if (session !== undefined) await take("session", sessions, session, ofAccount);
    const check = credential.includes("releasesToken") ? authenticateRelease : authenticate;
    const caller = await callerOf(req, check).catch(async (thrown: unknown) => {
      if (session === undefined) await takeOfSource("anonymous", req, sourceLimits.anonymous);
      throw thrown;
    });
    await take("account", accounts, caller.userId, ofAccount);
    if (typeof limit === "number") {
      const name = nameOf(endpoint);
      await take(`account ${name}`, callsOfAccounts, `${name} ${caller.userId}`, limit);
    }
    return caller;
  };
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
