import fc from "fast-check";
import { playLine, scriptDuration } from "./play-script.ts";

const line = { text: "Bonjour, je vous écoute\u00a0!", pauseMs: 200, durationMs: 2000, confidence: 0.95 };

describe("playLine", () => {
  test("grows word by word to the final line", () => {
    const states = playLine(line);
    expect(states.map((state) => state.text)).toEqual([
      "Bonjour,",
      "Bonjour, je",
      "Bonjour, je vous",
      "Bonjour, je vous écoute\u00a0!",
      "Bonjour, je vous écoute\u00a0!",
    ]);
    expect(states.map((state) => state.isFinal)).toEqual([false, false, false, false, true]);
    expect(states.at(-1)).toEqual({ atMs: 2200, text: line.text, confidence: 0.95, isFinal: true });
  });

  test("begins at a confidence of 0.55, or at the final one where that is lower", () => {
    expect(playLine(line)[0]?.confidence).toBe(0.55);
    expect(playLine({ ...line, confidence: 0.4 }).every((state) => state.confidence === 0.4)).toBe(true);
  });

  test("keeps time and confidence rising for any line", () => {
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 30 }),
        fc.nat(5000),
        fc.integer({ min: 200, max: 15_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, pauseMs, durationMs, confidence) => {
          const states = playLine({ text, pauseMs, durationMs, confidence });
          expect(states.filter((state) => state.isFinal)).toHaveLength(1);
          for (const [index, state] of states.entries()) {
            const before = states[index - 1];
            expect(state.atMs).toBeGreaterThanOrEqual(before?.atMs ?? pauseMs);
            expect(state.confidence).toBeLessThanOrEqual(1);
            if (before) expect(state.text.startsWith(before.text)).toBe(true);
            if (before && !state.isFinal) expect(state.confidence).toBeGreaterThanOrEqual(before.confidence);
          }
        },
      ),
    );
  });
});

test("adds up pauses and speech", () => {
  expect(scriptDuration([line, { pauseMs: 0, durationMs: 500 }])).toBe(2700);
});
