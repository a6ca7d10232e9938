import { type FinalLine, mergeAll } from "@souffleur/shared-ui/transcript";
import { addressOf, bubbleAt, bubbleIndexes, bubbleOf, readAddress } from "./find-line.ts";

const line = (seq: number, text: string, timestamp: number): FinalLine => ({
  messageId: `m${seq}`,
  seq,
  sender: "client",
  text,
  timestamp,
  confidence: 1,
  isTranscription: true,
});
/** Two bubbles: 1, 2 and the repetition 3, then 5; line 4 is blank. */
const bubbles = mergeAll([
  line(1, "Je voudrais le", 1000),
  line(2, "prix de cette offre.", 2000),
  line(3, "prix de cette offre.", 2500),
  line(4, " ", 3000),
  line(5, "Est-ce que vous pouvez me l'envoyer ?", 9000),
]);

test("a line is found in the bubble that contains it, also as a repetition", () => {
  const indexes = bubbleIndexes(bubbles);
  expect([1, 2, 3, 5].map((seq) => bubbleOf(indexes, seq))).toEqual([0, 0, 0, 1]);
});

test("an empty line is found in the bubble before it, and nothing before the first line", () => {
  const indexes = bubbleIndexes(bubbles);
  expect(bubbleOf(indexes, 4)).toBe(0);
  expect(bubbleOf(indexes, 0)).toBeUndefined();
  expect(bubbleOf(indexes, 99)).toBe(1);
});

test("a bubble's address is that of its first line and is read back", () => {
  expect(bubbles.map(addressOf)).toEqual(["#line-1", "#line-5"]);
  expect(readAddress("#line-12")).toBe(12);
  for (const invalid of ["", "#line-", "#line-0", "#line-1x", "#main", "#line-99999999"])
    expect(readAddress(invalid)).toBeUndefined();
});

test("a time leads to the bubble spoken then, and after the end to the last one", () => {
  expect([0, 1000, 1001, 9000, 20_000].map((time) => bubbleAt(bubbles, time))).toEqual([0, 0, 1, 1, 1]);
  expect(bubbleAt(bubbles.slice(0, 1), 20_000)).toBe(0);
  expect(bubbleAt([], 0)).toBeUndefined();
});
