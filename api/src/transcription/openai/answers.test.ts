import fc from "fast-check";
import { readAnswer } from "./answers.ts";

const segment = { id: 0, start: 0.5, end: 1.75, text: " Ouais." };

test.each<[string, unknown, object]>([
  [
    "a text alone",
    { text: " Ouais.\n" },
    { text: "Ouais.", confidence: 0, spoken: undefined, lengthMs: undefined },
  ],
  ["no speech", { text: "", segments: [] }, { text: "", confidence: 0, spoken: undefined }],
  [
    "segments",
    {
      text: " Ouais.",
      duration: 3,
      segments: [{ ...segment, avg_logprob: Math.log(0.5), no_speech_prob: 0.01 }],
    },
    { text: "Ouais.", confidence: 0.5, spoken: { startMs: 500, endMs: 1750 }, lengthMs: 3000 },
  ],
  ["vLLM's length", { text: "Ouais.", duration: "3.0" }, { lengthMs: 3000 }],
  [
    "vLLM's segments, which have no probability of no speech",
    { text: " Ouais.", segments: [{ ...segment, avg_logprob: -1.4, no_speech_prob: null }] },
    { text: "Ouais." },
  ],
  [
    "LocalAI's durations",
    { text: " Ouais.", segments: [{ ...segment, start: 500_000_000, end: 1_750_000_000 }] },
    { spoken: { startMs: 500, endMs: 1750 } },
  ],
  [
    "a segment that nobody has said",
    {
      text: " Ouais. Merci.",
      segments: [
        { ...segment, no_speech_prob: 0.01 },
        { start: 2, end: 3, text: " Merci.", avg_logprob: -1.2, no_speech_prob: 0.9 },
      ],
    },
    { text: "Ouais.", spoken: { startMs: 500, endMs: 1750 } },
  ],
  ["segments with less than the text", { text: "Ouais. Bon.", segments: [segment] }, { text: "Ouais. Bon." }],
  ["segments that are none", { text: "Ouais.", segments: [7, { text: null }] }, { text: "Ouais." }],
  [
    "impossible times",
    { text: "Ouais.", segments: [{ ...segment, text: "Ouais.", start: 3, end: 1 }] },
    { spoken: undefined },
  ],
])("reads an answer with %s", (_what, body, expected) => {
  expect(readAnswer(body)).toMatchObject(expected);
});

test.each([[undefined], ["Ouais."], [{ error: { message: "no" } }], [{ text: 7 }], [[]]])(
  "%j is no answer",
  (body) => {
    expect(() => readAnswer(body)).toThrow();
  },
);

test("an answer with anything beside its text keeps it", () => {
  const odd = fc.oneof(fc.anything(), fc.double(), fc.integer());
  const segments = fc.oneof(
    odd,
    fc.array(
      fc.oneof(odd, fc.record({ text: odd, start: odd, end: odd, avg_logprob: odd, no_speech_prob: odd })),
    ),
  );
  fc.assert(
    fc.property(odd, segments, (duration, given) => {
      const { text, confidence, spoken } = readAnswer({ text: " Ouais. ", duration, segments: given });
      expect(text).toBe("Ouais.");
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      if (spoken) expect(spoken.endMs).toBeGreaterThan(spoken.startMs);
    }),
    { numRuns: 1000 },
  );
});
