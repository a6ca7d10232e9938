import { serverLimits } from "./limits.ts";
import { createSlices } from "./slices.ts";

test("of the work that pauses, one slice runs in each turn of the event loop", async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const resumedIn: number[] = [];
  async function work() {
    const pause = createSlices();
    for (let step = 0; step < 3; step += 1) {
      const until = performance.now() + serverLimits.sliceMs;
      while (performance.now() < until);
      await pause();
      resumedIn.push(turn);
    }
  }
  await Promise.all([work(), work(), work()]);
  isOver = true;
  expect(resumedIn).toHaveLength(9);
  expect(new Set(resumedIn).size).toBe(9);
});

test("short work does not pause", () => {
  const pause = createSlices();
  expect(pause()).toBeUndefined();
});
