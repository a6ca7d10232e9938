import fc from "fast-check";
import { hideNumbers } from "./hide-numbers.ts";
import { splitText } from "./split-text.ts";

const of = (text: string) => ({ id: "one", text, confidence: 0.9, startedAt: 0, endedAt: 1000 });

test("a long utterance is divided between its words, with their times", () => {
  const parts = splitText(of("un deux trois quatre"), 8);
  expect(parts.map(({ text, startedAt, endedAt }) => [text, startedAt, endedAt])).toEqual([
    ["un deux", 0, 350],
    ["trois", 400, 650],
    ["quatre", 700, 1000],
  ]);
  expect(parts[0]?.id).toBe("one");
  expect(new Set(parts.map(({ id }) => id)).size).toBe(3);
});

test("no part is empty or too long, and no word is lost", () => {
  const words = fc.array(fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom("a", "é", "1") }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), (spoken, most) => {
      const parts = splitText(of(spoken.join(" ")), most).map(({ text }) => text);
      for (const part of parts) expect(part.length > 0 && part.length <= most).toBe(true);
      expect(parts.join("").replaceAll(" ", "")).toBe(spoken.join(""));
    }),
  );
});

test.each([
  ["ma carte est le 4970 1012 3456 78", "ma carte est le •••"],
  ["le 06 12 34 56 78", "le •••"],
  ["1 200 euros en 2026", "1 200 euros en 2026"],
  ["125 840 euros", "125 840 euros"],
])("%s is shown as %s", (text, shown) => {
  expect(hideNumbers(text)).toBe(shown);
});
