import { sampleRate, silence } from "../../../src/transcription/replay-buffer.ts";

/** Mu-law of 8,031 and its negative, of 16 bits. */
const loud = { up: 0x9f, down: 0x1f };
const loudness = 8031;
/** A voice speaks in syllables; a steady tone is none. */
const syllableMs = 200;
const pauseMs = 100;

/** A telephone's audio of a voice that says one word, 11 to 30: its pitch is that number, in steps of 10 Hz. */
export function voice(word: number, ms: number): Buffer {
  const perMs = sampleRate / 1000;
  const period = sampleRate / (10 * word);
  return Buffer.from(
    Array.from({ length: ms * perMs }, (_, at) => {
      if (at % ((syllableMs + pauseMs) * perMs) >= syllableMs * perMs) return silence;
      return at % period < period / 2 ? loud.up : loud.down;
    }),
  );
}

export const quiet = (ms: number): Buffer => Buffer.alloc((ms * sampleRate) / 1000, silence);

/** The words in PCM of 16 bits, as "mot 11"; empty where there is no voice. */
export function wordsIn(pcm: Buffer, rate: number): string {
  const samples = Array.from({ length: pcm.length >> 1 }, (_, at) => pcm.readInt16LE(2 * at));
  const threshold = loudness / 3;
  const rises: number[] = [];
  let isLow = false;
  for (const [at, sample] of samples.entries()) {
    if (sample < -threshold) isLow = true;
    else if (sample > threshold && isLow) {
      isLow = false;
      rises.push(at);
    }
  }
  const words: string[] = [];
  let periods: number[] = [];
  const finish = () => {
    const period = periods.toSorted((a, b) => a - b)[periods.length >> 1];
    // A few periods are no word, but the edge of one.
    if (period !== undefined && periods.length > 4) words.push(`mot ${Math.round(rate / period / 10)}`);
    periods = [];
  };
  for (const [index, at] of rises.entries()) {
    const before = rises[index - 1];
    if (before === undefined) continue;
    if (at - before > rate / 50) finish();
    else periods.push(at - before);
  }
  finish();
  return words.filter((word, index) => word !== words[index - 1]).join(" ");
}
