import { createHash } from "node:crypto";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { RedisLink } from "../redis/redis-link.ts";

export interface Count {
  /** How many in the running window, this one included. */
  count: number;
  /** Until the window ends. */
  msLeft: number;
}

/** Counts per key in windows that start with a key's first count. */
export interface Counter {
  add(key: string): Promise<Count>;
  takeBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  /** Starts the window over at `count`, as if it had just been reached. */
  hold(key: string, count: number): Promise<void>;
}

/** Where counts live: in this process, or where several nodes share them. */
export interface Counters {
  counter(name: string, windowSeconds: number): Counter;
}

/** Counts in Redis where there is one, so that several nodes share them; else, and while it is away, in this process. */
export function createCounters(redis: Pick<RedisLink, "commands"> | undefined): Counters {
  return {
    counter(name, windowSeconds) {
      const own = memory(name, windowSeconds);
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

function memory(name: string, windowSeconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points: 1, duration: windowSeconds });
}

function counterOn(limiter: RateLimiterAbstract, windowSeconds: number): Counter {
  return {
    async add(key) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(hashed(key));
      return { count: consumedPoints, msLeft: msBeforeNext };
    },
    async takeBack(key) {
      await limiter.reward(hashed(key));
    },
    async clear(key) {
      await limiter.delete(hashed(key));
    },
    async hold(key, count) {
      await limiter.set(hashed(key), count, windowSeconds);
    },
  };
}

/** Keys hold personal addresses, which Redis must not store; the hash also gives them a fixed length. */
function hashed(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
