import { levelOf } from "./level-meter.ts";

const tone = (amplitude: number) => new Float32Array(1024).fill(amplitude);

test.each([
  [0, 0],
  [0.0001, 0],
  [0.001, 0],
  [0.0316, 0.5],
  [1, 1],
  [4, 1],
])("shows a sound of amplitude %d as %d", (amplitude, level) => {
  expect(levelOf(tone(amplitude))).toBeCloseTo(level, 2);
});

test("shows an empty buffer as silence", () => {
  expect(levelOf(new Float32Array())).toBe(0);
});
