import { endSplash } from "./splash.ts";

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = '<div id="splash" role="status" aria-label="Loading"></div>';
});
afterEach(() => jest.useRealTimers());

const splash = () => document.getElementById("splash");

test("the splash stays for two seconds, fades, and is removed", () => {
  endSplash(splash(), 0);
  jest.advanceTimersByTime(1999);
  expect(splash()).not.toHaveClass("splash-leaving");
  jest.advanceTimersByTime(1);
  expect(splash()).toHaveClass("splash-leaving");
  jest.advanceTimersByTime(180);
  expect(splash()).toBeNull();
});

test("the time for which the splash was visible before the scripts ran counts", () => {
  endSplash(splash(), 1500);
  jest.advanceTimersByTime(499);
  expect(splash()).not.toHaveClass("splash-leaving");
  jest.advanceTimersByTime(1);
  expect(splash()).toHaveClass("splash-leaving");
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
