import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type WebSocket from "ws";
import { WebSocketServer } from "ws";
import { fakeListen } from "../servers/fake-listen.ts";
import { type Behaviour, createSound, createSwitchboard, type Switchboard } from "./fake-switchboard.ts";

/** The account of the product there. */
export const pbxUser = { user: "souffleur", password: "between-pbx-and-us" };

type Query = Record<string, string>;
type Reply = (status: number, body?: unknown) => unknown;

/**
 * A PBX with ARI: channels, bridges, snoops and media channels behave as in Asterisk 22, including the 422 for a channel
 * that is not in Stasis yet.
 */
export async function startFakeAri() {
  const requests: string[] = [];
  const behaviour: Behaviour = { format: "ulaw", refuses: new Set() };
  /** The `uri` of each section of websocket_client.conf. */
  const media: { uris: Record<string, string> } = { uris: {} };
  const { changed, until } = watchChanges();
  const isAllowed = ({ headers }: IncomingMessage) =>
    headers.authorization ===
    `Basic ${Buffer.from(`${pbxUser.user}:${pbxUser.password}`).toString("base64")}`;

  const server = createServer((req, res) => void answer(req, res));
  const listeners = acceptListeners(
    server,
    (req) => (!isAllowed(req) ? "refuse" : behaviour.refuses.has("GET /events") ? "drop" : "accept"),
    changed,
  );
  const switchboard = createSwitchboard((event) => {
    for (const listener of listeners.values()) listener.send(JSON.stringify(event));
    changed();
  });
  const { channels, bridges, enter, leave, mediaSockets } = switchboard;
  const sound = createSound(switchboard, media, behaviour);

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const address = new URL(req.url ?? "", "http://pbx");
    const path = address.pathname.replace(/^\/ari/, "");
    for await (const _ of req);
    requests.push(`${req.method} ${path}`);
    changed();
    const reply: Reply = (status, body) =>
      res.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
    if (!isAllowed(req)) return void reply(401, { error: "Authentication required" });
    const family = path.replace(/(?<=^\/(channels|bridges)\/)(?!externalMedia)[^/]+/, "*");
    if (behaviour.refuses.has(`${req.method} ${family}`))
      return void reply(500, { error: "Allocation failed" });
    const query = Object.fromEntries(address.searchParams);
    const [, kind = "", ...rest] = path.split("/");
    const method = req.method ?? "";
    if (method === "GET" && rest[0] === "info") {
      const system = { version: "22.10.0", entity_id: "00:11:22:33:44:55" };
      return void reply(200, { system });
    }
    if (kind === "applications") return void reply(200, {});
    if (kind === "channels") return answerChannels(switchboard, sound.open, method, rest, query, reply);
    if (kind === "bridges") return answerBridges(switchboard, method, rest, query, reply);
    reply(404, { message: "Resource not found" });
  }

  const listening = await fakeListen(server);

  return {
    ...listening,
    behaviour,
    /** Method and path of every request. */
    requests,
    media,
    channelIds: () => [...channels.keys()],
    bridgeIds: () => [...bridges.keys()],
    hasListener: (app = "souffleur") => listeners.has(app),
    until,
    ...createLines(switchboard),
    enter,
    leave,
    sendSound: sound.send,
    /** Both telephones at once, so that neither leg lags. */
    sendSounds(first: [string, number], second: [string, number], ms: number): void {
      sound.send(first[0], first[1], ms);
      sound.send(second[0], second[1], ms);
    },
    framesSent: sound.framesSent,
    isTapped: (channelId: string) => mediaSockets(channelId).length > 0,
    /** Breaks the network between the PBX and the media endpoint. */
    dropMedia(channelId: string): void {
      for (const socket of mediaSockets(channelId)) socket.close();
    },
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

/** What happens on the telephones' lines. */
function createLines({ channels, publishEvent, add, enter, leave, destroy, snoopsOf }: Switchboard) {
  let counter = 0;
  return {
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
    hold: (channelId: string) => publishEvent("ChannelHold", { channel: channelId }),
    unhold: (channelId: string) => publishEvent("ChannelUnhold", { channel: channelId }),
    hangUp(channelId: string): void {
      publishEvent("ChannelHangupRequest", { channel: channelId, cause: 16 });
      destroy(channelId);
    },
    endSnoop(channelId: string): void {
      for (const { id } of snoopsOf(channelId)) destroy(id);
    },
    /** Sends a late or repeated event of a channel that left a bridge. */
    publishLeft: (channel: string, bridge: string) => publishEvent("ChannelLeftBridge", { channel, bridge }),
  };
}

function watchChanges() {
  const waiting = new Set<() => void>();
  return {
    changed(): void {
      setImmediate(() => {
        for (const look of waiting) look();
      });
    },
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
  };
}

/** The WebSockets of the applications that listen to events, the latest one of each application. */
function acceptListeners(
  server: Server,
  decide: (req: IncomingMessage) => "accept" | "refuse" | "drop",
  changed: () => void,
): ReadonlyMap<string, WebSocket> {
  const listeners = new Map<string, WebSocket>();
  const wss = new WebSocketServer({ noServer: true });
  server.on("upgrade", (req, socket, head) => {
    const app = new URL(req.url ?? "", "http://pbx").searchParams.get("app") ?? "";
    const decision = decide(req);
    if (decision === "drop") return void socket.destroy();
    if (decision === "refuse") {
      socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
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
  return listeners;
}

function answerChannels(
  { channels, shown, add, destroy, publishEvent }: Switchboard,
  openMedia: (channelId: string, query: Query) => Promise<void>,
  method: string,
  [id = "", action = "", other = ""]: string[],
  query: Query,
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

function answerBridges(
  { channels, bridges, enter, leave, publishEvent }: Switchboard,
  method: string,
  [id = "", action = ""]: string[],
  query: Query,
  reply: Reply,
): void {
  if (method === "GET") {
    const all = [...bridges].map(([known, inside]) => ({ id: known, channels: [...inside] }));
    reply(200, all);
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
