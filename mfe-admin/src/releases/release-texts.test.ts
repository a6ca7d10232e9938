import { commitText, sizeText, timeText } from "./release-texts.ts";

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
