import { randomUUID } from "node:crypto";
import type { CallDoc } from "../../calls/call-model.ts";
import { leaseEnd } from "../../calls/leases.ts";
import type { LiveCalls } from "../../calls/live-calls.ts";
import type { PhoneRecords } from "../../calls/phone-records.ts";
import type { Logger } from "../../http/logger.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import { rooms } from "../../realtime/rooms.ts";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import type { PhoneCounters } from "../counters.ts";
import type { Pair, PbxState } from "./pbx-state.ts";
import { followPhoneCall, type PhoneCall, type PhoneCallDeps } from "./phone-call.ts";

/** A person whose calls may be followed. */
export interface PhoneAgent {
  id: string;
  name: string;
  organizationId: string | null;
}

interface FollowedCallsDeps extends Omit<PhoneCallDeps, "onPackets" | "onOver" | "onLost"> {
  pbxState: PbxState;
  records: PhoneRecords;
  live: LiveCalls;
  realtime: Pick<Realtime, "emit">;
  log: Logger;
  counters: PhoneCounters;
  /** The name of this process at the PBX, and its name among processes. */
  app: string;
  owner: string;
  /** Whether Asterisk's events are heard. */
  isUp(): boolean;
  /** Undefined where nobody who may be followed has this address. */
  findAgent(address: string): Promise<PhoneAgent | undefined>;
  onPackets(call: CallDoc, howMany: number): void;
}

interface Followed {
  phone: PhoneCall;
  address: string;
}

/**
 * The telephone calls that this process follows. A call is one of the agent's channel: it goes on when the other
 * side changes, and when Asterisk puts another channel in the agent's place.
 */
