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

test("set notifies of each change at once, and not if nothing changed", () => {
  const { store, notified } = counted();
  store.set(increase);
  store.set((count) => count);
  expect(notified).toEqual([1]);
});

test("setNextFrame changes the state at once and notifies once per frame", () => {
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

test("setNextFrame waits between two notifications, and set does not", () => {
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

test("setNextFrame does not wait after setThrottled, which waits after every notification", () => {
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

test("a pending notification is sent with the next set, and not again", () => {
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
