import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type WebSocket from "ws";
import { WebSocketServer } from "ws";
import { fakeListen } from "../servers/fake-listen.ts";
import { dialAudioSocket, dialWebSocket, frameBytes, frameMs } from "./fake-media.ts";
import { createSwitchboard } from "./fake-switchboard.ts";

interface Options {
  user: string;
  password: string;
  port?: number;
}

/** The faults to simulate. */
export interface Behaviour {
  /** Sends a frame before MEDIA_START. */
  soundFirst?: boolean;
  /** The format in MEDIA_START. */
  format: string;
  /** Refuses these requests, for example `POST /channels/externalMedia`. */
  refuses: Set<string>;
}

/**
 * A PBX with ARI: channels, bridges, snoops and media channels behave as in Asterisk 22, including the 422 for a channel
 * that is not in Stasis yet.
 */
export async function startFakeAri({ user, password, port = 0 }: Options) {
  const listeners = new Map<string, WebSocket>();
  const requests: string[] = [];
  const behaviour: Behaviour = { format: "ulaw", refuses: new Set() };
  /** The `uri` of each section of websocket_client.conf. */
  const media: { uris: Record<string, string> } = { uris: {} };
  const waiting = new Set<() => void>();
  let counter = 0;
  let framesSent = 0;

  const switchboard = createSwitchboard((event) => {
    for (const listener of listeners.values()) listener.send(JSON.stringify(event));
    changed();
  });
  const { channels, bridges, publishEvent, shown, add, enter, leave, destroy, snoopsOf, mediaSockets } =
    switchboard;

  const server = createServer((req, res) => void answer(req, res));
  const wss = new WebSocketServer({ noServer: true });
  server.on("upgrade", (req, socket, head) => {
    const app = new URL(req.url ?? "", "http://pbx").searchParams.get("app") ?? "";
    if (!isAllowed(req)) {
      socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    if (behaviour.refuses.has("GET /events")) return void socket.destroy();
    wss.handleUpgrade(req, socket, head, (listener) => {
      listeners.get(app)?.send(JSON.stringify({ type: "ApplicationReplaced", application: app }));
      listeners.set(app, listener);
      changed();
      listener.once("close", () => {
        if (listeners.get(app) === listener) listeners.delete(app);
        changed();
      });
    });
  });

  function isAllowed({ headers }: IncomingMessage): boolean {
    return headers.authorization === `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  }

  function changed(): void {
    setImmediate(() => {
      for (const look of waiting) look();
    });
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const address = new URL(req.url ?? "", "http://pbx");
    const path = address.pathname.replace(/^\/ari/, "");
    for await (const _ of req);
    requests.push(`${req.method} ${path}`);
    changed();
    const reply = (status: number, body?: unknown) =>
      res.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
    if (!isAllowed(req)) return void reply(401, { error: "Authentication required" });
    const family = path.replace(/(?<=^\/(channels|bridges)\/)(?!externalMedia)[^/]+/, "*");
    if (behaviour.refuses.has(`${req.method} ${family}`))
      return void reply(500, { error: "Allocation failed" });
    const query = Object.fromEntries(address.searchParams);
    const [, kind = "", id = "", action = "", other = ""] = path.split("/");
    if (req.method === "GET" && id === "info") {
      const system = { version: "22.10.0", entity_id: "00:11:22:33:44:55" };
      return void reply(200, { system });
    }
    if (kind === "applications") return void reply(200, {});
    if (kind === "channels") return void onChannels(req.method ?? "", id, action, other, query, reply);
    if (kind === "bridges") return void onBridges(req.method ?? "", id, action, query, reply);
    return void reply(404, { message: "Resource not found" });
  }

  type Reply = (status: number, body?: unknown) => unknown;

  function onChannels(
    method: string,
    id: string,
    action: string,
    other: string,
    query: Record<string, string>,
    reply: Reply,
  ): void {
    if (method === "GET" && id === "") reply(200, [...channels.keys()].map(shown));
    else if (id === "externalMedia") {
      const { id: made } = add(query.channelId ?? "", `WebSocket/${query.external_host}/0x1`);
      reply(200, shown(made));
      void openMedia(made, query);
    } else if (!channels.has(id)) reply(404, { message: "Channel not found" });
    else if (method === "DELETE") {
      reply(204);
      destroy(id);
    } else if (action === "variable") {
      const value = channels.get(id)?.variables[query.variable ?? ""];
      if (value === undefined) reply(404, { message: "Provided variable was not found" });
      else reply(200, { value });
    } else if (action === "snoop") {
      add(other, `Snoop/${id}-00000000`, { snoopsOn: id, isStasis: true });
      reply(200, shown(other));
      publishEvent("StasisStart", { channel: other, args: [] });
    } else reply(404, { message: "Resource not found" });
  }

  function onBridges(
    method: string,
    id: string,
    action: string,
    query: Record<string, string>,
    reply: Reply,
  ): void {
    if (method === "GET") {
      reply(
        200,
        [...bridges].map(([known, inside]) => ({ id: known, channels: [...inside] })),
      );
    } else if (method === "POST" && action === "") {
      bridges.set(id, new Set());
      reply(200, { id, channels: [] });
    } else if (!bridges.has(id)) reply(404, { message: "Bridge not found" });
    else if (action === "addChannel") {
      const added = (query.channel ?? "").split(",");
      if (added.some((channelId) => !channels.get(channelId)?.isStasis)) {
        reply(422, { message: "Channel not in Stasis application" });
        return;
      }
      reply(204);
      for (const channelId of added) enter(channelId, id);
    } else {
      for (const channelId of bridges.get(id) ?? []) leave(channelId);
      bridges.delete(id);
      reply(204);
      publishEvent("BridgeDestroyed", { bridge: id });
    }
  }

  async function openMedia(channelId: string, query: Record<string, string>): Promise<void> {
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
  }

  /** Sends a sound from a channel's telephone, which the recognizer's fake transcribes. */
  function sendSound(channelId: string, sound: number, ms: number): void {
    for (const socket of mediaSockets(channelId)) {
      for (let at = 0; at < ms; at += frameMs) {
        socket.send(Buffer.alloc(frameBytes, sound));
        framesSent += 1;
      }
    }
  }

  const listening = await fakeListen(server, port);

  return {
    ...listening,
    behaviour,
    /** Method and path of every request. */
    requests,
    media,
    channelIds: () => [...channels.keys()],
    bridgeIds: () => [...bridges.keys()],
    hasListener: (app = "souffleur") => listeners.has(app),
    /** Resolves when the condition holds, which is checked after every change of the PBX. */
    until(isSo: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (!isSo()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },

    /** Creates a channel outside of any bridge. */
    dial(variables: Record<string, string> = {}, caller = { name: "", number: "" }): string {
      const id = `1795256000.${++counter}`;
      add(id, `PJSIP/phone-${id}`, { variables, caller });
      return id;
    },
    /** Puts channels into a new bridge; each leaves its old bridge first, as in a transfer. */
    bridge(...channelIds: string[]): string {
      const id = `bridge-${++counter}`;
      for (const channelId of channelIds) {
        leave(channelId);
        enter(channelId, id);
      }
      return id;
    },
    /** Changes a channel's id, for example to that of a tap. */
    rename(channelId: string, id: string): void {
      const channel = channels.get(channelId);
      channels.delete(channelId);
      if (channel) channels.set(id, { ...channel, id });
    },
    enter,
    leave,
    sendSound,
    /** Both telephones at once, so that neither leg lags. */
    sendSounds(first: [string, number], second: [string, number], ms: number): void {
      sendSound(first[0], first[1], ms);
      sendSound(second[0], second[1], ms);
    },
    framesSent: () => framesSent,
    isTapped: (channelId: string) => mediaSockets(channelId).length > 0,
    hold: (channelId: string) => publishEvent("ChannelHold", { channel: channelId }),
    unhold: (channelId: string) => publishEvent("ChannelUnhold", { channel: channelId }),
    hangUp(channelId: string): void {
      publishEvent("ChannelHangupRequest", { channel: channelId, cause: 16 });
      destroy(channelId);
    },
    /** Breaks the network between the PBX and the media endpoint. */
    dropMedia(channelId: string): void {
      for (const socket of mediaSockets(channelId)) socket.close();
    },
    endSnoop(channelId: string): void {
      for (const { id } of snoopsOf(channelId)) destroy(id);
    },
    /** Sends a late or repeated event of a channel that left a bridge. */
    publishLeft: (channel: string, bridge: string) => publishEvent("ChannelLeftBridge", { channel, bridge }),
    dropEvents(): void {
      for (const listener of listeners.values()) listener.terminate();
    },
    async close(): Promise<void> {
      for (const { media: socket } of channels.values()) socket?.close();
      await listening.close();
    },
  };
}
export type FakeAri = Awaited<ReturnType<typeof startFakeAri>>;
