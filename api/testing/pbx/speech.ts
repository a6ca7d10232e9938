import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { silence } from "../../src/transcription/replay-buffer.ts";
import { libraries, runProgram } from "./programs.ts";

const telephoneRate = 8000;
const headerBytes = 44;

export interface Sentence {
  text: string;
  /** Mu-law, 8 kHz, without silence at its ends. */
  audio: Buffer;
}

/** French sentences, spoken by espeak-ng, in a telephone's encoding. */
export async function speak(folder: string, texts: readonly string[]): Promise<Sentence[]> {
  const sentences: Sentence[] = [];
  for (const [index, text] of texts.entries()) {
    const file = join(folder, `sentence-${index}.wav`);
    await runProgram("usr/bin/espeak-ng", [`--path=${libraries}`, "-v", "fr", "-w", file, text]);
    sentences.push({ text, audio: toTelephone(await readFile(file)) });
  }
  return sentences;
}

/** Converts 16-bit mono, as espeak-ng writes it, to a telephone's rate and encoding. */
function toTelephone(wav: Buffer): Buffer {
  const rate = wav.readUInt32LE(24);
  const samples = Array.from({ length: Math.floor((wav.length - headerBytes) / 2) }, (_, at) =>
    wav.readInt16LE(headerBytes + at * 2),
  );
  const step = rate / telephoneRate;
  const coded = Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    const near = samples.slice(Math.floor(at * step), Math.floor((at + 1) * step));
    return muLaw(near.reduce((sum, sample) => sum + sample, 0) / Math.max(1, near.length));
  });
  const isSound = (code: number) => code !== silence;
  return Buffer.from(coded.slice(coded.findIndex(isSound), coded.findLastIndex(isSound) + 1));
}

/** ITU-T G.711, with one code for zero. */
function muLaw(sample: number): number {
  const magnitude = Math.min(32_635, Math.abs(Math.round(sample))) + 0x84;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const code = ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
  return oneZero(code);
}

export function oneZero(code: number): number {
  return code === 0x7f ? silence : code;
}

/** A recording of this length with each sentence at its time, in ms. */
export function recording(lengthMs: number, spoken: readonly (readonly [number, Sentence])[]): Buffer {
  const bytes = Buffer.alloc((lengthMs * telephoneRate) / 1000, silence);
  for (const [at, { audio }] of spoken) audio.copy(bytes, (at * telephoneRate) / 1000);
  return bytes;
}
