import { createHash } from "node:crypto";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { RedisLink } from "../redis/redis-link.ts";

export type Counters = ReturnType<typeof createCounters>;
export type Counter = ReturnType<typeof counterOn>;

/** Counts in Redis where it is configured, so that processes share them; while it is not reachable, in this process. */
export function createCounters(redis: Pick<RedisLink, "commands"> | undefined) {
  return {
    counter(name: string, windowSeconds: number): Counter {
      const own = new RateLimiterMemory({ keyPrefix: name, points: 1, duration: windowSeconds });
      if (redis === undefined) return counterOn(own, windowSeconds);
      const shared = new RateLimiterRedis({
        storeClient: redis.commands,
        keyPrefix: `souffleur:${name}`,
        points: 1,
        duration: windowSeconds,
        insuranceLimiter: own,
      });
      return counterOn(shared, windowSeconds);
    },
  };
}

/**
 * Counts per key, in windows that start with a key's first count. The library takes no clock: in this process a window is by
 * the machine's time, in Redis by that of Redis.
 */
function counterOn(limiter: RateLimiterAbstract, windowSeconds: number) {
  return {
    /** Returns the count in the current window, this one included, and the time until the window ends. */
    async add(key: string): Promise<{ count: number; msLeft: number }> {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(hashed(key));
      return { count: consumedPoints, msLeft: msBeforeNext };
    },
    async takeBack(key: string): Promise<void> {
      await limiter.reward(hashed(key));
    },
    async clear(key: string): Promise<void> {
      await limiter.delete(hashed(key));
    },
    /** Starts a new window with this count. */
    async hold(key: string, count: number): Promise<void> {
      await limiter.set(hashed(key), count, windowSeconds);
    },
  };
}

/** Keys hold e-mail addresses, which Redis must not store; the hash also gives them a fixed length. */
function hashed(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
