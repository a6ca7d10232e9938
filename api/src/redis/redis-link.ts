import { createRequire } from "node:module";
import type { Redis } from "ioredis";
import type { Logger } from "../http/logger.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";

export type RedisLink = ReturnType<typeof connectRedis>;

const answerLimitMs = 500;
const connectLimitMs = 2000;
const retryPauseMaxMs = 2000;

/**
 * Connects the API processes to each other. It does not wait for the connection, and no request waits for Redis: a
 * process starts and serves without it.
 */
export function connectRedis(url: string, log: Logger, metrics: Pick<Metrics, "registry">) {
  const common = {
    connectTimeout: connectLimitMs,
    retryStrategy: (times: number) => Math.min(times * 200, retryPauseMaxMs),
  };
  // Loaded on demand: a product of one process starts without it.
  const { Redis } = createRequire(import.meta.url)("ioredis") as typeof import("ioredis");
  const commands = new Redis(url, {
    ...common,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerLimitMs,
  });
  const subscriptions = quiet(new Redis(url, { ...common, maxRetriesPerRequest: null }));
  const listeners: (() => void)[] = [];
  let logged: "away" | "back" | undefined;
  const both = [commands, subscriptions];
  const away = () => both.some(({ status }) => status !== "ready");

  for (const connection of both) {
    connection.on("error", (error: Error) => {
      if (logged !== "away")
        log.warn(
          { err: error },
          "Redis is away: this process counts and emits for itself; if it stays away, check REDIS_URL",
        );
      logged = "away";
    });
    connection.on("ready", () => {
      if (away()) return;
      if (logged === "away") log.info("Redis is back: limits and events are shared again");
      logged = "back";
      for (const listener of listeners) listener();
    });
  }
  createRegisteredMetrics(metrics).gauge(
    "souffleur_redis_up",
    "Whether this process reaches Redis (1) or works for itself (0)",
    () => (away() ? 0 : 1),
  );

  return {
    /** Its commands fail at once while Redis is not reachable. */
    commands,
    /** For subscriptions, which are renewed automatically when Redis is reachable again. */
    subscriptions,
    /** Whether Redis is not reachable. */
    away,
    /** Registers a function that runs whenever Redis is reachable again. */
    onBack(listener: () => void): void {
      listeners.push(listener);
    },
    close(): void {
      for (const connection of both) connection.disconnect();
    },
  };
}

/** Socket.IO's adapter does not handle the rejection of this promise by a stop while Redis is not reachable. */
function quiet(connection: Redis): Redis {
  const subscribe = connection.ssubscribe.bind(connection) as (channel: string) => Promise<unknown>;
  return Object.assign(connection, {
    ssubscribe: (channel: string) => subscribe(channel).catch(() => undefined),
  });
}