export function createFollowedCalls(deps: FollowedCallsDeps) {
  const { pbxState, records, live, realtime, log, counters, app, owner, isUp, findAgent } = deps;
  const followed = new Map<string, Followed>();
  const ending = new Map<string, Promise<void>>();
  const queue = createKeyedQueue();
  let pbx = "";
  let isReleased = false;

  const keyOf = (channelId: string) => `${pbx}/${channelId}`;
  const all = () => [...followed.values()];
  const withChannel = (leg: "agent" | "client", channelId: string) =>
    all().find(({ phone }) => phone.channelOf(leg) === channelId);
  const isOfAgent = (agentId: string) => all().some(({ phone }) => phone.call.agentId === agentId);

  /** Whether two channels stand in one bridge at this moment. */
  function together(one: string, other: string): boolean {
    return pbxState.bridgeOf(one) !== undefined && pbxState.bridgeOf(one) === pbxState.bridgeOf(other);
  }

  async function join(pair: Pair): Promise<void> {
    const { agent, client, address } = pair;
    if (isReleased || !together(agent.id, client.id)) return;
    const known = withChannel("agent", agent.id);
    if (known) {
      if (together(agent.id, known.phone.channelOf("client"))) return;
      await known.phone.replace("client", client.id);
      await records.move(known.phone.call._id, "client", client.id);
      return;
    }
    const ofClient = withChannel("client", client.id);
    const isReplaced = ofClient && !together(ofClient.phone.channelOf("agent"), client.id);
    if (ofClient && isReplaced && ofClient.address === address) {
      await ofClient.phone.replace("agent", agent.id);
      await records.move(ofClient.phone.call._id, "key", keyOf(agent.id));
      return;
    }
    // The client speaks with another agent from now on.
    if (ofClient && isReplaced) void end(ofClient, "Transferred");
    await open(pair);
  }

  async function open({ agent, client, address }: Pair): Promise<void> {
    const person = await findAgent(address);
    if (person === undefined) {
      counters.calls.inc({ outcome: "unknown_agent" });
      log.info({ channel: agent.id }, "a telephone call of nobody who is known here is ignored");
      return;
    }
    const key = keyOf(agent.id);
    const { name, number } = client.caller;
    const call: CallDoc = {
      _id: randomUUID(),
      sessionId: randomUUID(),
      organizationId: person.organizationId,
      agentId: person.id,
      agentName: person.name,
      clientName: (name || number || "Client").slice(0, 100),
      ...(number && { clientNumber: number.slice(0, 100) }),
      source: "telephony",
      phone: { key, app, client: client.id },
      status: "active",
      startedAt: new Date(),
      seq: 0,
      notes: "",
      suggested: [],
      owner,
      leaseUntil: leaseEnd(),
    };
    const open = () => records.unlessKnown(() => live.open(call).then(() => call));
    const opened = (await open()) ?? ((await records.passOn(key, client.id)) ? await open() : undefined);
    const mine = opened ?? (await takeOver(key, client.id));
    if (mine === undefined) return;
    counters.calls.inc({ outcome: opened ? "followed" : "resumed" });
    begin(mine, { agent: agent.id, client: client.id }, address);
  }

  /** A call that is stored already: of another process, which may be gone, or one that was ended on the screen. */
  async function takeOver(key: string, client: string): Promise<CallDoc | undefined> {
    const stored = await records.findByKey(key);
    if (stored === null || stored.status !== "active" || !isOrphan(stored)) return undefined;
    const taken = await records.takeOver(stored, owner, { app, client });
    if (taken !== null) log.info({ callId: taken._id, seq: taken.seq }, "found a telephone call again");
    return taken ?? undefined;
  }

  /** Nobody else can bear this application's name at the PBX while we do. Our own may be one whose end failed. */
  function isOrphan(call: CallDoc): boolean {
    if (call.owner === owner) return !followed.has(call._id) && !ending.has(call._id);
    return call.phone?.app === app || call.leaseUntil.getTime() < Date.now();
  }

  function begin(call: CallDoc, channels: { agent: string; client: string }, address: string): void {
    const phone = followPhoneCall(
      {
        ...deps,
        onOver: () => void drop(call._id),
        onLost: (seconds) => counters.lost.inc(seconds),
      },
      call,
      channels,
    );
    followed.set(call._id, { phone, address });
    counters.active.set(followed.size);
    const everyone = [rooms.session(call.sessionId), rooms.user(call.agentId)];
    const ids = { callId: call._id, sessionId: call.sessionId };
    realtime.emit(everyone, "sip_call_event", { type: "call_established", ...ids });
    if (isUp())
      realtime.emit(everyone, "service_status_change", { service: "asterisk", status: "monitoring" });
    // Hung up while it was being opened.
    const gone = Object.values(channels).some((channelId) => !pbxState.has(channelId));
    const followedCall = followed.get(call._id);
    if (gone && followedCall) void end(followedCall, undefined);
  }

  function leave({ phone }: Followed): void {
    const { call } = phone;
    followed.delete(call._id);
    counters.active.set(followed.size);
    if (isOfAgent(call.agentId) || !isUp()) return;
    realtime.emit([rooms.session(call.sessionId), rooms.user(call.agentId)], "service_status_change", {
      service: "asterisk",
      status: "ready",
    });
  }

  /** Ends a followed call once, however many ask for it. */
  function finish(followedCall: Followed, how: () => Promise<void>): Promise<void> {
    const { _id: callId } = followedCall.phone.call;
    const known = ending.get(callId);
    if (known) return known;
    leave(followedCall);
    const done = how()
      .catch((err: unknown) => log.error({ err, callId }, "a telephone call could not be ended"))
      .finally(() => ending.delete(callId));
    ending.set(callId, done);
    return done;
  }

  const end = (followedCall: Followed, cause: string | undefined) =>
    finish(followedCall, () => followedCall.phone.end(cause));

  /** Listens no more to a call that somebody has ended here; the telephones go on. */
  async function drop(callId: string): Promise<void> {
    const followedCall = followed.get(callId);
    if (followedCall) await finish(followedCall, () => followedCall.phone.release());
  }

  return {
    isOrphan,
    isOfAgent,
    end,
    drop,

    /** @param id tells this PBX from all others */
    at(id: string): void {
      pbx = id;
    },

    /** The agent's channel of a stored call; undefined for one of another PBX. */
    channelOf({ phone }: CallDoc): string | undefined {
      return phone?.key.startsWith(keyOf("")) ? phone.key.slice(keyOf("").length) : undefined;
    },

    all,

    /** Follows what two channels that were bridged have to say. */
    join: (pair: Pair) => queue.run(pair.agent.id, () => join(pair)),

    with: (channelId: string) => withChannel("agent", channelId) ?? withChannel("client", channelId),

    /** Lets go of every call, so that a successor finds it: the telephones notice nothing. */
    async release(): Promise<void> {
      isReleased = true;
      const phones = all().map(({ phone }) => phone);
      followed.clear();
      await Promise.allSettled([...phones.map((phone) => phone.release()), ...ending.values()]);
      await records.release(owner);
    },
  };
}
export type FollowedCalls = ReturnType<typeof createFollowedCalls>;
