import { durationSteps, numberSteps, roundTicks } from "./round-ticks.ts";

test.each([
  ["dollars", [0, 4563], numberSteps, [0, 1000, 2000, 3000, 4000, 5000]],
  ["a hundred thousand dollars", [0, 135_000], numberSteps, [0, 50_000, 100_000, 150_000]],
  ["counts below six", [0, 3], numberSteps, [0, 1, 2, 3]],
  ["rates", [67.9, 75.2], numberSteps, [66, 68, 70, 72, 74, 76]],
  ["durations, by parts of a minute", [262, 281], durationSteps, [260, 265, 270, 275, 280, 285]],
  ["nothing at all", [0, 0], numberSteps, [0, 1]],
  ["one rate", [70, 70], numberSteps, [0, 20, 40, 60, 80]],
  ["one rate that can't be higher", [100, 100], numberSteps, [0, 20, 40, 60, 80, 100]],
])("an axis of %s has round ticks at equal distances", (_name, values, steps, ticks) => {
  expect(roundTicks(values, steps)).toEqual(ticks);
});
