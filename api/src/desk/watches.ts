import type { ServerEvent } from "@souffleur/contracts/realtime";
import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import type { CallDoc } from "../calls/calls.ts";
import { clock } from "../clock.ts";
import { type Caller, nameOf } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Peer } from "../realtime/requests.ts";
import { rooms } from "../realtime/rooms.ts";
import type { Pollers } from "../scheduling/pollers.ts";

interface WatchDoc {
  /** Call and account (`watchId`): an account with two pages has one watch. */
  _id: string;
  callId: string;
  agentId: string;
  organizationId: string;
  name: string;
  /** By the database's clock. Its process renews it, and no process does so after that one's death. */
  until: Date;
}

/** The colleagues who watch a call; names and accounts have the same order. */
export type Watchers = Required<Omit<ServerEvent<"call_watchers">, "callId">>;

const toWatchers = (watches: readonly WatchDoc[]): Watchers => ({
  names: watches.map(({ name }) => name),
  userIds: watches.map(({ _id, callId }) => _id.slice(watchId(callId, "").length)),
});

const watchId = (callId: string, userId: string) => `${callId} ${userId}`;

interface WatchesDeps {
  connection: Connection;
  audit: Pick<Audit, "append">;
  realtime: Pick<Realtime, "emit" | "onLeave">;
  log: Logger;
  pollers: Pick<Pollers, "add">;
}

const renewMs = 1000;
/** A reloaded page reconnects within this time. */
const leaseMs = 4000;
/** How long a reader without a connection is shown. */
const readingMs = 10_000;
const renewed = (ms: number) => ({ $max: ["$until", { $add: ["$$NOW", ms] }] });
const expired = { $expr: { $lt: ["$until", "$$NOW"] } };

/** The colleagues who watch calls, at all processes. The agent sees their names, and the audit log records them. */
export function createWatches({ connection, audit, realtime, log, pollers }: WatchesDeps) {
  const stored = connection.collection<WatchDoc>("call_watches");
  /** The pages of this process, by watch. */
  const local = new Map<string, { sessionId: string; watch: Omit<WatchDoc, "until">; peers: Set<string> }>();
  /** Watches since the last tick, announced again: of lists that were read at once, the older one may arrive last. */
  const begun = new Map<string, Omit<WatchDoc, "until">>();

  function end(id: string, peerId: string): void {
    const peers = local.get(id)?.peers;
    peers?.delete(peerId);
    if (peers?.size === 0) local.delete(id);
  }

  const find = (filter: Partial<WatchDoc>) =>
    stored
      .find({ ...filter, $nor: [expired] })
      .sort({ _id: 1 })
      .toArray();
  const eventOf = async (callId: string) => ({ callId, ...toWatchers(await find({ callId })) });

  async function announce({ callId, agentId }: Pick<WatchDoc, "callId" | "agentId">): Promise<void> {
    realtime.emit(rooms.user(agentId), "call_watchers", await eventOf(callId));
  }

  const store = ({ _id, ...watch }: Omit<WatchDoc, "until">, ms = leaseMs) =>
    stored.updateOne({ _id }, [{ $set: { ...watch, until: renewed(ms) } }], { upsert: true });

  async function storeAgain(watch: Omit<WatchDoc, "until">): Promise<void> {
    if ((await store(watch)).upsertedCount === 1) await announce(watch);
  }

  /** @returns whether anybody watches */
  async function renew(): Promise<boolean> {
    const watched = [...local.values()].map(({ watch }) => watch);
    if (watched.length > 0) {
      // One write for all of them.
      const _id = { $in: watched.map((watch) => watch._id) };
      const { matchedCount } = await stored.updateMany({ _id }, [{ $set: { until: renewed(leaseMs) } }]);
      // Each is stored again where another process has removed it as expired, so that no watcher is hidden.
      if (matchedCount < watched.length) await Promise.all(watched.map(storeAgain));
    }
    const again = [...begun.values()];
    begun.clear();
    await Promise.all(again.map(announce));
    const ended = await stored.find(expired).toArray();
    for (const watch of ended) {
      // Before it is deleted: where this process dies in between, another one announces it again.
      await announce(watch);
      await stored.deleteOne({ _id: watch._id, until: watch.until });
    }
    const isSeen = watched.length + again.length + ended.length > 0;
    // Those of other processes end here, if they die.
    return isSeen || (await stored.findOne({}, { projection: { _id: 1 } })) !== null;
  }

  realtime.onLeave((peer, sessionId) => {
    for (const [id, one] of local) if (one.sessionId === sessionId) end(id, peer.id);
  });

  return {
    /** The event with a call's watchers. */
    eventOf,

    /** A page watches from now until it leaves or its connection ends; without `peer` the caller reads the call once. */
    async begin(call: CallDoc, caller: Caller, peer?: Peer): Promise<void> {
      const { _id: callId, agentId, organizationId, sessionId } = call;
      // Others can see only calls of an organization.
      if (organizationId === null) return;
      // The account may have lost its role since the page connected; then the connection ends before a line is sent.
      await peer?.recheck();
      const { userId } = caller;
      const id = watchId(callId, userId);
      const isNew = (await stored.findOne({ _id: id, $nor: [expired] })) === null;
      if (isNew) await audit.append([auditEvent("call.watched", callId, clock.now(), { actorId: userId })]);
      const watch = { _id: id, callId, agentId, organizationId, name: nameOf(caller) };
      await store(watch, peer ? leaseMs : readingMs);
      begun.set(id, watch);
      // Also where it is not new: the process of the page's last connection may have died before it announced the watch.
      await announce(watch);
      if (peer === undefined) return;
      const one = local.get(id) ?? { sessionId, watch, peers: new Set<string>() };
      local.set(id, one);
      one.peers.add(peer.id);
      peer.onEnd(`watch of ${callId}`, () => end(id, peer.id));
    },

    /** The watchers, by call. */
    async of(organizationId: string): Promise<Map<string, Watchers>> {
      const byCall = new Map<string, WatchDoc[]>();
      for (const watch of await find({ organizationId }))
        byCall.set(watch.callId, [...(byCall.get(watch.callId) ?? []), watch]);
      return new Map([...byCall].map(([callId, watches]) => [callId, toWatchers(watches)]));
    },

    async createIndexes(): Promise<void> {
      // The names are listed in the order of `_id`.
      await stored.createIndex({ callId: 1, _id: 1 });
      await stored.createIndex({ organizationId: 1, _id: 1 });
      await stored.createIndex({ until: 1 });
    },
    ...pollers.add({
      name: "watches",
      everyMs: renewMs,
      backsOff: true,
      task: renew,
      failed: (err) => log.warn({ err }, "watches could not be renewed"),
    }),
  };
}
export type Watches = ReturnType<typeof createWatches>;
