import { EventEmitter, once } from "node:events";
import {
  type FakeRecognizer,
  recognizerEnv,
  resultsMessage,
  startFakeRecognizer,
} from "../../testing/transcription/fake-recognizer.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../http/logger.ts";
import { createMetrics } from "../http/metrics.ts";
import { createRecognizer } from "./create-recognizer.ts";
import { createRecognizerStreams, type Piece } from "./recognizer-stream.ts";
import { blockMs, blockSamples, channelCount, sampleRate, silence } from "./replay-buffer.ts";

/** The sounds of a leg, each with its start and end in ms. */
type Speech = readonly (readonly [number, number, number])[];

/** A call as blocks of 100 ms, with the samples of client and agent interleaved. */
function blocksOf(lengthMs: number, client: Speech, agent: Speech): Buffer[] {
  return Array.from({ length: lengthMs / blockMs }, (_, index) => {
    const block = Buffer.alloc(blockSamples * channelCount, silence);
    for (const [channel, speech] of [client, agent].entries()) {
      for (let sample = 0; sample < blockSamples; sample++) {
        const at = index * blockMs + (sample * 1000) / sampleRate;
        const sound = speech.find(([from, to]) => at >= from && at < to)?.[2];
        if (sound !== undefined) block[sample * channelCount + channel] = sound;
      }
    }
    return block;
  });
}

const client: Speech = [
  [200, 900, 11],
  [2500, 3600, 12],
  [5000, 5400, 13],
  [8000, 9500, 14],
];
const agent: Speech = [
  [1200, 2200, 21],
  [3900, 4700, 22],
  [6000, 7500, 23],
];
const said = ["0:mot 11", "0:mot 12", "0:mot 13", "0:mot 14", "1:mot 21", "1:mot 22", "1:mot 23"];
const call = blocksOf(10_000, client, agent);

let fake: FakeRecognizer;
beforeEach(async () => {
  fake = await startFakeRecognizer();
});
afterEach(() => fake.close());

function open(timings: { mute?: number; finish?: number; keepAlive?: number } = {}) {
  const config = readConfig({
    NODE_ENV: "test",
    ...recognizerEnv(fake),
  });
  const recognizer = createRecognizer(config);
  if (!recognizer) throw new Error("no key");
  const streams = createRecognizerStreams({
    recognizer,
    log: createLogger("silent"),
    metrics: createMetrics(),
    timings: { firstWait: 10, lastWait: 40, ...timings },
  });
  const pieces: Piece[] = [];
  const statuses: string[] = [];
  const changes = new EventEmitter();
  const stream = streams.open({
    onPiece: (piece) => changes.emit("change", pieces.push(piece)),
    onStatus: (status) => changes.emit("change", statuses.push(status)),
  });
  const until = async (fits: () => boolean) => {
    while (!fits()) await once(changes, "change");
  };
  const finals = () =>
    pieces
      .filter((piece) => piece.isFinal)
      .toSorted((a, b) => a.channel - b.channel)
      .map((piece) => `${piece.channel}:${piece.text}`);
  return { stream, pieces, statuses, until, finals };
}

