import { createEventLimit } from "./event-limit.ts";

test("allows twenty at once and ten a second after that", () => {
  let now = 0;
  const limit = createEventLimit(() => now);
  const count = (howMany: number) =>
    Array.from({ length: howMany }, limit).filter((decision) => decision === "pass").length;
  expect(count(50)).toBe(20);
  now = 1000;
  expect(count(50)).toBe(10);
  now = 60_000;
  expect(count(50)).toBe(20);
});

test("disconnects a socket after two hundred refusals", () => {
  const limit = createEventLimit(() => 0);
  const decisions = Array.from({ length: 221 }, limit);
  expect(decisions.indexOf("disconnect")).toBe(220);
});
