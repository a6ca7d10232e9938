import { createLimitedWarnings } from "./limited-warnings.ts";
import { createLogger } from "./logger.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("logs the first events of a minute, at its end the number of the others, and then starts over", () => {
  const lines: { at?: number; more?: number }[] = [];
  const log = createLogger("warn", { write: (line) => void lines.push(JSON.parse(line)) });
  const { warn, close } = createLimitedWarnings(log, "refused", { first: 2 });
  const logged = () => lines.splice(0).map(({ at, more }) => at ?? `${more} more`);

  for (const at of [1, 2, 3, 4, 5]) warn({ at });
  expect(logged()).toEqual([1, 2]);
  jest.advanceTimersByTime(60_000);
  expect(logged()).toEqual(["3 more"]);

  warn({ at: 6 });
  jest.advanceTimersByTime(600_000);
  expect(logged()).toEqual([6]);

  for (const at of [7, 8, 9]) warn({ at });
  close();
  close();
  expect(logged()).toEqual([7, 8, "1 more"]);
  expect(jest.getTimerCount()).toBe(0);
});