describe("a recognizer stream", () => {
  test("emits interim and final pieces per channel, with times from the call's start", async () => {
    const { stream, pieces, finals, statuses, until } = open();
    await until(() => statuses.includes("monitoring"));
    for (const block of call) stream.send(block);
    await stream.finish();
    expect(finals()).toEqual(said);
    expect(statuses).toEqual(["monitoring", "ready"]);
    const second = pieces.filter((piece) => piece.channel === 0 && piece.index === 1);
    expect(second.map((piece) => piece.isFinal)).toEqual([...second.slice(1).map(() => false), true]);
    expect(second.at(-1)).toMatchObject({ text: "mot 12", confidence: 0.95 });
    const [first] = pieces.filter((piece) => piece.channel === 0 && piece.isFinal);
    const apart = Number(second.at(-1)?.spoken?.from) - Number(first?.spoken?.from);
    expect(apart).toBeCloseTo(2300, -2);
    expect(Number(second.at(-1)?.spoken?.to) - Number(second.at(-1)?.spoken?.from)).toBeCloseTo(1100, -2);
    expect(fake.texts.slice(-2)).toEqual(['{"type":"Finalize"}', '{"type":"CloseStream"}']);
  });

  describe("of speech that is taken back", () => {
    /** Answers each block of the client with the next of these messages. */
    const answering = async (messages: readonly (readonly [text: string, isFinal: boolean])[]) => {
      await fake.close();
      fake = await startFakeRecognizer(0, (channel, send) => {
        const left = channel === 0 ? [...messages] : [];
        return {
          accept() {
            const next = left.shift();
            if (next) send(resultsMessage(0, [0, blockSamples], ...next));
          },
          flush() {},
        };
      });
    };
    const shown = (pieces: Piece[]) => pieces.map(({ text, isFinal }) => (isFinal ? `${text}.` : text));

    test.each([
      [
        "by an empty final text",
        [
          ["Ouais", false],
          ["", true],
          ["Oui", true],
        ],
        ["Ouais", "", "Oui."],
      ],
      [
        "by empty interim text",
        [
          ["Ouais", false],
          ["", false],
          ["", true],
        ],
        ["Ouais", ""],
      ],
      [
        "by spaces",
        [
          ["Ouais", false],
          ["  ", true],
        ],
        ["Ouais", ""],
      ],
      [
        "never",
        [
          ["Ouais", false],
          ["Ouais bon", true],
          ["", true],
        ],
        ["Ouais", "Ouais bon."],
      ],
      [
        "before it was shown",
        [
          ["", false],
          ["", true],
        ],
        [],
      ],
    ] as const)("%s, the interim text goes", async (_how, messages, expected) => {
      await answering(messages);
      const { stream, pieces, statuses, until } = open();
      await until(() => statuses.includes("monitoring"));
      for (const block of call.slice(0, messages.length)) stream.send(block);
      await stream.finish();
      expect(shown(pieces)).toEqual(expected);
    });

    test("by the loss of the connection, it goes too", async () => {
      await answering([["Ouais", false]]);
      const { stream, pieces, statuses, until } = open();
      await until(() => statuses.includes("monitoring"));
      stream.send(call[0] as Buffer);
      await until(() => pieces.length === 1);
      fake.drop();
      await until(() => pieces.length === 2);
      expect(shown(pieces)).toEqual(["Ouais", ""]);
      expect(new Set(pieces.map(({ index }) => index)).size).toBe(1);
      await stream.finish();
    });
  });

  test("sends blocks from before the connection was open", async () => {
    const { stream, finals } = open();
    for (const block of call) stream.send(block);
    await stream.finish();
    expect(finals()).toEqual(said);
  });

  test.each([undefined, 1011, 1012, 1013, 4000])(
    "loses and repeats no line when the connection is dropped with %s",
    async (code) => {
      const { stream, finals, pieces, until, statuses } = open();
      await until(() => statuses.includes("monitoring"));
      for (const [index, block] of call.entries()) {
        stream.send(block);
        if (index % 30 !== 29) continue;
        await until(() => statuses.at(-1) === "monitoring" && pieces.length > 0);
        fake.drop(code);
        await until(() => statuses.at(-1) === "down");
      }
      await stream.finish();
      expect(finals()).toEqual(said);
      expect(fake.streamCount()).toBeGreaterThan(3);
    },
  );

  test("loses and repeats no line when the recognizer is down for a while", async () => {
    const { stream, finals, until, statuses } = open();
    await until(() => statuses.includes("monitoring"));
    for (const block of call.slice(0, 40)) stream.send(block);
    const { port } = fake;
    await fake.close();
    await until(() => statuses.at(-1) === "down");
    for (const block of call.slice(40, 80)) stream.send(block);
    await until(() => statuses.filter((status) => status === "down").length > 4);
    fake = await startFakeRecognizer(port);
    await until(() => statuses.at(-1) === "monitoring");
    for (const block of call.slice(80)) stream.send(block);
    await stream.finish();
    expect(finals()).toEqual(said);
  });

  test("ignores garbage", async () => {
    fake.behaviour.garbage = true;
    const { stream, finals } = open();
    for (const block of call) stream.send(block);
    await stream.finish();
    expect(finals()).toEqual(said);
  });

  test("stops when the recognizer refuses with a reason", async () => {
    fake.behaviour.refusal = { err_code: "INVALID_QUERY_PARAMETER", err_msg: "no such model" };
    const { stream, statuses, until } = open();
    stream.send(call[0] ?? Buffer.alloc(0));
    await until(() => statuses.at(-1) === "down");
    await stream.finish();
    expect(fake.streamCount()).toBe(1);
    expect(statuses.at(-1)).toBe("down");
  });

  test("stops when the key is refused", async () => {
    fake.behaviour.status = 401;
    const { stream, statuses, until } = open();
    await until(() => statuses.at(-1) === "down");
    await stream.finish();
    expect(statuses).toEqual(["down"]);
  });

  test("retries when the recognizer is overloaded", async () => {
    fake.behaviour.status = 503;
    const { stream, statuses, until, finals } = open();
    for (const block of call) stream.send(block);
    await until(() => statuses.length > 2);
    delete fake.behaviour.status;
    await until(() => statuses.at(-1) === "monitoring");
    await stream.finish();
    expect(finals()).toEqual(said);
  });

  test("replaces a connection that accepts audio and sends nothing", async () => {
    fake.behaviour.mute = true;
    const { stream, statuses, until, finals } = open({ mute: 120 });
    for (const block of call) stream.send(block);
    await until(() => statuses.includes("down"));
    fake.behaviour.mute = false;
    await until(() => statuses.at(-1) === "monitoring");
    await stream.finish();
    expect(finals()).toEqual(said);
  });

  test("replaces such a connection also while it finishes", async () => {
    fake.behaviour.mute = true;
    const { stream, statuses, until, finals } = open({ mute: 120 });
    for (const block of call) stream.send(block);
    await until(() => statuses.includes("monitoring"));
    const finished = stream.finish();
    await until(() => statuses.includes("down"));
    fake.behaviour.mute = false;
    await finished;
    expect(finals()).toEqual(said);
    expect(statuses).toEqual(["monitoring", "down", "monitoring", "ready"]);
  });

  test("finishes in time when the recognizer stays down", async () => {
    const { stream, until, statuses } = open({ finish: 150 });
    await until(() => statuses.includes("monitoring"));
    await fake.close();
    for (const block of call) stream.send(block);
    await stream.finish();
    expect(statuses.at(-1)).toBe("ready");
    fake = await startFakeRecognizer();
  });

  test("keeps an idle connection alive", async () => {
    const { stream } = open({ keepAlive: 20 });
    expect(await fake.nextText()).toBe('{"type":"KeepAlive"}');
    await stream.finish();
  });

  test("sends nothing to a connection that is closing", async () => {
    const { stream, statuses, until } = open({ keepAlive: 20 });
    await fake.nextText();
    const goOn = fake.dropHalfWay();
    const other = open({ keepAlive: 20 });
    for (let count = 0; count < 3; count++) await fake.nextText();
    expect(statuses).toEqual(["monitoring"]);
    goOn();
    await until(() => statuses.length === 3);
    expect(statuses).toEqual(["monitoring", "down", "monitoring"]);
    await Promise.all([stream.finish(), other.stream.finish()]);
  });
});

test("there is no recognizer without a key", () => {
  expect(createRecognizer(readConfig({ NODE_ENV: "test" }))).toBeUndefined();
});
