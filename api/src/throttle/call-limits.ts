import {
  type Endpoint,
  initiateVerification,
  login,
  logout,
  refresh,
  register,
  reportReleases,
  resendVerification,
  unlock,
  verifyCode,
  verifyEmail,
} from "@souffleur/contracts";
import type { Request } from "express";
import { refusal } from "../http/errors.ts";
import { type Admit, type Authenticate, callerOf } from "../http/guard.ts";
import { type Counters, createCounters } from "./counters.ts";
import type { CountLimitHit } from "./limit-metrics.ts";
import { sourceOf } from "./source.ts";

const windowSeconds = 60;

/** Calls a minute that one source may make before it proves anything. */
const ofSource = {
  signIn: 20,
  registration: 10,
  verification: 20,
  reports: 120,
  /** Renewals and sign-outs without a cookie or token of ours. */
  renewal: 600,
  /** Calls without a token of ours. */
  stranger: 600,
} as const;
type SourceBucket = keyof typeof ofSource;

/** Calls a minute of one account, whatever number of people share its address. An agent in a call makes about 50. */
const ofAccount = 600;
/** Renewals and sign-outs a minute of one session from one source; a browser renews every 30 s at most. */
const ofRenewal = 60;

const bucketOf = new Map<Endpoint, SourceBucket>([
  [login, "signIn"],
  [register, "registration"],
  [initiateVerification, "verification"],
  [resendVerification, "verification"],
  [verifyCode, "verification"],
  [verifyEmail, "verification"],
  [unlock, "verification"],
  [reportReleases, "reports"],
]);

interface CallLimitsDeps {
  counters: Counters;
  countHit: CountLimitHit;
  /** The session that a genuine token or cookie of the request names, be it over or not; reads no database. */
  sessionOf: (req: Request) => string | undefined;
}

/**
 * How often who may call what. What is proven to be ours counts for its session and its account, everything else
 * for its source in a bucket of its own: nobody without a token can use up the calls of those with whom they
 * share an address, and an office behind one address shares no limit.
 */
export function createCallLimits({ counters, countHit, sessionOf }: CallLimitsDeps) {
  const sources = new Map(
    (Object.keys(ofSource) as SourceBucket[]).map((name) => [
      name,
      counters.counter(`source-${name}`, windowSeconds),
    ]),
  );
  const accounts = counters.counter("account", windowSeconds);
  const renewals = counters.counter("renewal", windowSeconds);
  // Spares this process' database what is over the limit, and a session that is over what a live one may still do.
  const sessions = createCounters(undefined).counter("session", windowSeconds);

  async function take(
    limit: string,
    counter: { add: typeof accounts.add } | undefined,
    key: string,
    most: number,
  ) {
    const used = await counter?.add(key);
    if (used === undefined || used.count <= most) return;
    countHit(limit);
    throw refusal("RATE_LIMITED", { retryAfter: used.msLeft / 1000 });
  }
  const takeOfSource = (name: SourceBucket, req: Request) =>
    take(`source ${name}`, sources.get(name), sourceOf(req), ofSource[name]);

  async function admitPublic(req: Request, endpoint: Endpoint): Promise<void> {
    if (endpoint !== refresh && endpoint !== logout) {
      return takeOfSource(bucketOf.get(endpoint) ?? "stranger", req);
    }
    const session = sessionOf(req);
    if (session === undefined) return takeOfSource("renewal", req);
    return take("renewal", renewals, `${session} ${sourceOf(req)}`, ofRenewal);
  }

  return (authenticate: Authenticate): Admit =>
    async (req, endpoint) => {
      if (endpoint.access === "public") {
        await admitPublic(req, endpoint);
        return undefined;
      }
      const session = sessionOf(req);
      if (session !== undefined) await take("session", sessions, session, ofAccount);
      const caller = await callerOf(req, authenticate).catch(async (thrown: unknown) => {
        if (session === undefined) await takeOfSource("stranger", req);
        throw thrown;
      });
      await take("account", accounts, caller.userId, ofAccount);
      return caller;
    };
}
