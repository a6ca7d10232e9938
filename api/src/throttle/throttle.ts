import type { Connection } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import type { Feature } from "../feature.ts";
import type { Metrics } from "../http/metrics.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { type Counters, createCounters } from "./counters.ts";
import { type CountLimitHit, createLimitMetrics } from "./limit-metrics.ts";
import { createMailQuota, type MailQuota } from "./mail-quota.ts";

/** What limits are made of. */
export interface Throttle extends Feature {
  counters: Counters;
  countHit: CountLimitHit;
  quota: MailQuota;
}

interface ThrottleDeps {
  connection: Connection;
  keys: Keyring;
  metrics: Metrics;
  /** Counts are shared with the other processes through it, where there are any. */
  redis: RedisLink | undefined;
}

export function createThrottle({ connection, keys, metrics, redis }: ThrottleDeps): Throttle {
  const countHit = createLimitMetrics(metrics);
  const quota = createMailQuota(connection, keys, countHit);
  return {
    counters: createCounters(redis),
    countHit,
    quota,
    createIndexes: quota.createIndexes,
    sweep: quota.sweep,
  };
}
