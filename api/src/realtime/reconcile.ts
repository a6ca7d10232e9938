import { clock } from "../clock.ts";
import type { Authenticate } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import type { FanOut } from "./fan-out.ts";
import type { LiveServer, LiveSocket } from "./live-server.ts";
import type { Peers } from "./peers.ts";
import { recheck } from "./recheck.ts";
import { rooms } from "./rooms.ts";

interface ReconcileDeps {
  log: Logger;
  pollers: Pick<Pollers, "add">;
  /** The connection to the other processes, where there are any. */
  redis: Pick<RedisLink, "away" | "onBack"> | undefined;
  authenticate: Authenticate;
  io: LiveServer;
  fanOut: Pick<FanOut, "emitStates">;
  peers: Pick<Peers, "welcome">;
}

const tickMs = 1000;
const statesEveryMs = 5000;
const checkEveryMs = 60_000;
/** For sockets that may view all calls, which the loss of the role must end. */
const checkReadersEveryMs = 2000;
/** While Redis is unavailable: sign-outs at other processes are found in the database. */
const checkEveryAloneMs = 4000;
const socketsAtOnce = 20;

/** Checks periodically for revoked sessions, and emits what other processes could not report. */
export function startReconcile(deps: ReconcileDeps) {
  const { log, redis, authenticate, io, fanOut, peers } = deps;
  let statesAt = 0;
  let welcomedAt = 0;
  let justBack = false;

  async function checkSessions(everyMs: (socket: LiveSocket) => number): Promise<void> {
    const isDue = (socket: LiveSocket) => clock.ms() - socket.data.checkedAt >= everyMs(socket);
    const due = [...io.sockets.sockets.values()].filter(isDue);
    await inSlices(due, (socket) => recheck(socket, authenticate));
  }

  async function tick(): Promise<void> {
    const alone = redis?.away() === true;
    const back = justBack;
    justBack = false;
    if (redis && (alone || back || clock.ms() - statesAt >= statesEveryMs)) {
      statesAt = clock.ms();
      await fanOut.emitStates();
    }
    if (back || (alone && clock.ms() - welcomedAt >= statesEveryMs)) {
      welcomedAt = clock.ms();
      await inSlices([...io.sockets.sockets.values()], peers.welcome);
    }
    await checkSessions((socket) => {
      if (back) return 0;
      if (readsAllCalls(socket)) return checkReadersEveryMs;
      return alone ? checkEveryAloneMs : checkEveryMs;
    });
  }

  redis?.onBack(() => {
    justBack = true;
  });
  const poller = deps.pollers.add({
    name: "sockets",
    everyMs: tickMs,
    task: tick,
    failed: (err) => log.debug({ err }, "looking for what was missed paused"),
  });
  poller.start();
  return poller;
}

async function inSlices(
  all: readonly LiveSocket[],
  task: (socket: LiveSocket) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += socketsAtOnce)
    await Promise.all(all.slice(from, from + socketsAtOnce).map(task));
}

function readsAllCalls({ data: { caller }, rooms: joined }: LiveSocket): boolean {
  return caller.organizationId !== null && joined.has(rooms.callReaders(caller.organizationId));
}
