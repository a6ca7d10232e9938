import { Redis } from "ioredis";
import { Gauge } from "prom-client";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";

/** What the API processes share beside the database. No request waits for it. */
export interface RedisLink {
  /** Fails at once while Redis is away. */
  readonly commands: Redis;
  /** For subscriptions, which are renewed automatically when Redis is back. */
  readonly subscriptions: Redis;
  /** Whether this process currently cannot reach the others. */
  away(): boolean;
  /** Runs each time that Redis is there again. */
  onBack(listener: () => void): void;
  close(): void;
}

const answerLimitMs = 500;
const connectLimitMs = 2000;
const retryPauseMaxMs = 2000;

/** Does not wait for the connection: a process starts, and serves, without Redis. */
export function connectRedis(url: string, log: Logger, { registry }: Pick<Metrics, "registry">): RedisLink {
  const common = {
    connectTimeout: connectLimitMs,
    retryStrategy: (times: number) => Math.min(times * 200, retryPauseMaxMs),
  };
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
        log.warn({ err: error }, "Redis is away: this process counts and emits for itself");
      logged = "away";
    });
    connection.on("ready", () => {
      if (away()) return;
      if (logged === "away") log.info("Redis is back: limits and events are shared again");
      logged = "back";
      for (const listener of listeners) listener();
    });
  }
  new Gauge({
    name: "souffleur_redis_up",
    help: "Whether this process reaches Redis (1) or works for itself (0)",
    registers: [registry],
    collect() {
      this.set(away() ? 0 : 1);
    },
  });

  return {
    commands,
    subscriptions,
    away,
    onBack(listener) {
      listeners.push(listener);
    },
    close() {
      for (const connection of both) connection.disconnect();
    },
  };
}

/** Socket.IO's adapter ignores this promise: a stop while Redis is away would be an unhandled rejection. */
function quiet(connection: Redis): Redis {
  const subscribe = connection.ssubscribe.bind(connection) as (channel: string) => Promise<unknown>;
  return Object.assign(connection, {
    ssubscribe: (channel: string) => subscribe(channel).catch(() => undefined),
  });
}
