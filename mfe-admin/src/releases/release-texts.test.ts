import { commitText, errorPercent, outcomesText, sizeText, timeText } from "./release-texts.ts";

test.each([
  [0, "0 kB"],
  [1499, "1 kB"],
  [412_300, "412 kB"],
  [1_240_000, "1.2 MB"],
])("%i bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));

test.each([
  [89.6, "90 ms"],
  [999, "999 ms"],
  [1310, "1.3 s"],
])("%d milliseconds are %s", (ms, text) => expect(timeText(ms)).toBe(text));

test("a commit is shortened and keeps its suffix for uncommitted changes", () => {
  expect(commitText("40bafc57a4b149665c8eca45a3c4a1aa789c838f")).toBe("40bafc57");
  expect(commitText("40bafc57a4b149665c8eca45a3c4a1aa789c838f-dirty")).toBe("40bafc57-dirty");
});

test("the error rate is the share of failures in all outcomes", () => {
  expect(errorPercent({ loads: 0, failures: 0 })).toBeUndefined();
  expect(errorPercent({ loads: 197, failures: 3 })).toBe(1.5);
  expect(outcomesText({ loads: 1201, failures: 3 })).toBe("3 of 1,204");
});
