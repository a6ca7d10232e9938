import { EventEmitter, once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { WebSocket, WebSocketServer } from "ws";
import { channelCount, sampleRate, silence } from "../../../src/transcription/replay-buffer.ts";
import { fakeListen } from "../../servers/fake-listen.ts";

const endpointingMs = 300;
/** The length of each recorded chunk, all of which is speech. */
const chunkSeconds = 3;
const msOf = (samples: number) => (samples * 1000) / sampleRate;

/** The faults to simulate, all optional. */
export interface Behaviour {
  /** HTTP status of handshakes and requests. */
  status?: number;
  /** Accepts a stream, sends this refusal, and closes with 1008. */
  refusal?: { err_code: string; err_msg: string };
  /** Receives audio and sends nothing, and does not end a stream. */
  mute?: boolean;
  /** Sends garbage before every message. */
  garbage?: boolean;
  delayMs?: number;
  /** The transcript of each recorded chunk. */
  transcript?: string;
  body?: unknown;
}

/** What no answer of the product may say. */
export const vendor = "deepgram";

/** Environment variables of a server that uses the fake at an address. */
export const recognizerEnv = ({ url }: { url: string }) => ({ DEEPGRAM_API_KEY: "a key", DEEPGRAM_URL: url });

/** The recognizer of one channel of a stream. */
type CreateRecognizer = (
  channel: number,
  send: (message: unknown) => void,
) => { accept(samples: Uint8Array): void; flush(): void };

/**
 * A recognizer with Deepgram's protocol that transcribes a sequence of equal bytes as "mot <byte>", so a test knows each
 * line's text, speaker and time, and whether all of its bytes have arrived.
 */
export async function startFakeDeepgram(port = 0, recognizerOf: CreateRecognizer = createRecognizer) {
  const behaviour: Behaviour = {};
  const requests: {
    path: string;
    contentType: string | undefined;
    authorization: string | undefined;
    bytes: Buffer;
  }[] = [];
  const streams: WebSocket[] = [];
  const streamPaths: string[] = [];
  let answerFor: ((bytes: Buffer) => Partial<Behaviour>) | undefined;
  const texts: string[] = [];
  const events = new EventEmitter();

  const server = createServer(async (req, res) => {
    const bytes = Buffer.concat(await req.toArray());
    const { authorization, "content-type": contentType } = req.headers;
    events.emit("request");
    requests.push({ path: req.url ?? "", contentType, authorization, bytes });
    await answerChunk(res, { ...behaviour, ...answerFor?.(bytes) });
  });
  const wss = new WebSocketServer({ noServer: true });
  server.on("upgrade", (req, socket, head) => {
    if (behaviour.status !== undefined) {
      socket.end(`HTTP/1.1 ${behaviour.status} Refused\r\nConnection: close\r\n\r\n`);
      return;
    }
    streamPaths.push(req.url ?? "");
    wss.handleUpgrade(req, socket, head, (stream) => {
      streams.push(stream);
      transcribe(stream, behaviour, recognizerOf, (text) => {
        texts.push(text);
        events.emit("text", text);
      });
    });
  });

  const listening = await fakeListen(server, port);

  return {
    ...listening,
    behaviour,
    requests,
    /** The path and query of each stream. */
    streamPaths,
    /** Text messages of the streams, including KeepAlive, Finalize and CloseStream. */
    texts,
    /** Sets the response to each recorded chunk by its bytes. */
    answerTo(answer: typeof answerFor): void {
      answerFor = answer;
    },
    nextRequest: async (): Promise<void> => void (await once(events, "request")),
    nextText: async (): Promise<string> => (await once(events, "text"))[0],
    /** How many streams were opened so far. */
    streamCount: () => streams.length,
    /** Ends open streams with a code, or without one as a network failure does. */
    drop(code?: number): void {
      for (const stream of streams) {
        if (code === undefined) stream.terminate();
        else stream.close(code);
      }
    },
    /** Begins to close the open streams. @returns a function that lets them receive the other side's close frame */
    dropHalfWay(): () => void {
      const open = streams.filter(({ readyState }) => readyState === WebSocket.OPEN);
      for (const stream of open) {
        stream.pause();
        stream.close(1011);
      }
      return () => {
        for (const stream of open) stream.resume();
      };
    },
    async close(): Promise<void> {
      for (const stream of streams) stream.terminate();
      await listening.close();
    },
  };
}

/** Answers with the transcript of a recorded chunk. */
async function answerChunk(
  res: ServerResponse,
  { delayMs = 0, status = 200, transcript = "", body }: Behaviour,
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const words = transcript === "" ? [] : [{ word: transcript, start: 0, end: chunkSeconds }];
  const alternatives = [{ transcript, confidence: transcript === "" ? 0 : 0.91, words }];
  const usual = { metadata: { duration: chunkSeconds }, results: { channels: [{ alternatives }] } };
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body ?? usual));
}

