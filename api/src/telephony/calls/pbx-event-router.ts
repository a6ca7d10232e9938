import * as z from "zod";
import type { Logger } from "../../http/logger.ts";
import { pause } from "../../scheduling/backoff.ts";
import { type AriClient, AriError } from "../ari/ari-client.ts";
import { type AriEvent, type Bridge, type Channel, causeOf } from "../ari/ari-events.ts";
import type { Taps } from "../ari/taps.ts";
import type { BridgedPairs } from "./bridged-pairs.ts";
import type { FollowedCalls } from "./followed-calls.ts";
import { findPair, type PbxState } from "./pbx-state.ts";
import type { PhoneCounters } from "./phone-counters.ts";

interface PbxEventRouterDeps {
  ari: AriClient;
  taps: Taps;
  pbxState: PbxState;
  followedCalls: FollowedCalls;
  bridgedPairs: BridgedPairs;
  counters: PhoneCounters;
  log: Logger;
  stopping: AbortSignal;
}

const againMs = 1000;
/** The channel variable in which a dialplan names the agent of a call. */
const variable = "SOUFFLEUR_AGENT";
const Variable = z.object({ value: z.string() });

/** Starts, changes and ends followed calls by the PBX's events of channels and bridges. */
export function createPbxEventRouter(deps: PbxEventRouterDeps) {
  const { ari, taps, pbxState, followedCalls, bridgedPairs, counters, log, stopping } = deps;
  /** Events that arrived while the PBX's state was being read. */
  let unread: AriEvent[] | undefined;
  /** Bridges without an agent's address, so that each is counted once. */
  const ignored = new Set<string>();

  function act(event: AriEvent): void {
    pbxState.apply(event);
    const { type, channel, bridge } = event;
    if (type === "BridgeDestroyed" && bridge) ignored.delete(bridge.id);
    if (type === "ChannelEnteredBridge" && bridge) void settle(bridge.id);
    if (channel === undefined) return;
    const followedCall = followedCalls.findByChannel(channel.id);
    const leg = followedCall?.phone.legOf(channel.id);
    if (followedCall === undefined || leg === undefined) return;
    if (type === "ChannelHold") followedCall.phone.hold(leg, true);
    else if (type === "ChannelUnhold") followedCall.phone.hold(leg, false);
    else if (type === "ChannelHangupRequest") followedCall.phone.hangUp(leg, causeOf(event));
    else if (type === "ChannelDestroyed") void gone(channel.id, causeOf(event));
  }

  /** Follows the call in a bridge where one of its channels has an agent's address. */
  async function settle(bridgeId: string): Promise<void> {
    try {
      if (pbxState.inside(bridgeId).length < 2) return;
      const addresses = await addressesOf(pbxState.inside(bridgeId));
      const pair = findPair(pbxState.inside(bridgeId), addresses);
      if (pair) await bridgedPairs.follow(pair);
      else if (addresses.size === 0 && !ignored.has(bridgeId) && pbxState.inside(bridgeId).length > 1) {
        ignored.add(bridgeId);
        counters.calls.inc({ outcome: "no_agent" });
      }
    } catch (err) {
      if (stopping.aborted) return;
      log.warn({ err }, "a telephone call could not be looked at; trying again");
      await pause(againMs, stopping);
      if (!stopping.aborted) void settle(bridgeId);
    }
  }

  async function addressesOf(channels: readonly Channel[]): Promise<Map<string, string>> {
    const found = await Promise.all(channels.map(async ({ id }) => [id, await addressOf(id)] as const));
    return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** ARI answers 404 for a variable that is not set, and for a channel that has ended. */
  async function addressOf(channelId: string): Promise<string | undefined> {
    try {
      const path = `/channels/${encodeURIComponent(channelId)}/variable`;
      const { value } = await ari.get(Variable, path, { variable });
      return value.trim() || undefined;
    } catch (thrown) {
      if (thrown instanceof AriError && thrown.status === 404) return undefined;
      throw thrown;
    }
  }

  /** Ends the call of a channel that has ended, unless another channel has replaced it. */
  async function gone(channelId: string, cause: string | undefined): Promise<void> {
    const before = followedCalls.findByChannel(channelId);
    const leg = before?.phone.legOf(channelId);
    if (before === undefined || leg === undefined) return;
    const rest = pbxState.bridgeOf(before.phone.channelOf(leg === "agent" ? "client" : "agent"));
    if (rest !== undefined) await settle(rest);
    if (before.phone.legOf(channelId) !== undefined) await followedCalls.end(before, cause);
  }

  return {
    handle(event: AriEvent): void {
      if (event.channel && taps.isOwn(event.channel.id)) taps.handle(event);
      else if (unread) unread.push(event);
      else act(event);
    },

    /** Queues events from now on; `load` handles them in the right order. */
    pause(): void {
      unread ??= [];
    },

    /** Starts again from the PBX's state and the queued events. */
    async load(channels: readonly Channel[], bridges: readonly Bridge[]): Promise<void> {
      pbxState.load(channels, bridges);
      // Their destruction may be among the events that were lost.
      const known = new Set(pbxState.bridges());
      for (const id of ignored) if (!known.has(id)) ignored.delete(id);
      const missed = unread ?? [];
      unread = undefined;
      for (const event of missed) act(event);
      await Promise.all(pbxState.bridges().map(settle));
      for (const { phone } of followedCalls.all()) {
        for (const leg of ["agent", "client"] as const) {
          const channelId = phone.channelOf(leg);
          if (!pbxState.has(channelId)) await gone(channelId, undefined);
        }
      }
    },

    /** Follows the call of a channel, if it is in a bridge. */
    async lookAt(channelId: string): Promise<void> {
      const bridgeId = pbxState.bridgeOf(channelId);
      if (bridgeId !== undefined) await settle(bridgeId);
    },
  };
}
export type PbxEventRouter = ReturnType<typeof createPbxEventRouter>;
