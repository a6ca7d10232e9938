import { sampleRate, silence } from "../../../src/transcription/replay-buffer.ts";

const highest = 3400;
const loudness = 9000;

/** The nearest mu-law byte (ITU-T G.711). */
function muLaw(value: number): number {
  const magnitude = Math.min(32_635, Math.abs(Math.round(value))) + 132;
  const exponent = Math.max(0, Math.floor(Math.log2(magnitude)) - 7);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((value < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** A telephone's audio of a voice that says one word, 11 to 30: its pitch is that number, in steps of 10 Hz. */
export function voice(word: number, ms: number): Buffer {
  const pitch = 10 * word;
  const harmonics = Array.from({ length: Math.floor(highest / pitch) }, (_, index) => index + 1);
  // Whole periods of all these pitches.
  const tenth = Array.from({ length: sampleRate / 10 }, (_, at) => {
    const angle = (2 * Math.PI * pitch * at) / sampleRate;
    return muLaw(loudness * harmonics.reduce((sum, k) => sum + Math.sin(k * angle) / k, 0));
  });
  return Buffer.alloc((ms * sampleRate) / 1000, Buffer.from(tenth));
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
