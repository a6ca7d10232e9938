import { createEventLimit } from "./event-limit.ts";

test("lets twenty pass at once and ten a second after that", () => {
  let now = 0;
  const limit = createEventLimit(() => now);
  const count = (howMany: number) =>
    Array.from({ length: howMany }, limit).filter((verdict) => verdict === "pass").length;
  expect(count(50)).toBe(20);
  now = 1000;
  expect(count(50)).toBe(10);
  now = 60_000;
  expect(count(50)).toBe(20);
});

test("cuts who goes on after two hundred refusals", () => {
  const limit = createEventLimit(() => 0);
  const verdicts = Array.from({ length: 221 }, limit);
  expect(verdicts.indexOf("cut")).toBe(220);
});
