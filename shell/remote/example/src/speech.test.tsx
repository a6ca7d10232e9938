import { sttStats } from "@souffleur/contracts";
import { ok, refused, someUser, testPage } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import remote from "./routes.tsx";

const { api, open } = testPage(remote, { as: someUser() });

test("the counts are shown, and Retry loads them after a failure", async () => {
  api.on(sttStats, () => refused("INTERNAL", "It broke."));
  const { user } = await open("/speech");
  const retry = await screen.findByRole("button", { name: "Retry" });
  api.on(sttStats, () => ok(sttStats, { data: { stats: { transcripts: 1247, packetsReceived: 8200 } } }));
  await user.click(retry);
  expect(await screen.findByText("1,247")).toBeVisible();
  expect(api.callsOf(sttStats).at(-1)?.token).toBeDefined();
});
