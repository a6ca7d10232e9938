import { sttStats } from "@souffleur/contracts";
import { ok, refused, renderApp, someUser, startApi } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import remote from "./routes.tsx";

let api: Awaited<ReturnType<typeof startApi>>;
let stop = () => {};

beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  stop();
  await api.close();
});

test("the counts are shown, and Retry loads them after a failure", async () => {
  api.on(sttStats, () => refused("INTERNAL", "It broke."));
  const app = await renderApp(remote, { path: "/speech", as: someUser() });
  stop = app.stop;
  const retry = await screen.findByRole("button", { name: "Retry" });
  api.on(sttStats, () => ok(sttStats, { data: { stats: { transcripts: 1247, packetsReceived: 8200 } } }));
  await app.user.click(retry);
  expect(await screen.findByText("1,247")).toBeVisible();
  expect(api.callsOf(sttStats).at(-1)?.token).toBeDefined();
});
