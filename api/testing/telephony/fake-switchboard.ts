import { dialAudioSocket, dialWebSocket, frameBytes, frameMs, type MediaSocket } from "./fake-media.ts";

/** The faults to simulate. */
export interface Behaviour {
  /** Sends a frame before MEDIA_START. */
  soundFirst?: boolean;
  /** The format in MEDIA_START. */
  format: string;
  /** Refuses these requests, for example `POST /channels/externalMedia`. */
  refuses: Set<string>;
}

interface FakeChannel {
  id: string;
  name: string;
  creationtime: string;
  caller: { name: string; number: string };
  variables: Record<string, string>;
  isStasis: boolean;
  snoopsOn?: string;
  media?: MediaSocket;
}

/** A PBX's channels and bridges, with their ARI events. */
export function createSwitchboard(publish: (event: object) => void) {
  const channels = new Map<string, FakeChannel>();
  const bridges = new Map<string, Set<string>>();

  function publishEvent(
    type: string,
    what: { channel?: string; bridge?: string } & Record<string, unknown> = {},
  ) {
    const { channel, bridge, ...rest } = what;
    publish({
      type,
      timestamp: new Date().toISOString(),
      ...rest,
      ...(channel !== undefined && { channel: shown(channel) }),
      ...(bridge !== undefined && { bridge: { id: bridge, channels: [...(bridges.get(bridge) ?? [])] } }),
    });
  }

  function shown(id: string) {
    const { name, creationtime, caller } = channels.get(id) ?? {
      name: id,
      creationtime: new Date(0).toISOString(),
      caller: { name: "", number: "" },
    };
    return { id, name, creationtime, caller, connected: { name: "", number: "" }, state: "Up" };
  }

  function add(id: string, name: string, more: Partial<FakeChannel> = {}): FakeChannel {
    const channel: FakeChannel = {
      id,
      name,
      creationtime: new Date().toISOString(),
      caller: { name: "", number: "" },
      variables: {},
      isStasis: false,
      ...more,
    };
    channels.set(id, channel);
    return channel;
  }

  function enter(channelId: string, bridgeId: string): void {
    const inside = bridges.get(bridgeId) ?? new Set();
    bridges.set(bridgeId, inside.add(channelId));
    publishEvent("ChannelEnteredBridge", { channel: channelId, bridge: bridgeId });
  }

  function leave(channelId: string): void {
    for (const [bridgeId, inside] of bridges) {
      if (!inside.delete(channelId)) continue;
      publishEvent("ChannelLeftBridge", { channel: channelId, bridge: bridgeId });
    }
  }

  /** Ends a channel, the snoops on it and its media connection. */
  function destroy(channelId: string, cause = 16): void {
    const channel = channels.get(channelId);
    if (channel === undefined) return;
    leave(channelId);
    publishEvent("ChannelDestroyed", { channel: channelId, cause, cause_txt: "Normal Clearing" });
    channels.delete(channelId);
    channel.media?.close();
    for (const { id } of snoopsOf(channelId)) destroy(id);
  }

  const snoopsOf = (channelId: string) =>
    [...channels.values()].filter(({ snoopsOn }) => snoopsOn === channelId);

  /** The media connections that receive a channel's sound: those in a bridge with a snoop on it. */
  function mediaSockets(channelId: string): MediaSocket[] {
    return snoopsOf(channelId).flatMap(({ id }) =>
      [...bridges.values()]
        .filter((inside) => inside.has(id))
        .flatMap((inside) => [...inside].map((other) => channels.get(other)?.media))
        .filter((socket) => socket !== undefined),
    );
  }

  return { channels, bridges, publishEvent, shown, add, enter, leave, destroy, snoopsOf, mediaSockets };
}
export type Switchboard = ReturnType<typeof createSwitchboard>;

/** The sound of the channels' telephones, on the media connections that the PBX opens. */
export function createSound(
  { channels, publishEvent, destroy, mediaSockets }: Switchboard,
  media: { uris: Record<string, string> },
  behaviour: Behaviour,
) {
  let framesSent = 0;
  return {
    framesSent: () => framesSent,
    async open(channelId: string, query: Record<string, string>): Promise<void> {
      try {
        const call = { channelId, query, onClose: () => destroy(channelId) };
        const uri = media.uris[query.external_host ?? ""] ?? "";
        const socket =
          query.encapsulation === "audiosocket"
            ? await dialAudioSocket(call)
            : await dialWebSocket(uri, call, behaviour);
        if (behaviour.soundFirst) framesSent += 1;
        const channel = channels.get(channelId);
        if (channel === undefined) return socket.close();
        channel.media = socket;
        channel.isStasis = true;
        publishEvent("StasisStart", { channel: channelId, args: [] });
      } catch {
        destroy(channelId, 34);
      }
    },
    /** Sends a sound from a channel's telephone, which the recognizer's fake transcribes; or a frame. */
    send(channelId: string, sound: number | Buffer, ms = frameMs): void {
      const frame = Buffer.alloc(frameBytes, sound);
      for (const socket of mediaSockets(channelId)) {
        for (let at = 0; at < ms; at += frameMs) {
          socket.send(frame);
          framesSent += 1;
        }
      }
    },
  };
}
