import type { AriEvent, Bridge, Channel } from "../ari/ari-events.ts";

/** The channels in each bridge of the PBX, as its events report them. */
export function createPbxState(isIgnored: (id: string) => boolean) {
  const channels = new Map<string, Channel>();
  const members = new Map<string, Set<string>>();

  function place(channel: Channel, bridgeId: string): void {
    leave(channel.id);
    channels.set(channel.id, channel);
    const there = members.get(bridgeId) ?? new Set();
    members.set(bridgeId, there.add(channel.id));
  }

  /** @param left the bridge that the channel leaves; all by default */
  function leave(channelId: string, left?: string): void {
    for (const [bridgeId, there] of members) {
      if (left !== undefined && left !== bridgeId) continue;
      if (there.delete(channelId) && there.size === 0) members.delete(bridgeId);
    }
  }

  return {
    apply({ type, channel, bridge }: AriEvent): void {
      if (channel !== undefined && isIgnored(channel.id)) return;
      if (type === "ChannelEnteredBridge" && channel && bridge) place(channel, bridge.id);
      else if (type === "ChannelLeftBridge" && channel) leave(channel.id, bridge?.id);
      else if (type === "ChannelDestroyed" && channel) {
        leave(channel.id);
        channels.delete(channel.id);
      } else if (type === "BridgeDestroyed" && bridge) members.delete(bridge.id);
    },

    /** Replaces the state with the PBX's own lists. */
    load(known: readonly Channel[], bridges: readonly Bridge[]): void {
      channels.clear();
      members.clear();
      for (const channel of known) {
        if (!isIgnored(channel.id)) channels.set(channel.id, channel);
      }
      for (const { id, channels: inside } of bridges) {
        for (const channelId of inside) {
          const channel = channels.get(channelId);
          if (channel && !isIgnored(id)) place(channel, id);
        }
      }
    },

    has: (channelId: string) => channels.has(channelId),
    bridges: () => [...members.keys()],
    bridgeOf: (channelId: string) => [...members].find(([, there]) => there.has(channelId))?.[0],

    /** The channels in a bridge, the oldest first. */
    inside: (bridgeId: string): Channel[] =>
      [...(members.get(bridgeId) ?? [])]
        .map((id) => channels.get(id))
        .filter((channel) => channel !== undefined)
        .sort(byAge),
  };
}
export type PbxState = ReturnType<typeof createPbxState>;

/** Channels of the same millisecond are ordered by the counter in their ids: `<epoch>.<counter>`. */
function byAge(a: Channel, b: Channel): number {
  const older = Date.parse(a.creationtime) - Date.parse(b.creationtime);
  return older !== 0 ? older : counterOf(a) - counterOf(b);
}

function counterOf({ id }: Channel): number {
  return Number(/\.(\d+)$/.exec(id)?.[1] ?? 0);
}

/** The two channels of a followed call. */
export interface Pair {
  agent: Channel;
  client: Channel;
  /** The agent's e-mail address. */
  address: string;
}

/**
 * Finds the agent's and the client's channel. Both may have the agent's address, since a dialplan passes it on to the
 * channel that it dials: then the younger one, which was dialled, is the agent's. Undefined where no channel has an
 * address, or there is no other channel.
 * @param inside the channels in a bridge, the oldest first
 * @param addresses agents' e-mail addresses by channel
 */
export function findPair(
  inside: readonly Channel[],
  addresses: ReadonlyMap<string, string>,
): Pair | undefined {
  const agent = inside.findLast(({ id }) => addresses.has(id));
  const client = inside.find((channel) => channel !== agent);
  const address = agent && addresses.get(agent.id);
  return agent && client && address ? { agent, client, address } : undefined;
}
