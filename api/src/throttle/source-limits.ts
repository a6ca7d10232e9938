import type { Request } from "express";
import { refusal } from "../auth/refusals.ts";
import {
  type Endpoint,
  initiateVerification,
  login,
  register,
  reportReleases,
  resendVerification,
  unlock,
  verifyCode,
  verifyEmail,
} from "../contracts/index.ts";
import type { Counters } from "./counters.ts";
import type { Hit } from "./hits.ts";
import { sourceOf } from "./source.ts";

const perMinute = { signIn: 20, registration: 10, verification: 20, reports: 120, other: 600 };
type Bucket = keyof typeof perMinute;

const bucketOf = new Map<Endpoint, Bucket>([
  [login, "signIn"],
  [register, "registration"],
  [initiateVerification, "verification"],
  [resendVerification, "verification"],
  [verifyCode, "verification"],
  [verifyEmail, "verification"],
  [unlock, "verification"],
  [reportReleases, "reports"],
]);

/** How often one source may call what, a minute. */
export function createSourceLimits(counters: Counters, hit: Hit) {
  const buckets = new Map(
    (Object.keys(perMinute) as Bucket[]).map((name) => [name, counters.counter(`source-${name}`, 60)]),
  );
  /** @throws AppError RATE_LIMITED */
  return async (req: Request, endpoint: Endpoint): Promise<void> => {
    const name = bucketOf.get(endpoint) ?? "other";
    const used = await buckets.get(name)?.add(sourceOf(req));
    if (used === undefined || used.count <= perMinute[name]) return;
    hit(`source ${name}`);
    throw refusal("RATE_LIMITED", used.msLeft / 1000);
  };
}
