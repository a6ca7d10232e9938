import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket, WebSocketServer } from "ws";
import { fakeListen } from "../../servers/fake-listen.ts";
import { openSession } from "./live-protocols.ts";
import { type Answer, type ServerName, servers } from "./servers.ts";
import { wordsIn } from "./voice.ts";

const headerBytes = 44;

/** The faults to simulate, all optional. */
export interface Behaviour {
  /** HTTP status of handshakes and requests, and how many seconds it asks to wait. */
  status?: number;
  retryAfter?: number;
  /** Receives audio and sends no text. */
  mute?: boolean;
  /** Sends garbage before every message. */
  garbage?: boolean;
  delayMs?: number;
  /** What each recording that is none of `voice` says. */
  transcript?: string;
  /** Instead of the server's answer. */
  answer?: Answer;
  /** The status of utterances, where other requests are answered. */
  utteranceStatus?: number;
}

export interface FormRequest {
  path: string;
  authorization: string | undefined;
  fields: Record<string, string>;
  fileName: string;
  type: string;
  bytes: Buffer;
}

/** Environment variables of a server that uses the fake. */
export const openaiEnv = ({ url, model }: { url: string; model: string }) => ({
  STT_PROVIDER: "openai",
  STT_URL: `${url}/v1`,
  STT_API_KEY: "a key",
  STT_MODEL: model,
});

/** One of the servers that companies run, as its source has it. It understands the words of `voice`. */
export async function startFakeOpenai(name: ServerName, port = 0) {
  const { answer, live, model } = servers[name];
  const behaviour: Behaviour = {};
  const requests: FormRequest[] = [];
  const streams = new Set<WebSocket>();
  /** The addresses of all handshakes. */
  const handshakes: string[] = [];
  const events = new EventEmitter();

  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray());
    const send = ({ status = 200, body: sent }: Answer) => {
      const { retryAfter } = behaviour;
      res.writeHead(status, {
        "content-type": "application/json",
        ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      });
      res.end(typeof sent === "string" ? sent : JSON.stringify(sent));
    };
    if (behaviour.status !== undefined) return send({ status: behaviour.status, body: { detail: "no" } });
    if (req.method !== "POST") return send({ status: 404, body: { detail: "Not Found" } });
    const form = readForm(req, body);
    requests.push(form);
    events.emit("request");
    if (behaviour.mute) return;
    if (behaviour.utteranceStatus !== undefined) return send({ status: behaviour.utteranceStatus, body: {} });
    if (behaviour.delayMs !== undefined) await sleep(behaviour.delayMs);
    const isWav = form.bytes.toString("latin1", 8, 12) === "WAVE" && form.bytes.length > headerBytes;
    const rate = isWav ? form.bytes.readUInt32LE(24) : 0;
    const text = isWav ? wordsIn(form.bytes.subarray(headerBytes), rate) : (behaviour.transcript ?? "");
    const seconds = isWav ? (form.bytes.length - headerBytes) / 2 / rate : 3;
    send(behaviour.answer ?? answer({ fields: form.fields, type: form.type, text, seconds }));
  });

  const wss = new WebSocketServer({ noServer: true });
  server.on("upgrade", (req, socket, head) => {
    handshakes.push(req.url ?? "");
    const query = new URL(req.url ?? "", "http://fake").searchParams;
    const isRefused = live === "speaches" && !query.has("model") ? 403 : live;
    const status = behaviour.status ?? (typeof isRefused === "number" ? isRefused : undefined);
    if (status !== undefined || typeof live === "number") {
      const wait = behaviour.retryAfter === undefined ? "" : `Retry-After: ${behaviour.retryAfter}\r\n`;
      socket.end(`HTTP/1.1 ${status} Refused\r\n${wait}Connection: close\r\n\r\n`);
      return;
    }
    wss.handleUpgrade(req, socket, head, (stream) => {
      streams.add(stream);
      stream.on("close", () => streams.delete(stream));
      const send = (message: object) => {
        if (stream.readyState !== WebSocket.OPEN) return;
        if (behaviour.garbage)
          for (const text of ["<html>", '{"type":"transcription.delta"}', "[]"]) stream.send(text);
        stream.send(JSON.stringify(message));
      };
      const receive = openSession(live, {
        ...{ send, query, model },
        close: () => stream.terminate(),
        later(done) {
          if (!behaviour.mute) setTimeout(done, behaviour.delayMs ?? 0);
        },
      });
      stream.on("message", (data) => {
        const event = JSON.parse(String(data));
        events.emit("event", event);
        receive(event);
      });
    });
  });

  const listening = await fakeListen(server, port);
  return {
    ...listening,
    model,
    behaviour,
    requests,
    handshakes,
    streams,
    nextRequest: async (): Promise<void> => void (await once(events, "request")),
    /** Ends all live sessions, as a network failure does. */
    drop(): void {
      for (const stream of streams) stream.terminate();
    },
    async close(): Promise<void> {
      for (const stream of streams) stream.terminate();
      await listening.close();
    },
  };
}
export type FakeOpenai = Awaited<ReturnType<typeof startFakeOpenai>>;

/** A form as the servers' own parsers read it. */
function readForm({ headers, url = "" }: IncomingMessage, body: Buffer): FormRequest {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const text = body.toString("latin1");
  const form: FormRequest = {
    ...{
      path: url,
      authorization: headers.authorization,
      fields: {},
      fileName: "",
      type: "",
      bytes: Buffer.alloc(0),
    },
  };
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf("\r\n\r\n");
    const value = part.slice(end + 4, -2);
    const name = /name="(\w+)"/.exec(part.slice(0, end))?.[1] ?? "";
    const fileName = /filename="(.+)"/.exec(part.slice(0, end))?.[1];
    if (fileName === undefined) form.fields[name] = Buffer.from(value, "latin1").toString();
    else {
      form.fileName = fileName;
      form.type = /content-type: (.+)/.exec(part.slice(0, end))?.[1] ?? "";
      form.bytes = Buffer.from(value, "latin1");
    }
  }
  return form;
}
