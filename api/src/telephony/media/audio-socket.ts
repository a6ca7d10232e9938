import { createServer, type Socket } from "node:net";
import type { Counter } from "prom-client";
import { createLimitedWarnings } from "../../http/limited-warnings.ts";
import type { Logger } from "../../http/logger.ts";
import { refusedMedia } from "./media-endpoint.ts";
import type { MediaTokens, Receiver } from "./media-tokens.ts";

interface AudioSocketDeps {
  host: string;
  port: number;
  tokens: MediaTokens;
  log: Logger;
  /** Counts the refused connections without a tap's token. */
  unauthorized?: Counter;
}

/** Types of AudioSocket's messages: one byte, followed by two bytes of length, big-endian. */
const kinds = { hangup: 0x00, uuid: 0x01, audio: 0x10, error: 0xff } as const;
const headBytes = 3;
/** How long a connection may take to send its token. */
const introductionMs = 2000;
/** After this much silence the kernel probes a connection. */
const keepAliveMs = 5000;

/**
 * The fallback for an Asterisk without chan_websocket. The first message contains the tap's token; with `format=ulaw` the
 * audio is mu-law under the type of signed linear (seen in 22.10).
 * @throws where the port cannot be opened
 */
export async function listenAudioSocket({ host, port, tokens, log, unauthorized }: AudioSocketDeps) {
  const sockets = new Set<Socket>();
  const refusals = createLimitedWarnings(log, refusedMedia);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    // The protocol has no ping: without keep-alive, a lost network would not be detected.
    socket.setKeepAlive(true, keepAliveMs);
    let receiver: Receiver | undefined;
    let rest: Buffer = Buffer.alloc(0);
    const refuse = () => {
      unauthorized?.inc();
      refusals.warn({ from: socket.remoteAddress });
      socket.destroy();
    };
    const introduction = setTimeout(refuse, introductionMs);

    socket.on("data", (data) => {
      rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
      while (rest.length >= headBytes && !socket.destroyed) {
        const end = headBytes + rest.readUInt16BE(1);
        if (rest.length < end) return;
        take(rest.readUInt8(0), rest.subarray(headBytes, end));
        rest = rest.subarray(end);
      }
    });
    socket.on("error", (err) => log.debug({ err }, "media connection error"));
    socket.once("close", () => {
      clearTimeout(introduction);
      sockets.delete(socket);
      receiver?.onClose();
    });

    function take(kind: number, payload: Buffer): void {
      if (receiver === undefined) {
        const known = kind === kinds.uuid && payload.length === 16;
        receiver = known ? tokens.take(uuidOf(payload), { close: () => socket.destroy() }) : undefined;
        if (receiver === undefined) refuse();
        else {
          clearTimeout(introduction);
          receiver.onOpen();
        }
      } else if (kind === kinds.audio) receiver.onFrame(payload);
      else if (kind === kinds.hangup || kind === kinds.error) socket.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });

  return {
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      refusals.close();
    },
  };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
