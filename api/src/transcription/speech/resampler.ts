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
  /** The last samples of the block before, and the block. */
  let work = new Float64Array(taps - 1);

  return {
    convert(mulaw: Uint8Array): Buffer {
      const { length } = mulaw;
      if (work.length < taps - 1 + length) {
        const larger = new Float64Array(taps - 1 + length);
        larger.set(work.subarray(0, taps - 1));
        work = larger;
      }
      for (let at = 0; at < length; at++) work[taps - 1 + at] = linear[mulaw[at] ?? 0] ?? 0;
      const pcm = new Int16Array(length * times);
      for (let at = 0; at < length; at++) pcm[at * times] = work[at + taps / 2 - 1] ?? 0;
      for (const [index, weights] of between.entries()) interpolate(work, weights, pcm, index + 1, times);
      work.copyWithin(0, length, length + taps - 1);
      return Buffer.from(pcm.buffer);
    },

    /** Forgets what was converted, before other audio. */
    reset: () => void work.fill(0),
  };
}

function interpolate(
  work: Float64Array,
  weights: Float64Array,
  pcm: Int16Array,
  from: number,
  step: number,
): void {
  // Half way between two samples the filter is symmetric: half of the multiplications are enough.
  const isSymmetric = 2 * from === step;
  for (let at = 0, to = from; to < pcm.length; at++, to += step) {
    let sum = 0;
    if (isSymmetric) {
      for (let tap = 0, other = at + taps - 1; tap < taps / 2; tap++, other--)
        sum += ((work[at + tap] ?? 0) + (work[other] ?? 0)) * (weights[tap] ?? 0);
    } else {
      for (let tap = 0; tap < taps; tap++) sum += (work[at + tap] ?? 0) * (weights[tap] ?? 0);
    }
    pcm[to] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
}

export type Resampler = ReturnType<typeof createResampler>;
