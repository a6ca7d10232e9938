import { createResampler, linear } from "./resampler.ts";

/** The mu-law byte whose value is nearest. */
const code = (value: number) => {
  let best = 0;
  for (let byte = 0; byte < 256; byte++)
    if (Math.abs((linear[byte] ?? 0) - value) < Math.abs((linear[best] ?? 0) - value)) best = byte;
  return best;
};
const samples = (pcm: Buffer) => new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);

/** The power of one frequency, in dB of full scale; `of` has a whole number of its periods. */
function level(of: Int16Array, frequency: number, rate: number): number {
  let [real, imaginary] = [0, 0];
  for (const [at, sample] of of.entries()) {
    real += sample * Math.cos((2 * Math.PI * frequency * at) / rate);
    imaginary += sample * Math.sin((2 * Math.PI * frequency * at) / rate);
  }
  return 20 * Math.log10((2 * Math.hypot(real, imaginary)) / of.length / 32_768);
}

/** A second of a tone of -9 dB of full scale, whose frequency is a multiple of 100 Hz. */
function tone(frequency: number): Buffer {
  const period = Array.from({ length: 80 }, (_, at) =>
    code(11_585 * Math.sin((2 * Math.PI * frequency * at) / 8000)),
  );
  return Buffer.alloc(8000, Buffer.from(period));
}

test.each([16_000, 24_000, 48_000])("keeps a telephone's band at %d Hz, without its images", (rate) => {
  for (const frequency of [300, 1000, 2600, 3400]) {
    const pcm = samples(createResampler(rate).convert(tone(frequency)));
    const settled = pcm.subarray(rate / 2, rate / 2 + rate / 10);
    expect(Math.abs(level(settled, frequency, rate) + 9)).toBeLessThan(0.15);
    // Mu-law's own error is about 38 dB below the tone, spread over the band.
    for (let image = 8000 - frequency; image < rate / 2; image += 8000)
      expect(level(settled, image, rate)).toBeLessThan(-70);
  }
});

test("the telephone's samples are among the result's", () => {
  const mulaw = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 37) & 0xff));
  const delay = 14;
  for (const rate of [8000, 16_000, 24_000]) {
    const pcm = samples(createResampler(rate).convert(mulaw));
    const kept = pcm.filter((_, at) => at % (rate / 8000) === 0);
    expect([...kept.subarray(delay)]).toEqual(
      [...mulaw.subarray(0, 600 - delay)].map((byte) => linear[byte]),
    );
  }
});

test("is the same in blocks of any length", () => {
  const mulaw = tone(400);
  const whole = createResampler(16_000).convert(mulaw);
  for (const block of [7, 39, 160, 5000]) {
    const resampler = createResampler(16_000);
    const pieces: Buffer[] = [];
    for (let at = 0; at < mulaw.length; at += block)
      pieces.push(resampler.convert(mulaw.subarray(at, at + block)));
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
  }
});

test.each([11_025, 44_100, 0, 4000])("refuses %d Hz", (rate) => {
  expect(() => createResampler(rate)).toThrow("multiple of 8000");
});
