import type { Authenticate } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { startTicker, type Ticker } from "../scheduling/ticker.ts";
import type { CatchUp } from "./catch-up.ts";
import type { LiveSocket } from "./live-server.ts";
import { recheck } from "./recheck.ts";

interface ReconcileDeps {
  log: Logger;
  redis: Pick<RedisLink, "away" | "onBack">;
  catchUp: CatchUp;
  authenticate: Authenticate;
  sockets(): Iterable<LiveSocket>;
  /** Redis is back: what sockets receive when they connect is emitted again. */
  onBack(): void;
}

const tickMs = 1000;
const lookEveryMs = 5000;
const checkEveryMs = 60_000;
/** While Redis is away no process learns of a sign-out at another one: the database is queried instead. */
const checkEveryAloneMs = 4000;
const checksAtOnce = 20;

/** Looks periodically for events and revoked sessions that other processes could not report. */
export function startReconcile({
  log,
  redis,
  catchUp,
  authenticate,
  sockets,
  onBack,
}: ReconcileDeps): Ticker {
  let lookedAt = 0;
  let justBack = false;

  async function checkSessions(everyMs: number): Promise<void> {
    const due = [...sockets()].filter(({ data }) => Date.now() - data.checkedAt >= everyMs);
    for (let from = 0; from < due.length; from += checksAtOnce) {
      await Promise.all(due.slice(from, from + checksAtOnce).map((socket) => recheck(socket, authenticate)));
    }
  }

  async function tick(): Promise<void> {
    const alone = redis.away();
    const back = justBack;
    justBack = false;
    if (alone || back || Date.now() - lookedAt >= lookEveryMs) {
      lookedAt = Date.now();
      await catchUp.look();
    }
    if (back) onBack();
    await checkSessions(back ? 0 : alone ? checkEveryAloneMs : checkEveryMs);
  }

  redis.onBack(() => {
    justBack = true;
  });
  return startTicker(tickMs, tick, (thrown) =>
    log.debug({ err: thrown }, "looking for what was missed paused"),
  );
}
