/** Linear values of all mu-law bytes (ITU-T G.711), 16 bits. */
export const linear = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
});

const telephoneRate = 8000;
/** The filter's length in samples of the telephone: its delay is half of it, 1.75 ms. */
const taps = 28;
/** Kaiser's shape parameter for images of -70 dB. */
const beta = 0.1102 * (70 - 8.7);

/** The modified Bessel function of order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  for (let term = 1, k = 1; term > 1e-12 * sum; k++) {
    term *= (x / 2 / k) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * The coefficients of one phase of the interpolation: a sinc at half the telephone's rate under a Kaiser window (A. V. Oppenheim,
 * R. W. Schafer: Discrete-Time Signal Processing, 7.5.3 and 4.6), of gain 1 at 0 Hz.
 * @param shift how far after a sample, in samples
 */
function phase(shift: number): Float64Array {
  const weights = Float64Array.from({ length: taps }, (_, tap) => {
    const at = tap - (taps / 2 - 1) - shift;
    const sinc = at === 0 ? 1 : Math.sin(Math.PI * at) / (Math.PI * at);
    return sinc * bessel(beta * Math.sqrt(Math.max(0, 1 - (at / (taps / 2)) ** 2)));
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * Converts a leg's mu-law of 8 kHz to PCM of 16 bits (little-endian) at a multiple of it, band-limited and in blocks of any size.
 * The samples of the telephone are themselves among the result's; only those in between are computed.
 * @throws Error for another rate
 */
export function createResampler(rate: number) {
  const times = rate / telephoneRate;
  if (!Number.isInteger(times) || times < 1)
    throw new Error(`${rate} Hz is not a multiple of ${telephoneRate} Hz`);
  const between = Array.from({ length: times - 1 }, (_, index) => phase((index + 1) / times));
  /** The last samples of the block before. */
  const before = new Float64Array(taps - 1);

  return {
    convert(mulaw: Uint8Array): Buffer {
      const { length } = mulaw;
      const work = workFor(length);
      work.set(before);
      for (let at = 0; at < length; at++) work[taps - 1 + at] = linear[mulaw[at] ?? 0] ?? 0;
      const pcm = new Int16Array(length * times);
      for (let at = 0; at < length; at++) pcm[at * times] = work[at + taps / 2 - 1] ?? 0;
      for (const [index, weights] of between.entries()) interpolate(work, weights, pcm, index + 1, times);
      before.set(work.subarray(length, length + taps - 1));
      return Buffer.from(pcm.buffer);
    },

    /** Forgets what was converted, before other audio. */
    reset: () => void before.fill(0),
  };
}

let shared = new Float64Array(0);

/**
 * Memory for the last samples of the block before, the block, and what is read beyond it. All legs share it, because that of a
 * thousand would not stay in the processor's cache.
 */
function workFor(length: number): Float64Array {
  const needed = taps - 1 + length + 3;
  if (shared.length < needed) shared = new Float64Array(needed);
  return shared;
}

/** Four samples at once, which share the loads of their weights and neighbours: twice as fast as one after the other. */
function interpolate(
  work: Float64Array,
  weights: Float64Array,
  pcm: Int16Array,
  from: number,
  step: number,
): void {
  for (let at = 0, to = from; to < pcm.length; at += 4, to += 4 * step) {
    let [a, b, c, d] = [0, 0, 0, 0];
    let [first, second, third] = [work[at] ?? 0, work[at + 1] ?? 0, work[at + 2] ?? 0];
    for (let tap = 0; tap < taps; tap++) {
      const weight = weights[tap] ?? 0;
      const fourth = work[at + tap + 3] ?? 0;
      a += first * weight;
      b += second * weight;
      c += third * weight;
      d += fourth * weight;
      first = second;
      second = third;
      third = fourth;
    }
    // What lies beyond the end is not stored.
    pcm[to] = clipped(a);
    pcm[to + step] = clipped(b);
    pcm[to + 2 * step] = clipped(c);
    pcm[to + 3 * step] = clipped(d);
  }
}

const clipped = (sample: number) => Math.max(-32_768, Math.min(32_767, Math.round(sample)));

export type Resampler = ReturnType<typeof createResampler>;
