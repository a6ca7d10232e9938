import { connect } from "node:net";
import WebSocket from "ws";
import { silence } from "../../src/transcription/replay-buffer.ts";

/** The PBX's end of a tap's media. */
export interface MediaSocket {
  send(frame: Buffer): void;
  close(): void;
}

interface MediaCall {
  channelId: string;
  /** The parameters of the ARI request. */
  query: Record<string, string>;
  onClose: () => void;
}

export const frameBytes = 160;
export const frameMs = 20;

/** Connects as chan_websocket does: MEDIA_START names the format; with `soundFirst` a frame precedes it. */
export function dialWebSocket(
  uri: string,
  { channelId, query, onClose }: MediaCall,
  { format, soundFirst = false }: { format: string; soundFirst?: boolean | undefined },
): Promise<MediaSocket> {
  const variables = /v\(([^)]*)\)/.exec(query.transport_data ?? "")?.[1] ?? "";
  const socket = new WebSocket(`${uri}?${variables.replaceAll(",", "&")}`, "media");
  socket.once("close", onClose);
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("open", () => {
      if (soundFirst) socket.send(Buffer.alloc(frameBytes, silence));
      socket.send(JSON.stringify({ event: "MEDIA_START", channel_id: channelId, format, ptime: frameMs }));
      resolve({ send: (frame) => socket.send(frame), close: () => socket.close() });
    });
  });
}

/** Connects as chan_audiosocket does: it sends the tap's token first. */
export function dialAudioSocket({ query, onClose }: MediaCall): Promise<MediaSocket> {
  const [host = "", at = ""] = (query.external_host ?? "").split(":");
  const socket = connect(Number(at), host);
  const send = (kind: number, payload: Buffer) => {
    const head = Buffer.from([kind, payload.length >> 8, payload.length & 0xff]);
    socket.write(Buffer.concat([head, payload]));
  };
  socket.once("close", onClose);
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => {
      send(0x01, Buffer.from((query.data ?? "").replaceAll("-", ""), "hex"));
      resolve({ send: (frame) => send(0x10, frame), close: () => socket.end() });
    });
  });
}
