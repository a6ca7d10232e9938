import { pcmAt, type SpeechPrograms, samplesOf } from "./programs.ts";

const rate = 8000;
const frameSamples = 160;
const voices = ["fr", "fr+f2", "fr-be+m3", "fr-ch+f5"];
const sentences = [
  "Bonjour, je vous appelle au sujet de votre contrat d'assurance habitation.",
  "Oui.",
  "D'accord, mais combien cela coûte par mois, s'il vous plaît ?",
  "Nous avons une offre à vingt-neuf euros, sans engagement pendant la première année.",
  "Non merci, ça ne m'intéresse pas.",
  "Très bien. Je peux vous rappeler jeudi prochain, dans l'après-midi ?",
];
export type Noise = "none" | "white" | "pink" | "babble";

/** What a telephone sends of somebody who speaks and pauses, without its noise. */
interface Leg {
  samples: Float64Array;
  /** For each frame of 20 ms whether somebody speaks. */
  speaks: boolean[];
  /** The mean power while somebody speaks. */
  power: number;
}

/** The same numbers from 0 to 1 in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** French voices of espeak-ng in a telephone's band, each quieter than the one before: from -20 to -29 dB of full scale. */
export async function spokenLegs(programs: SpeechPrograms): Promise<Leg[]> {
  const spoken: Float64Array[][] = [];
  for (const voice of voices) {
    const said = sentences.map((text) => programs.say(text, [voice], pcmAt(rate), ["sinc", "300-3400"]));
    spoken.push((await Promise.all(said)).map((pcm) => Float64Array.from(samplesOf(pcm))));
  }
  return spoken.map((parts, number) => {
    const next = numbers(number + 1);
    const silence = () => new Float64Array(Math.floor(rate * (0.6 + 1.9 * next())));
    const samples = concat([new Float64Array(rate), ...parts.flatMap((part) => [part, silence()])]);
    const wanted = 32_768 ** 2 * 10 ** ((-20 - 3 * number) / 10);
    const gain = Math.sqrt(wanted / spokenPower(samples));
    const scaled = samples.map((sample) => sample * gain);
    return {
      samples: scaled,
      speaks: closeGaps(framePowers(scaled).map((power) => power > wanted / 1600)),
      power: wanted,
    };
  });
}

/** The sounds of `Noise`, as long as the longest leg; what the voices of the babble say is what the legs say. */
export function noisesFor(legs: readonly Leg[]): Record<Noise, Float64Array> {
  const length = Math.max(...legs.map(({ samples }) => samples.length));
  const hiss = white(length);
  return { none: hiss, white: hiss, pink: pink(hiss), babble: babble(length, legs) };
}

/** A leg's mu-law with noise at this ratio in dB. */
export function withNoise(
  { samples, power }: Leg,
  [noise, sound]: readonly [Noise, Float64Array],
  ratio: number,
) {
  const wanted = noise === "none" ? 32_768 ** 2 * 10 ** -6.5 : power * 10 ** (-ratio / 10);
  const gain = Math.sqrt(wanted / meanPower(sound));
  return Buffer.from(samples.map((sample, at) => muLaw(sample + (sound[at] ?? 0) * gain)));
}

/** Of a normal distribution. */
function white(length: number): Float64Array {
  const next = numbers(99);
  return Float64Array.from(
    { length },
    () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next()),
  );
}

/** P. Kellet's filter: 3 dB less for each octave. */
function pink(hiss: Float64Array): Float64Array {
  let [slow, middle, fast] = [0, 0, 0];
  return hiss.map((sample) => {
    slow = 0.99765 * slow + 0.099046 * sample;
    middle = 0.963 * middle + 0.2965164 * sample;
    fast = 0.57 * fast + 1.0526913 * sample;
    return slow + middle + fast + 0.1848 * sample;
  });
}

/** All voices at once, each twice and at another place. */
function babble(length: number, legs: readonly Leg[]): Float64Array {
  const mixed = new Float64Array(length);
  const streams = [...legs, ...legs];
  for (const [number, { samples, power }] of streams.entries()) {
    const from = Math.floor(((number + 1) * samples.length) / (streams.length + 2));
    for (let at = 0; at < length; at++)
      mixed[at] = (mixed[at] ?? 0) + (samples[(from + at) % samples.length] ?? 0) / Math.sqrt(power);
  }
  return mixed;
}

function meanPower(samples: Float64Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / samples.length;
}

function concat(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function framePowers(samples: Float64Array): number[] {
  return Array.from({ length: Math.floor(samples.length / frameSamples) }, (_, frame) =>
    meanPower(samples.subarray(frame * frameSamples, (frame + 1) * frameSamples)),
  );
}

/** The mean power of the frames that are less than 30 dB below the loudest one. */
function spokenPower(samples: Float64Array): number {
  const powers = framePowers(samples);
  const loudest = Math.max(...powers);
  const spoken = powers.filter((power) => power > loudest / 1000);
  return spoken.reduce((sum, power) => sum + power, 0) / spoken.length;
}

/** Speech has gaps of its own, as before a p: those of less than 200 ms belong to it. */
function closeGaps(speaks: boolean[]): boolean[] {
  const closed = [...speaks];
  for (let at = closed.indexOf(true); at >= 0; ) {
    const end = closed.indexOf(false, at);
    const next = closed.indexOf(true, end);
    if (end >= 0 && next >= 0 && next - end < 10) closed.fill(true, end, next);
    at = next;
  }
  return closed;
}

/** ITU-T G.711. */
function muLaw(sample: number): number {
  const magnitude = Math.min(32_635, Math.abs(Math.round(sample))) + 0x84;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}
