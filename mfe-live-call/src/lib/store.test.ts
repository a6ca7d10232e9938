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
  const notified: number[] = [];
  store.subscribe(() => notified.push(store.get()));
  const paint = () => {
    for (const run of frames.splice(0)) run?.(0);
  };
  return { store, notified, paint };
}
const increase = (count: number) => count + 1;

test("notifies of each change at once, and not where nothing changed", () => {
  const { store, notified } = counted();
  store.set(increase);
  store.set((count) => count);
  expect(notified).toEqual([1]);
});

test("changes at once and notifies once a frame where it may wait", () => {
  const { store, notified, paint } = counted();
  store.setNextFrame(increase);
  store.setNextFrame(increase);
  expect(store.get()).toBe(2);
  expect(notified).toEqual([]);
  paint();
  expect(notified).toEqual([2]);
  paint();
  expect(notified).toEqual([2]);
});

test("waits between two paints of what streams in, and not for what must show at once", () => {
  const { store, notified, paint } = counted();
  store.setNextFrame(increase);
  paint();
  store.setNextFrame(increase);
  jest.advanceTimersByTime(31);
  paint();
  expect(notified).toEqual([1]);
  store.setNextFrame(increase);
  jest.advanceTimersByTime(1);
  paint();
  expect(notified).toEqual([1, 3]);
  store.set(increase);
  expect(notified).toEqual([1, 3, 4]);
});

test("delays no line after interim words, and interim words after everything", () => {
  const { store, notified, paint } = counted();
  store.setThrottled(increase);
  paint();
  store.setThrottled(increase);
  jest.advanceTimersByTime(10);
  paint();
  expect(notified).toEqual([1]);
  store.setNextFrame(increase);
  paint();
  expect(notified).toEqual([1, 3]);
  store.setThrottled(increase);
  store.setNextFrame(increase);
  jest.advanceTimersByTime(31);
  paint();
  expect(notified).toEqual([1, 3]);
  jest.advanceTimersByTime(1);
  paint();
  jest.runAllTimers();
  paint();
  expect(notified).toEqual([1, 3, 5]);
});

test("notifies with the next change that may not wait, and not again", () => {
  const { store, notified, paint } = counted();
  store.setNextFrame(increase);
  store.set(increase);
  paint();
  jest.runAllTimers();
  expect(notified).toEqual([2]);
});

test("notifies in a page that paints no frames", () => {
  const { store, notified } = counted();
  store.setNextFrame(increase);
  jest.runAllTimers();
  expect(notified).toEqual([1]);
});
