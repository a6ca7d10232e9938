import {
  type BrowserError,
  browserErrors,
  liveReleases,
  resolveBrowserError,
} from "@souffleur/contracts/live-releases";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { screen, within } from "@testing-library/react";
import { api, button, open } from "../testing/page.ts";

const one: BrowserError = {
  id: "one-one-one-one-one-on",
  remote: "mfe-dashboard",
  name: "TypeError",
  message: "calls is undefined",
  screen: "/dashboard",
  browser: "Chrome 141",
  count: 1204,
  firstSeen: new Date(Date.now() - 7_200_000).toISOString(),
  lastSeen: new Date(Date.now() - 120_000).toISOString(),
  releases: [
    { version: "b27e0d1148c3f96a", commit: null },
    { version: "3f1c9a7be2d40586", commit: "40bafc57a4b149665c8eca45a3c4a1aa789c838f" },
  ],
  isNew: true,
  stack: ["loadCalls (mfe-dashboard/src/calls.ts:12:5)", "node_modules/react-dom/client.js:1:2"],
};
const other: BrowserError = {
  ...one,
  id: "two-two-two-two-two-tw",
  remote: "shell",
  message: "",
  screen: null,
  count: 1,
  releases: [],
  isNew: false,
  stack: [],
};

beforeEach(() => {
  api.on(liveReleases, () => ok(liveReleases, { data: { releases: [], rollbackPercent: null } }));
});

test("the errors of each remote are shown with count, age, release and commit, and open to their stack", async () => {
  api.on(browserErrors, () => ok(browserErrors, { data: { errors: [one, other] } }));
  const { user } = await open("/admin/releases");
  const errors = within(await screen.findByRole("region", { name: "mfe-dashboard" }));
  expect(errors.getByText("1,204 times, last", { exact: false }).closest("summary")).toHaveTextContent(
    "1,204 times, last 2 min ago in 3f1c9a7be2d40586 (40bafc57)",
  );
  expect(errors.getByText("New in this release")).toBeVisible();
  const stack = errors.getByText(/node_modules\/react-dom/);
  expect(stack).not.toBeVisible();
  await user.click(errors.getByText("TypeError: calls is undefined"));
  expect(stack).toBeVisible();
  expect(errors.getByText(/First seen/).parentElement).toHaveTextContent(
    "First seen 2 hours ago. Last seen on /dashboard in Chrome 141. Releases: b27e0d1148c3f96a, 3f1c9a7be2d40586 (40bafc57).",
  );
  const shell = within(screen.getByRole("region", { name: "shell" }));
  expect(shell.getByText(/^Once, last/).parentElement).toHaveTextContent("Once, last 2 min ago");
  expect(shell.queryByText("New in this release")).toBeNull();
});

test("a resolved error is removed, and the heading gets the focus", async () => {
  let errors = [one];
  api.on(browserErrors, () => ok(browserErrors, { data: { errors } }));
  api.on(resolveBrowserError, () => {
    errors = [];
    return ok(resolveBrowserError, {});
  });
  const { user } = await open("/admin/releases");
  await user.click(await screen.findByText("TypeError: calls is undefined"));
  await user.click(button("Resolve TypeError: calls is undefined"));
  expect(await screen.findByText("No errors in the last 30 days.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Browser errors" })).toHaveFocus();
  expect(api.callsOf(resolveBrowserError).map(({ path }) => path)).toEqual([
    `/api/admin/releases/errors/${one.id}`,
  ]);
});

test("a failure to load the errors does not affect the releases, and Retry loads them", async () => {
  api.on(browserErrors, () => refused("DATABASE_UNAVAILABLE", "Briefly unavailable."));
  const { user } = await open("/admin/releases");
  expect(await screen.findByText("Briefly unavailable.")).toBeVisible();
  expect(await screen.findByText("No releases yet.")).toBeVisible();
  api.on(browserErrors, () => ok(browserErrors, { data: { errors: [other] } }));
  await user.click(button("Retry"));
  expect(await screen.findByRole("region", { name: "shell" })).toBeVisible();
});