/** @param onText is called with each text message */
function transcribe(
  stream: WebSocket,
  behaviour: Behaviour,
  recognizerOf: CreateRecognizer,
  onText: (text: string) => void,
): void {
  const send = (message: unknown) => {
    if (behaviour.garbage) {
      stream.send("<html>not json");
      stream.send(Buffer.from([0, 1, 2]));
      stream.send(JSON.stringify({ type: "Results", channel_index: "?", is_final: true }));
    }
    if (!behaviour.mute) stream.send(JSON.stringify(message));
  };
  if (behaviour.refusal) {
    send(behaviour.refusal);
    stream.close(1008, behaviour.refusal.err_code);
    return;
  }
  const recognizers = Array.from({ length: channelCount }, (_, channel) => recognizerOf(channel, send));
  stream.on("message", (data: Buffer, isBinary) => {
    if (isBinary) {
      for (const [channel, recognizer] of recognizers.entries())
        recognizer.accept(data.filter((_sample, at) => at % channelCount === channel));
      return;
    }
    const text = data.toString();
    onText(text);
    const isClose = text.includes("CloseStream");
    if (isClose || text.includes("Finalize")) for (const recognizer of recognizers) recognizer.flush();
    if (!isClose || behaviour.mute) return;
    send({ type: "Metadata", request_id: "fake" });
    stream.close(1000);
  });
}

/** A `Results` message; positions are in samples of the channel. */
export function resultsMessage(
  channel: number,
  [from, until]: readonly [number, number],
  transcript: string,
  isFinal: boolean,
  spokenUntil = until,
) {
  const words =
    transcript === "" ? [] : [{ word: transcript, start: from / sampleRate, end: spokenUntil / sampleRate }];
  return {
    type: "Results",
    channel_index: [channel, channelCount],
    start: from / sampleRate,
    duration: (until - from) / sampleRate,
    is_final: isFinal,
    speech_final: isFinal,
    channel: { alternatives: [{ transcript, confidence: isFinal ? 0.95 : 0.6, words }] },
  };
}

/** One channel: silence becomes final every second, a sound after 300 ms of silence. */
function createRecognizer(channel: number, send: (message: unknown) => void) {
  let received = 0;
  let from = 0;
  let sound: number | undefined;
  let quiet = 0;

  const sendResult = (isFinal: boolean) =>
    send(
      resultsMessage(
        channel,
        [from, received],
        sound === undefined ? "" : `mot ${sound}`,
        isFinal,
        received - quiet,
      ),
    );
  const finish = () => {
    if (received > from) sendResult(true);
    from = received;
    sound = undefined;
    quiet = 0;
  };

  return {
    accept(samples: Uint8Array): void {
      for (const sample of samples) {
        if (sample !== silence && sample !== sound) {
          if (received > from) finish();
          sound = sample;
        }
        received += 1;
        quiet = sample === silence ? quiet + 1 : 0;
        const isOver = sound === undefined ? received - from >= sampleRate : msOf(quiet) >= endpointingMs;
        if (isOver) finish();
      }
      if (sound !== undefined) sendResult(false);
    },
    flush: finish,
  };
}
export type FakeDeepgram = Awaited<ReturnType<typeof startFakeDeepgram>>;
