import { EventEmitter, once } from "node:events";
import { readConfig } from "../../../src/config.ts";
import { createLogger } from "../../../src/http/logger.ts";
import { createMetrics } from "../../../src/http/metrics.ts";
import { createRecognizer } from "../../../src/transcription/create-recognizer.ts";
import type { Recognizer } from "../../../src/transcription/recognizer.ts";
import { createRecognizerStreams, type Piece } from "../../../src/transcription/recognizer-stream.ts";
import { blockSamples, channelCount } from "../../../src/transcription/replay-buffer.ts";
import { type FakeOpenai, openaiEnv } from "./fake-openai.ts";
import { quiet, voice } from "./voice.ts";

export function recognizerOf(server: FakeOpenai, environment: Record<string, string> = {}): Recognizer {
  const config = readConfig({ NODE_ENV: "test", ...openaiEnv(server), ...environment });
  return createRecognizer(config) as Recognizer;
}

/** Both legs of a call as blocks. */
export function blocksOf(client: readonly Buffer[], agent: readonly Buffer[]): Buffer[] {
  const legs = [Buffer.concat(client), Buffer.concat(agent)];
  return Array.from({ length: (legs[0] as Buffer).length / blockSamples }, (_, index) => {
    const block = Buffer.alloc(blockSamples * channelCount);
    for (let sample = 0; sample < blockSamples; sample++)
      for (const [channel, leg] of legs.entries())
        block[sample * channelCount + channel] = leg[index * blockSamples + sample] ?? 0;
    return block;
  });
}
/** A call, and what is said in it. */
export const call = blocksOf(
  [quiet(500), voice(11, 800), quiet(1000), voice(12, 600), quiet(1600)],
  [quiet(1500), voice(21, 900), quiet(700), voice(22, 500), quiet(900)],
);
export const said = ["0:mot 11", "0:mot 12", "1:mot 21", "1:mot 22"];

/** A call that is transcribed by the recognizer. */
export function openCall(recognizer: Recognizer, timings: { mute?: number; finish?: number } = {}) {
  const streams = createRecognizerStreams({
    recognizer,
    log: createLogger("silent"),
    metrics: createMetrics(),
    timings: { firstWait: 10, lastWait: 40, ...timings },
  });
  const pieces: Piece[] = [];
  const statuses: string[] = [];
  const details: (string | undefined)[] = [];
  const changes = new EventEmitter();
  const stream = streams.open({
    onPiece: (piece) => changes.emit("change", pieces.push(piece)),
    onStatus: (status, detail) => changes.emit("change", statuses.push(status), details.push(detail)),
  });
  const until = async (fits: () => boolean) => {
    while (!fits()) await once(changes, "change");
  };
  const finals = () =>
    pieces
      .filter((piece) => piece.isFinal)
      .toSorted((a, b) => a.channel - b.channel)
      .map((piece) => `${piece.channel}:${piece.text}`);
  return { stream, pieces, statuses, details, until, finals };
}
