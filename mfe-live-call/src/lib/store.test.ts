import { createStore } from "./store.ts";

let frames: FrameRequestCallback[];
beforeEach(() => {
  frames = [];
  jest.useFakeTimers();
  jest.spyOn(window, "requestAnimationFrame").mockImplementation((run) => frames.push(run));
  jest.spyOn(window, "cancelAnimationFrame").mockImplementation((frame) => void delete frames[frame - 1]);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function counted() {
  const store = createStore(0);
  const told: number[] = [];
  store.subscribe(() => told.push(store.get()));
  const paint = () => {
    for (const run of frames.splice(0)) run?.(0);
  };
  return { store, told, paint };
}
const increase = (count: number) => count + 1;

test("notifies of each change at once, and not where nothing changed", () => {
  const { store, told } = counted();
  store.set(increase);
  store.set((count) => count);
  expect(told).toEqual([1]);
});

test("changes at once and notifies once a frame where it may wait", () => {
  const { store, told, paint } = counted();
  store.setNextFrame(increase);
  store.setNextFrame(increase);
  expect(store.get()).toBe(2);
  expect(told).toEqual([]);
  paint();
  expect(told).toEqual([2]);
  paint();
  expect(told).toEqual([2]);
});

test("waits between two paints of what streams in, and not for what must show at once", () => {
  const { store, told, paint } = counted();
  store.setNextFrame(increase);
  paint();
  store.setNextFrame(increase);
  jest.advanceTimersByTime(31);
  paint();
  expect(told).toEqual([1]);
  store.setNextFrame(increase);
  jest.advanceTimersByTime(1);
  paint();
  expect(told).toEqual([1, 3]);
  store.set(increase);
  expect(told).toEqual([1, 3, 4]);
});

test("delays no line after interim words, and interim words after everything", () => {
  const { store, told, paint } = counted();
  store.setThrottled(increase);
  paint();
  store.setThrottled(increase);
  jest.advanceTimersByTime(10);
  paint();
  expect(told).toEqual([1]);
  store.setNextFrame(increase);
  paint();
  expect(told).toEqual([1, 3]);
  store.setThrottled(increase);
  store.setNextFrame(increase);
  jest.advanceTimersByTime(31);
  paint();
  expect(told).toEqual([1, 3]);
  jest.advanceTimersByTime(1);
  paint();
  jest.runAllTimers();
  paint();
  expect(told).toEqual([1, 3, 5]);
});

test("notifies with the next change that may not wait, and not again", () => {
  const { store, told, paint } = counted();
  store.setNextFrame(increase);
  store.set(increase);
  paint();
  jest.runAllTimers();
  expect(told).toEqual([2]);
});

test("notifies in a page that paints no frames", () => {
  const { store, told } = counted();
  store.setNextFrame(increase);
  jest.runAllTimers();
  expect(told).toEqual([1]);
});
