import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Logger } from "../logger.ts";
import { type AriClient, AriError } from "./ari-client.ts";
import { type AriEvent, type Bridge, type Channel, causeOf } from "./ari-events.ts";
import type { Conversations } from "./conversations.ts";
import type { PhoneCounters } from "./counters.ts";
import { findPair, type Picture } from "./picture.ts";
import type { Taps } from "./taps.ts";

interface FollowerDeps {
  ari: AriClient;
  taps: Taps;
  picture: Picture;
  conversations: Conversations;
  counters: PhoneCounters;
  log: Logger;
  stopping: AbortSignal;
}

const againMs = 1000;
/** The channel variable with which a dialplan says whose call it is. */
const variable = "SOUFFLEUR_AGENT";
const Variable = z.object({ value: z.string() });

/** Turns what the PBX tells of channels and bridges into calls that are followed, changed and ended. */
export function createFollower(deps: FollowerDeps) {
  const { ari, taps, picture, conversations, counters, log, stopping } = deps;
  /** Events that came while the PBX was being asked how it stands. */
  let unread: AriEvent[] | undefined;
  /** Bridges in which nobody bears an agent's address, so that each counts once. */
  const ignored = new Set<string>();

  function act(event: AriEvent): void {
    picture.apply(event);
    const { type, channel, bridge } = event;
    if (type === "BridgeDestroyed" && bridge) ignored.delete(bridge.id);
    if (type === "ChannelEnteredBridge" && bridge) void settle(bridge.id);
    if (channel === undefined) return;
    const conversation = conversations.with(channel.id);
    const leg = conversation?.phone.legOf(channel.id);
    if (conversation === undefined || leg === undefined) return;
    if (type === "ChannelHold" || type === "ChannelUnhold")
      conversation.phone.hold(leg, type === "ChannelHold");
    else if (type === "ChannelHangupRequest") conversation.phone.hangUp(leg, causeOf(event));
    else if (type === "ChannelDestroyed") void gone(channel.id, causeOf(event));
  }

  /** Looks who stands in a bridge, and follows those who are to be followed. */
  async function settle(bridgeId: string): Promise<void> {
    try {
      if (picture.inside(bridgeId).length < 2) return;
      const addresses = await addressesOf(picture.inside(bridgeId));
      const pair = findPair(picture.inside(bridgeId), addresses);
      if (pair) await conversations.join(pair);
      else if (addresses.size === 0 && !ignored.has(bridgeId) && picture.inside(bridgeId).length > 1) {
        ignored.add(bridgeId);
        counters.calls.inc({ outcome: "no_agent" });
      }
    } catch (err) {
      if (stopping.aborted) return;
      log.warn({ err }, "a telephone call could not be looked at; trying again");
      await sleep(againMs, undefined, { signal: stopping }).catch(() => {});
      if (!stopping.aborted) void settle(bridgeId);
    }
  }

  async function addressesOf(channels: readonly Channel[]): Promise<Map<string, string>> {
    const found = await Promise.all(channels.map(async ({ id }) => [id, await addressOf(id)] as const));
    return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  /** ARI answers 404 for a variable that is not set, as for a channel that is gone. */
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

  /** A telephone is down. Somebody may have been put in its place; else the call is over. */
  async function gone(channelId: string, cause: string | undefined): Promise<void> {
    const before = conversations.with(channelId);
    const leg = before?.phone.legOf(channelId);
    if (before === undefined || leg === undefined) return;
    const rest = picture.bridgeOf(before.phone.channelOf(leg === "agent" ? "client" : "agent"));
    if (rest !== undefined) await settle(rest);
    if (before.phone.legOf(channelId) !== undefined) await conversations.end(before, cause);
  }

  return {
    hear(event: AriEvent): void {
      if (event.channel && taps.isOwn(event.channel.id)) taps.hear(event);
      else if (unread) unread.push(event);
      else act(event);
    },

    /** Keeps what is heard from now on for `load`, which is to know it in the right order. */
    pause(): void {
      unread ??= [];
    },

    /** Begins anew with what the PBX says it has, and with what was heard since it was asked. */
    async load(channels: readonly Channel[], bridges: readonly Bridge[]): Promise<void> {
      picture.load(channels, bridges);
      const missed = unread ?? [];
      unread = undefined;
      for (const event of missed) act(event);
      await Promise.all(picture.bridges().map(settle));
      for (const { phone } of conversations.all()) {
        for (const leg of ["agent", "client"] as const) {
          const channelId = phone.channelOf(leg);
          if (!picture.has(channelId)) await gone(channelId, undefined);
        }
      }
    },

    /** Looks at the bridge in which a channel stands, if it stands in one. */
    async lookAt(channelId: string): Promise<void> {
      const bridgeId = picture.bridgeOf(channelId);
      if (bridgeId !== undefined) await settle(bridgeId);
    },
  };
}
