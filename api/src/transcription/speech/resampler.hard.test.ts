import {
  openSpeechPrograms,
  pcmAt,
  type SpeechPrograms,
  samplesOf,
  telephone,
} from "../../../testing/speech/programs.ts";
import { createResampler } from "./resampler.ts";

/** In the telephone's samples. */
const delay = 14;
const band = ["sinc", "300-3400"];
let programs: SpeechPrograms;

beforeAll(async () => {
  programs = await openSpeechPrograms();
});

const powerOf = (samples: Int16Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);

const sweep = () =>
  programs.run("sox", ["-D", "-n", ...telephone, "-", "synth", "4", "sine", "300:3400", "vol", "0.5"]);
const speech = (voice: string) => () =>
  programs.say("Nous avons une offre à vingt-neuf euros, sans engagement.", [voice], telephone, band);

test.each([
  ["a sweep", 16_000, sweep],
  ["a sweep", 24_000, sweep],
  ["a man", 16_000, speech("fr")],
  ["a woman", 24_000, speech("fr-be+f4")],
])(
  "%s at %d Hz differs from sox's by less than -50 dB, and has nothing above 4.6 kHz",
  async (_what, rate, sound) => {
    const mulaw = await sound();
    const pcm = createResampler(rate).convert(mulaw);
    const ours = samplesOf(pcm).subarray((delay * rate) / 8000);
    const soxs = samplesOf(
      await programs.run("sox", ["-D", ...telephone, "-", ...pcmAt(rate), "-", "rate", "-v"], mulaw),
    );
    const difference = ours.map((sample, at) => sample - (soxs[at] ?? 0));
    expect(10 * Math.log10(powerOf(difference) / powerOf(ours))).toBeLessThan(-50);
    const images = samplesOf(
      await programs.run("sox", ["-D", ...pcmAt(rate), "-", ...pcmAt(rate), "-", "sinc", "4600"], pcm),
    );
    expect(10 * Math.log10(powerOf(images) / powerOf(ours))).toBeLessThan(-55);
  },
);
