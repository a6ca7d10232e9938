import fc from "fast-check";
import { readMessage } from "./messages.ts";

const message = (beside: object, alternative: object = {}) => ({
  type: "Results",
  channel_index: [1, 2],
  start: 3,
  duration: 2,
  is_final: true,
  channel: { alternatives: [{ transcript: " Ouais. ", confidence: 0.9, words: [], ...alternative }] },
  ...beside,
});
const word = (start: unknown, end: unknown, confidence?: unknown) => ({
  word: "ouais",
  start,
  end,
  confidence,
});

test("the words say when the text was said, not the hesitation before and after them", () => {
  const words = [word(14.5, 14.8, 0.9), word(14.8, 15.1, 0.7)];
  expect(readMessage(message({ start: 2, duration: 14 }, { words }))).toEqual({
    kind: "result",
    channel: 1,
    spoken: { startMs: 14_500, endMs: 15_100 },
    coveredMs: 16_000,
    isFinal: true,
    text: "Ouais.",
    confidence: 0.9,
  });
});

test("without words, the result's own time does", () => {
  expect(readMessage(message({}))).toMatchObject({ spoken: { startMs: 3000, endMs: 5000 }, coveredMs: 5000 });
});

test.each<[string, object, object, object]>([
  ["no confidence", {}, { confidence: undefined }, { confidence: 0 }],
  [
    "the confidence of its words alone",
    {},
    { confidence: null, words: [word(3, 4, 0.5), word(4, 5, 1)] },
    { confidence: 0.75 },
  ],
  ["a confidence over 1", {}, { confidence: 7 }, { confidence: 1 }],
  [
    "a negative duration",
    { duration: -0.01 },
    {},
    { spoken: { startMs: 3000, endMs: 3000 }, coveredMs: 3000 },
  ],
  ["no start", { start: undefined }, {}, { spoken: undefined, coveredMs: 0 }],
  [
    "no start, but words",
    { start: null },
    { words: [word(3, 4)] },
    { spoken: { startMs: 3000, endMs: 4000 }, coveredMs: 4000 },
  ],
  [
    "a word that ends before it begins",
    {},
    { words: [word(9, 1), word(3.5, 4)] },
    { spoken: { startMs: 3500, endMs: 4000 } },
  ],
  ["words that are none", {}, { words: "ouais" }, { spoken: { startMs: 3000, endMs: 5000 } }],
])("a result with %s keeps its text", (_what, beside, alternative, expected) => {
  expect(readMessage(message(beside, alternative))).toMatchObject({ text: "Ouais.", ...expected });
});

test("a result with anything beside its text keeps it, with times that are times", () => {
  const odd = fc.oneof(fc.anything(), fc.double(), fc.integer());
  const words = fc.oneof(odd, fc.array(fc.oneof(odd, fc.record({ start: odd, end: odd, confidence: odd }))));
  fc.assert(
    fc.property(odd, odd, odd, words, (start, duration, confidence, given) => {
      const read = readMessage(message({ start, duration }, { confidence, words: given }));
      expect(read).toMatchObject({ kind: "result", text: "Ouais.", isFinal: true, channel: 1 });
      if (read.kind !== "result") return;
      expect(read.confidence).toBeGreaterThanOrEqual(0);
      expect(read.confidence).toBeLessThanOrEqual(1);
      expect(read.coveredMs).toBeGreaterThanOrEqual(0);
      if (read.spoken) expect(read.spoken.endMs).toBeGreaterThanOrEqual(read.spoken.startMs);
    }),
    { numRuns: 2000 },
  );
});
