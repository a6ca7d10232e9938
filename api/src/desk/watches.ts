import type { Connection } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import type { CallDoc } from "../calls/call-model.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Peer } from "../realtime/requests.ts";
import { rooms } from "../realtime/rooms.ts";
import { startTicker, type Ticker } from "../scheduling/ticker.ts";
import { nameOf } from "./name-of.ts";

interface WatchDoc {
  /** Call and account: somebody with two pages is one. */
  _id: string;
  callId: string;
  agentId: string;
  organizationId: string;
  name: string;
  /** By the database's clock; a process that is gone renews it no more. */
  until: Date;
}

interface WatchesDeps {
  connection: Connection;
  audit: Pick<Audit, "append">;
  realtime: Pick<Realtime, "emit" | "onLeave">;
  log: Logger;
}

const renewMs = 1000;
/** A page that is reloaded is back before this. */
const leaseMs = 4000;
/** Whoever reads a call once is seen so long. */
const readingMs = 10_000;
const lapsed = { $expr: { $lt: ["$until", "$$NOW"] } };

/** The colleagues that look over an agent's shoulder, at all processes. The agent sees their names; the audit log has them. */
export function createWatches({ connection, audit, realtime, log }: WatchesDeps) {
  const stored = connection.collection<WatchDoc>("call_watches");
  /** The pages of this process, by watch. */
  const local = new Map<string, { sessionId: string; watch: Omit<WatchDoc, "until">; peers: Set<string> }>();
  /** Those that have begun since the last turn: of lists that were read at once, the older one may arrive last. */
  const begun = new Map<string, Omit<WatchDoc, "until">>();
  let ticking: Ticker | undefined;

  function end(id: string, peerId: string): void {
    const peers = local.get(id)?.peers;
    peers?.delete(peerId);
    if (peers?.size === 0) local.delete(id);
  }

  async function namesOf(callId: string): Promise<string[]> {
    const watches = await stored
      .find({ callId, $nor: [lapsed] })
      .sort({ _id: 1 })
      .toArray();
    return watches.map(({ name }) => name);
  }

  async function announce({ callId, agentId }: Pick<WatchDoc, "callId" | "agentId">): Promise<void> {
    realtime.emit(rooms.user(agentId), "call_watchers", { callId, names: await namesOf(callId) });
  }

  const store = ({ _id, ...watch }: Omit<WatchDoc, "until">, ms = leaseMs) => {
    const until = { $max: ["$until", { $add: ["$$NOW", ms] }] };
    return stored.updateOne({ _id }, [{ $set: { ...watch, until } }], { upsert: true });
  };

  async function renew(): Promise<void> {
    // Each is stored anew where another process took it for lapsed: nobody looks on unseen.
    await Promise.all(
      [...local.values()].map(async ({ watch }) => {
        if ((await store(watch)).upsertedCount === 1) await announce(watch);
      }),
    );
    const again = [...begun.values()];
    begun.clear();
    await Promise.all(again.map(announce));
    for (const watch of await stored.find(lapsed).toArray()) {
      // Before: a process that dies after it leaves no name behind.
      await announce(watch);
      await stored.deleteOne({ _id: watch._id, until: watch.until });
    }
  }

  realtime.onLeave((peer, sessionId) => {
    for (const [id, one] of local) if (one.sessionId === sessionId) end(id, peer.id);
  });

  return {
    namesOf,

    /** A page looks on from now until it leaves or its connection ends; without `peer` somebody reads the call once. */
    async begin(call: CallDoc, caller: Caller, peer?: Peer): Promise<void> {
      const { _id: callId, agentId, organizationId, sessionId } = call;
      // Only of an organization can somebody else see a call.
      if (organizationId === null) return;
      // The role may be gone since the page connected: then its connection ends before it has a line.
      await peer?.recheck();
      const { userId } = caller;
      const id = `${callId} ${userId}`;
      const isNew = (await stored.findOne({ _id: id, $nor: [lapsed] })) === null;
      if (isNew) await audit.append([auditEvent("call.watched", callId, new Date(), { actorId: userId })]);
      const watch = { _id: id, callId, agentId, organizationId, name: nameOf(caller) };
      await store(watch, peer ? leaseMs : readingMs);
      begun.set(id, watch);
      // Also again: the process of the page's last connection may have died before it said so.
      await announce(watch);
      if (peer === undefined) return;
      const one = local.get(id) ?? { sessionId, watch, peers: new Set<string>() };
      local.set(id, one);
      one.peers.add(peer.id);
      peer.onEnd(`watch of ${callId}`, () => end(id, peer.id));
    },

    /** The names of those that look on, by call. */
    async of(organizationId: string): Promise<Map<string, string[]>> {
      const names = new Map<string, string[]>();
      for (const { callId, name } of await stored
        .find({ organizationId, $nor: [lapsed] })
        .sort({ _id: 1 })
        .toArray()) {
        names.set(callId, [...(names.get(callId) ?? []), name]);
      }
      return names;
    },

    async createIndexes(): Promise<void> {
      // By `_id` too, in whose order the names are listed.
      await stored.createIndex({ callId: 1, _id: 1 });
      await stored.createIndex({ organizationId: 1, _id: 1 });
      await stored.createIndex({ until: 1 });
    },
    start(): void {
      ticking = startTicker(renewMs, renew, (err) => log.warn({ err }, "watches could not be renewed"));
    },
    async stop(): Promise<void> {
      await ticking?.stop();
    },
  };
}
