import { timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Request, Router } from "express";
import type { Connection } from "mongoose";
import type { Config } from "../config.ts";
import { isDiskFull } from "../disk-full.ts";
import { appError } from "./errors.ts";
import { bearerToken } from "./guard.ts";
import type { Metrics } from "./metrics.ts";

/** The Redis link of several processes. */
interface SharedStore {
  away(): boolean;
  commands: { ping(): Promise<unknown> };
}

interface ProbeDeps {
  config: Config;
  connection: Connection;
  redis: SharedStore | undefined;
  mail: { isRefused(): boolean };
  metrics: Metrics;
  /** Aborted once a stop has been requested: the load balancer must send no more requests. */
  draining: AbortSignal;
}

const pingMs = 2000;

export function probes({ config, connection, redis, mail, metrics, draining }: ProbeDeps): Router {
  const router = Router();
  router.get("/health/live", (_req, res) => {
    res.set("Cache-Control", "no-store").json({ status: "live" });
  });
  router.get("/health/ready", async (_req, res) => {
    const down: string[] = [];
    if (draining.aborted) down.push("draining");
    const [database, shared] = await Promise.all([databaseAnswers(connection), redisAnswers(redis)]);
    if (!database) down.push(isDiskFull() ? "disk" : "database");
    res.set("Cache-Control", "no-store");
    if (down.length > 0) res.status(503).json({ status: "unavailable", down });
    // Without Redis or mail each process still serves, so a load balancer must not remove it.
    else {
      const degraded = [...(shared ? [] : ["redis"]), ...(mail.isRefused() ? ["mail"] : [])];
      res.json(degraded.length === 0 ? { status: "ready" } : { status: "degraded", degraded });
    }
  });
  router.get("/metrics", async (req, res) => {
    if (!mayReadMetrics(req, config.METRICS_TOKEN)) throw appError("FORBIDDEN");
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

function databaseAnswers({ db }: Connection): Promise<boolean> {
  return db === undefined ? Promise.resolve(false) : answersInTime(db.command({ ping: 1 }));
}

async function redisAnswers(redis: SharedStore | undefined): Promise<boolean> {
  if (redis === undefined) return true;
  return !redis.away() && answersInTime(redis.commands.ping());
}

/** The driver would wait for a server, a connection and an answer in turn, longer than a balancer does. */
function answersInTime(answer: Promise<unknown>): Promise<boolean> {
  const answers = answer.then(
    () => true,
    () => false,
  );
  return Promise.race([answers, delay(pingMs, false, { ref: false })]);
}

/** Without a token only local connections may read them, and none through a proxy. */
function mayReadMetrics(req: Request, expected: string | undefined): boolean {
  const token = bearerToken(req);
  if (expected !== undefined && token !== undefined) {
    const [left, right] = [Buffer.from(token), Buffer.from(expected)];
    return left.length === right.length && timingSafeEqual(left, right);
  }
  const proxied = req.get("x-forwarded-for") !== undefined || req.get("forwarded") !== undefined;
  return !proxied && /^(127\.|::1$|::ffff:127\.)/.test(req.socket.remoteAddress ?? "");
}
