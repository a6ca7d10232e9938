import { randomUUID } from "node:crypto";
import { Sender } from "@souffleur/contracts";
import type { Auth } from "../../auth/auth.ts";
import type { CallsForTelephony, StoredCall } from "../../calls/calls-for-telephony.ts";
import type { Logger } from "../../http/logger.ts";
import { callerOf } from "../../phone/caller.ts";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import type { FollowedCalls } from "./followed-calls.ts";
import type { Pair, PbxState } from "./pbx-state.ts";
import type { PhoneCounters } from "./phone-counters.ts";

interface BridgedPairsDeps {
  followedCalls: FollowedCalls;
  pbxState: PbxState;
  calls: CallsForTelephony;
  log: Logger;
  counters: PhoneCounters;
  /** The name of this process at the PBX. */
  app: string;
  auth: Pick<Auth, "findActive">;
  /** The only organization whose agents' calls are followed; undefined for all. */
  organizationId: string | undefined;
}

/**
 * Finds or opens the call of two channels that were bridged. A call belongs to the agent's channel; it continues when the
 * client's channel changes, and when Asterisk replaces the agent's channel.
 */
export function createBridgedPairs(deps: BridgedPairsDeps) {
  const { followedCalls, pbxState, calls, log, counters, app, auth, organizationId } = deps;
  const queue = createKeyedQueue();

  /** Whether two channels are in one bridge now. */
  function together(one: string, other: string): boolean {
    return pbxState.bridgeOf(one) !== undefined && pbxState.bridgeOf(one) === pbxState.bridgeOf(other);
  }

  async function join(pair: Pair): Promise<void> {
    const { agent, client, address } = pair;
    if (followedCalls.isReleased() || !together(agent.id, client.id)) return;
    const known = followedCalls.withChannel("agent", agent.id);
    if (known) {
      if (together(agent.id, known.phone.channelOf("client"))) return;
      await known.phone.replace("client", client.id);
      await calls.move(known.phone.call._id, "client", client.id);
      return;
    }
    const ofClient = followedCalls.withChannel("client", client.id);
    const isReplaced = ofClient && !together(ofClient.phone.channelOf("agent"), client.id);
    if (ofClient && isReplaced && ofClient.address === address) {
      await ofClient.phone.replace("agent", agent.id);
      await calls.move(ofClient.phone.call._id, "key", followedCalls.keyOf(agent.id));
      return;
    }
    // The client was transferred to another agent.
    if (ofClient && isReplaced) void followedCalls.end(ofClient, "Transferred");
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
    const key = followedCalls.keyOf(agent.id);
    const call = {
      organizationId: person.organizationId,
      agentId: person.id,
      agentName: person.name,
      customer: callerOf(client.caller),
      phone: { key, app, client: client.id },
    };
    const opened =
      (await calls.open(call)) ??
      ((await calls.detachEnded(key, client.id)) ? await calls.open(call) : undefined);
    const mine = opened ?? (await takeOver(key, client.id));
    if (mine === undefined) return;
    counters.calls.inc({ outcome: opened ? "followed" : "resumed" });
    followedCalls.begin(mine, { agent: agent.id, client: client.id }, address);
  }

  /** Takes over a stored call of a process that has ended; undefined for a call that is followed elsewhere or over. */
  async function takeOver(key: string, client: string): Promise<StoredCall | undefined> {
    const stored = await calls.findByKey(key);
    if (stored === null || stored.status !== "active" || !followedCalls.isOrphan(stored)) return undefined;
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

  return {
    /** Follows the call of a pair; pairs with the same channel of an agent wait for each other. */
    follow: (pair: Pair) => queue.acquire(pair.agent.id, () => join(pair)),
  };
}
export type BridgedPairs = ReturnType<typeof createBridgedPairs>;
