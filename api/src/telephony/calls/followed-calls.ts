import { randomUUID } from "node:crypto";
import { Sender } from "@souffleur/contracts";
import type { Auth } from "../../auth/auth.ts";
import type { CallsForTelephony, StoredCall } from "../../calls/calls-for-telephony.ts";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import type { Pair, PbxState } from "./pbx-state.ts";
import type { PbxStatus } from "./pbx-status.ts";
import { type Channels, followPhoneCall, type PhoneCall, type PhoneCallDeps } from "./phone-call.ts";
import type { PhoneCounters } from "./phone-counters.ts";

interface FollowedCallsDeps extends Pick<PhoneCallDeps, "taps" | "streams" | "realtime" | "log"> {
  pbxState: PbxState;
  calls: CallsForTelephony;
  counters: PhoneCounters;
  /** The name of this process at the PBX. */
  app: string;
  status: Pick<PbxStatus, "isUp">;
  auth: Pick<Auth, "findActive">;
  /** The only organization whose agents' calls are followed; undefined for all. */
  organizationId: string | undefined;
}

interface Followed {
  phone: PhoneCall;
  address: string;
}

/**
 * The telephone calls that this process follows. A call belongs to the agent's channel; it continues when the client's
 * channel changes, and when Asterisk replaces the agent's channel.
 */
export function createFollowedCalls(deps: FollowedCallsDeps) {
  const { pbxState, calls, log, counters, app, status, auth, organizationId } = deps;
  const followed = new Map<string, Followed>();
  const ending = new Map<string, Promise<void>>();
  const queue = createKeyedQueue();
  let pbx = "";
  let isReleased = false;

  const keyOf = (channelId: string) => `${pbx}/${channelId}`;
  const all = () => [...followed.values()];
  const withChannel = (leg: Sender, channelId: string) =>
    all().find(({ phone }) => phone.channelOf(leg) === channelId);
  const isOfAgent = (agentId: string) => all().some(({ phone }) => phone.call.agentId === agentId);

  /** Whether two channels are in one bridge now. */
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
      await calls.move(known.phone.call._id, "client", client.id);
      return;
    }
    const ofClient = withChannel("client", client.id);
    const isReplaced = ofClient && !together(ofClient.phone.channelOf("agent"), client.id);
    if (ofClient && isReplaced && ofClient.address === address) {
      await ofClient.phone.replace("agent", agent.id);
      await calls.move(ofClient.phone.call._id, "key", keyOf(agent.id));
      return;
    }
    // The client was transferred to another agent.
    if (ofClient && isReplaced) void end(ofClient, "Transferred");
    await open(pair);
  }

  async function open({ agent, client, address }: Pair): Promise<void> {
    const person = await auth.findActive(address);
    const isForeign = organizationId !== undefined && person?.organizationId !== organizationId;
    if (person === undefined || isForeign) {
      counters.calls.inc({ outcome: "unknown_agent" });
      log.info({ channel: agent.id }, "a telephone call of an unknown agent is ignored");
      return;
    }
    const key = keyOf(agent.id);
    const { name, number } = client.caller;
    const call = {
      organizationId: person.organizationId,
      agentId: person.id,
      agentName: person.name,
      customer: {
        name: (name || number || "Client").slice(0, 100),
        ...(number && { number: number.slice(0, 100) }),
      },
      phone: { key, app, client: client.id },
    };
    const opened =
      (await calls.open(call)) ??
      ((await calls.detachEnded(key, client.id)) ? await calls.open(call) : undefined);
    const mine = opened ?? (await takeOver(key, client.id));
    if (mine === undefined) return;
    counters.calls.inc({ outcome: opened ? "followed" : "resumed" });
    begin(mine, { agent: agent.id, client: client.id }, address);
  }

  /** Takes over a stored call of a process that has ended; undefined for a call that is followed elsewhere or over. */
  async function takeOver(key: string, client: string): Promise<StoredCall | undefined> {
    const stored = await calls.findByKey(key);
    if (stored === null || stored.status !== "active" || !isOrphan(stored)) return undefined;
    const taken = await calls.takeOver(stored, { app, client });
    if (taken === null) return undefined;
    log.info({ callId: taken._id, seq: taken.seq }, "took over a telephone call");
    // The process that has ended may have shown interim text, which only it would have completed or taken back.
    for (const sender of Sender.options) {
      const nothing = { messageId: randomUUID(), sender, text: "", confidence: 0 };
      calls.live.interim(taken, nothing, "bridge_transcription");
    }
    return taken;
  }

  /**
   * Whether no process follows a stored call. No other process can use this application's name at the PBX now; one of our
   * own calls is an orphan where ending it has failed.
   */
  function isOrphan(call: StoredCall): boolean {
    if (call.owner === calls.owner) return !followed.has(call._id) && !ending.has(call._id);
    return call.phone?.app === app || call.leaseUntil.getTime() < Date.now();
  }

  function begin(call: StoredCall, channels: Channels, address: string): void {
    const phone = followPhoneCall({ ...deps, onOver: () => void drop(call._id) }, call, channels);
    const followedCall = { phone, address };
    followed.set(call._id, followedCall);
    counters.active.set(followed.size);
    phone.reports.established();
    if (status.isUp()) phone.reports.asterisk("monitoring");
    // A channel may have been hung up while the call was being stored.
    const isGone = Object.values(channels).some((channelId) => !pbxState.has(channelId));
    if (isGone) void end(followedCall, undefined);
  }

  function leave({ phone }: Followed): void {
    followed.delete(phone.call._id);
    counters.active.set(followed.size);
    if (!isOfAgent(phone.call.agentId) && status.isUp()) phone.reports.asterisk("ready");
  }

  /** Stops following a call, once, however often it is called. */
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

  /** Stops following a call that was ended on the screen; the telephones are not affected. */
  async function drop(callId: string): Promise<void> {
    const followedCall = followed.get(callId);
    if (followedCall) await finish(followedCall, () => followedCall.phone.release());
  }

  return {
    isOrphan,
    isOfAgent,
    end,
    drop,

    /** @param id identifies this PBX among all */
    setPbx(id: string): void {
      pbx = id;
    },

    /** The agent's channel of a stored call; undefined for one of another PBX. */
    channelOf({ phone }: StoredCall): string | undefined {
      return phone?.key.startsWith(keyOf("")) ? phone.key.slice(keyOf("").length) : undefined;
    },

    all,

    /** Follows the call of two channels that were bridged. */
    join: (pair: Pair) => queue.acquire(pair.agent.id, () => join(pair)),

    findByChannel: (channelId: string) => withChannel("agent", channelId) ?? withChannel("client", channelId),

    /** Stops following all calls, so that a successor can take them over; the telephones are not affected. */
    async release(): Promise<void> {
      isReleased = true;
      const phones = all().map(({ phone }) => phone);
      followed.clear();
      await Promise.allSettled([...phones.map((phone) => phone.release()), ...ending.values()]);
      await calls.release();
    },
  };
}
export type FollowedCalls = ReturnType<typeof createFollowedCalls>;
