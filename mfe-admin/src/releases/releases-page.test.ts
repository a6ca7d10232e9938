import {
  browserErrors,
  type LiveRelease,
  liveReleases,
  rollBackRelease,
} from "@souffleur/contracts/live-releases";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { api, button, findToast, open } from "../testing/page.ts";

const live: LiveRelease = {
  remote: "mfe-analytics",
  title: "Analytics",
  version: "3f1c9a7be2d40586",
  commit: "40bafc57a4b149665c8eca45a3c4a1aa789c838f",
  builtAt: "2026-01-05T08:30:00.000Z",
  liveSince: "2026-01-05T09:00:00.000Z",
  bytes: 412_300,
  share: 90,
  trial: false,
  loads: 197,
  failures: 3,
  medianMs: 92,
  slowMs: 1310,
  before: "b27e0d1148c3f96a",
};
const first: LiveRelease = {
  ...live,
  remote: "mfe-auth",
  title: "Sign in",
  version: "aa",
  share: 100,
  before: null,
  loads: 0,
  failures: 0,
};

beforeEach(() => {
  api.on(browserErrors, () => ok(browserErrors, { data: { errors: [] } }));
});

function serve(releases: LiveRelease[], rollbackPercent: number | null = null): void {
  api.on(liveReleases, () => ok(liveReleases, { data: { releases, rollbackPercent } }));
}

function openReleases(...served: Parameters<typeof serve>) {
  serve(...served);
  return open("/admin/releases");
}

const rowOf = async (name: string) => {
  const header = await screen.findByRole("rowheader", { name: new RegExp(name) });
  return within(header.closest("tr") as HTMLElement);
};

test("each release is shown with version, commit, size, share, errors and load time", async () => {
  await openReleases([live], 20);
  const row = await rowOf("mfe-analytics");
  for (const text of [
    "3f1c9a7be2d40586",
    "40bafc57",
    "412 kB",
    "90%",
    "1.5%",
    "3 of 200",
    "92 ms",
    "p95 1.3 s",
  ]) {
    expect(row.getByText(text)).toBeInTheDocument();
  }
  expect(
    screen.getByText(/rolled back automatically when it fails for 20% of signed-in users, at least five/),
  ).toBeInTheDocument();
});

test("a release without reports says so, and the first release can't be rolled back", async () => {
  await openReleases([first]);
  const row = await rowOf("mfe-auth");
  expect(row.getAllByText("No reports")).toHaveLength(1);
  expect(row.queryByRole("button")).toBeNull();
});

test("a long list of modules can be searched by name", async () => {
  const names = Array.from({ length: 50 }, (_, at) => `mfe-team-${at}`);
  const { user } = await openReleases(names.map((remote) => ({ ...live, remote, title: remote })));
  const search = await screen.findByRole("searchbox", { name: "Search modules" });
  await user.type(search, " Team-4");
  const shown = () => screen.queryAllByRole("rowheader").map(({ textContent }) => textContent);
  expect(shown()).toEqual(names.filter((name) => name.includes("team-4")).map((name) => name + name));
  await user.type(search, "x");
  expect(screen.getByText("No modules match “Team-4x”.")).toBeInTheDocument();
});

test("a rollback is confirmed, sent once with the shown version, and reported", async () => {
  const { user } = await openReleases([live]);
  api.on(rollBackRelease, () => {
    serve([{ ...live, version: "b27e0d1148c3f96a", before: null }]);
    return ok(rollBackRelease, { data: { version: "b27e0d1148c3f96a" }, message: "It was rolled back." });
  });
  await user.click((await rowOf("mfe-analytics")).getByRole("button", { name: "Roll back" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/Everyone gets b27e0d1148c3f96a/)).toBeInTheDocument();
  expect(api.callsOf(rollBackRelease)).toHaveLength(0);
  await user.dblClick(dialog.getByRole("button", { name: "Roll back" }));
  await findToast("It was rolled back.");
  expect(await (await rowOf("mfe-analytics")).findByText("b27e0d1148c3f96a")).toBeInTheDocument();
  expect(api.callsOf(rollBackRelease).map(({ path, body }) => [path, body])).toEqual([
    ["/api/admin/releases/mfe-analytics/rollback", { version: live.version }],
  ]);
});

test("a canary is marked, and its rollback names the version that replaces it", async () => {
  const canary = { ...live, version: "5d2e8f10c3a94b67", share: 10, trial: true, before: live.version };
  const { user } = await openReleases([live, canary]);
  const headers = await screen.findAllByRole("rowheader", { name: /mfe-analytics/ });
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    "Analyticsmfe-analytics",
    "AnalyticsCanarymfe-analytics",
  ]);
  await user.click((await rowOf("Canary")).getByRole("button", { name: "Roll back" }));
  const text = `Canary ${canary.version} ends. Everyone gets ${live.version}.`;
  expect(within(await screen.findByRole("dialog")).getByText(text)).toBeInTheDocument();
});

test("a rollback that comes too late is refused with the reason, and the list is reloaded", async () => {
  const { user } = await openReleases([live]);
  api.on(rollBackRelease, () => refused("INVALID_TRANSITION", "It is not live any more."));
  await user.click((await rowOf("mfe-analytics")).getByRole("button", { name: "Roll back" }));
  await user.click(await screen.findByRole("button", { name: "Roll back" }));
  await findToast("It is not live any more.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(api.callsOf(liveReleases).length).toBeGreaterThan(1));
});

test("a failure to load the list is shown with its reason, and Retry loads it", async () => {
  api.on(liveReleases, () => refused("DATABASE_UNAVAILABLE", "Briefly unavailable."));
  const { user } = await open("/admin/releases");
  expect(await screen.findByText("Briefly unavailable.")).toBeInTheDocument();
  serve([live]);
  await user.click(button("Retry"));
  expect(await rowOf("mfe-analytics")).toBeDefined();
});
