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

test("what happens together is sent together, a second later", () => {
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

test("a page that goes away sends at once, and nothing twice", () => {
  reports.loaded(release("a"), 5);
  reports.flush();
  reports.flush();
  jest.advanceTimersByTime(1000);
  expect(sent).toHaveLength(1);
});

test("no more is sent at once than the server takes", () => {
  for (let count = 0; count < 45; count++) reports.loaded(release("a"), count);
  reports.flush();
  expect(sent.map(({ length }) => length)).toEqual([20, 20, 5]);
});

test("a release that fails again and again is reported three times", () => {
  for (let count = 0; count < 10; count++) reports.failed(release("a"), new Error("broken"));
  reports.failed(release("b"), new Error("broken"));
  reports.flush();
  expect(sent.flat().map(({ version }) => version)).toEqual(["a", "a", "a", "b"]);
});

test("what fails without a connection is not the release's fault", () => {
  online = false;
  reports.failed(release("a"), new Error("broken"));
  reports.flush();
  expect(sent).toEqual([]);
});

test("what a developer edits is no release", () => {
  reports.loaded(release("dev"), 5);
  reports.failed(release("dev"), new Error("broken"));
  reports.flush();
  expect(sent).toEqual([]);
});
