import { endSplash } from "./splash.ts";

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = '<div id="splash" role="status" aria-label="Loading"></div>';
});
afterEach(() => jest.useRealTimers());

const splash = () => document.getElementById("splash");

test.each([
  ["stays for two seconds, fades, and is removed", 0, 2000],
  ["counts the time for which it was visible before the scripts ran", 1500, 500],
])("the splash %s", (_what, before, ms) => {
  endSplash(splash(), before);
  jest.advanceTimersByTime(ms - 1);
  expect(splash()).not.toHaveClass("splash-leaving");
  jest.advanceTimersByTime(1);
  expect(splash()).toHaveClass("splash-leaving");
  jest.advanceTimersByTime(180);
  expect(splash()).toBeNull();
});

test("a page whose scripts took longer than the splash is shown at once", () => {
  endSplash(splash(), 4000);
  jest.advanceTimersByTime(180);
  expect(splash()).toBeNull();
});

test("a page without a splash needs nothing", () => {
  endSplash(null, 0);
  expect(jest.getTimerCount()).toBe(0);
});
