import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Counter } from "prom-client";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import * as z from "zod";
import { createLimitedWarnings } from "../../http/limited-warnings.ts";
import type { Logger } from "../../http/logger.ts";
import { tryParseJson } from "../../http/try-parse-json.ts";
import type { MediaTokens, Receiver } from "./media-tokens.ts";

/** The path in `uri` of websocket_client.conf. */
export const mediaPath = "/telephony/media";

export const refusedMedia = "refused media without a tap's token";

interface MediaEndpointDeps {
  server: Pick<Server, "on" | "off">;
  tokens: MediaTokens;
  log: Logger;
  /** Counts the refused connections without a tap's token. */
  unauthorized?: Counter;
  /** How long a connection may be silent before it is pinged, and then before it is closed; in ms. */
  quiet?: number;
}

const MediaStart = z.object({ event: z.literal("MEDIA_START"), format: z.string() });

/**
 * Receives the audio of a leg from Asterisk's chan_websocket: binary messages are frames, text messages control. Frames
 * may come before MEDIA_START (seen in 22.10), so the token in the address, and nothing else, assigns them to a leg.
 */
export function createMediaEndpoint(deps: MediaEndpointDeps) {
  const { server, tokens, log, unauthorized, quiet = 5000 } = deps;
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 64_000,
    handleProtocols: (offered) => (offered.has("media") ? "media" : false),
  });
  const sockets = new Set<WebSocket>();
  const refusals = createLimitedWarnings(log, refusedMedia);

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Not parsed by `URL`, which throws at some of the addresses that a client may send.
    const [path, query] = (request.url ?? "").split("?", 2);
    if (path !== mediaPath) return;
    let media: WebSocket | undefined;
    const receiver = tokens.take(new URLSearchParams(query).get("token") ?? "", {
      close() {
        // The channel may already be in another call.
        media?.removeAllListeners("message");
        if (media) media.close(1000);
        else socket.destroy();
      },
    });
    if (receiver === undefined) {
      unauthorized?.inc();
      refusals.warn({ from: request.socket.remoteAddress });
      socket.on("error", () => {});
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    socket.once("close", () => {
      if (media === undefined) receiver.onClose();
    });
    wss.handleUpgrade(request, socket, head, (accepted) => {
      media = accepted;
      listen(accepted, receiver, request.socket);
    });
  };
  server.on("upgrade", upgrade);

  function listen(socket: WebSocket, { onOpen, onFrame, onClose }: Receiver, connection: Socket): void {
    sockets.add(socket);
    let bytesRead = connection.bytesRead;
    let isPinged = false;
    const watch = setInterval(() => {
      const isAlive = connection.bytesRead > bytesRead;
      bytesRead = connection.bytesRead;
      if (!isAlive && isPinged) return socket.terminate();
      isPinged = !isAlive;
      if (isPinged) socket.ping();
      return undefined;
    }, quiet);
    socket.on("message", (data, isBinary) => {
      if (isBinary) onFrame(data as Buffer);
      else checkFormat(socket, data);
    });
    socket.on("error", (err) => log.debug({ err }, "media connection error"));
    socket.once("close", () => {
      clearInterval(watch);
      sockets.delete(socket);
      onClose();
    });
    onOpen();
  }

  /** Audio in another format would be transcribed as noise. */
  function checkFormat(socket: WebSocket, data: RawData): void {
    const start = MediaStart.safeParse(tryParseJson(data.toString()));
    if (!start.success || start.data.format === "ulaw") return;
    log.error({ format: start.data.format }, "Asterisk sends media in another format than ulaw");
    socket.close(1003, "ulaw was asked for");
  }

  return {
    async close(): Promise<void> {
      server.off("upgrade", upgrade);
      refusals.close();
      for (const socket of sockets) socket.terminate();
    },
  };
}
