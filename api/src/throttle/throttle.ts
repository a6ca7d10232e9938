import type { Connection } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import type { Metrics } from "../http/metrics.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { createCounters } from "./counters.ts";
import { createLimitMetrics } from "./limit-metrics.ts";
import { createMailQuota } from "./mail-quota.ts";

interface ThrottleDeps {
  connection: Connection;
  keys: Keyring;
  metrics: Metrics;
  /** Shares counts with other processes. */
  redis: RedisLink | undefined;
}

export type Throttle = ReturnType<typeof createThrottle>;

/** Counters and quotas for the limits. */
export function createThrottle({ connection, keys, metrics, redis }: ThrottleDeps) {
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
