import type { ActiveRelease, ReleaseReport } from "@souffleur/contracts";
import { createReleaseReports } from "./release-reports.ts";

function release(version: string, base = `/remotes/mfe-admin/${version}/`) {
  return { name: "mfe-admin", version, base } as ActiveRelease;
}

let online: boolean;
let sent: (readonly ReleaseReport[])[];
let reports: ReturnType<typeof createReleaseReports>;

beforeEach(() => {
  jest.useFakeTimers();
  online = true;
  sent = [];
  reports = createReleaseReports({
    send: (some) => sent.push(some),
    online: () => online,
    reportError: () => {},
  });
});
afterEach(() => jest.useRealTimers());

test("reports are sent together after one second", () => {
  reports.loaded(release("a"), 12.4);
  reports.failed(release("b"), new Error("broken"));
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1000);
  expect(sent).toEqual([
    [
      { remote: "mfe-admin", version: "a", outcome: "loaded", ms: 12 },
      { remote: "mfe-admin", version: "b", outcome: "failed" },
    ],
  ]);
  jest.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(1);
});

test("flush sends all reports at once, and none twice", () => {
  reports.loaded(release("a"), 5);
  reports.flush();
  reports.flush();
  jest.advanceTimersByTime(1000);
  expect(sent).toHaveLength(1);
});

test("a batch is not larger than the server accepts", () => {
  for (let count = 0; count < 45; count++) reports.loaded(release("a"), count);
  reports.flush();
  expect(sent.map(({ length }) => length)).toEqual([20, 20, 5]);
});

test("at most three failures of a release are reported", () => {
  for (let count = 0; count < 10; count++) reports.failed(release("a"), new Error("broken"));
  reports.failed(release("b"), new Error("broken"));
  reports.flush();
  expect(sent.flat().map(({ version }) => version)).toEqual(["a", "a", "a", "b"]);
});

test.each([
  ["failures without a connection", "a", false],
  ["a remote in development", "dev", true],
])("%s are not reported", (_what, version, isOnline) => {
  online = isOnline;
  if (isOnline) reports.loaded(release(version), 5);
  reports.failed(release(version), new Error("broken"));
  reports.flush();
  expect(sent).toEqual([]);
});
