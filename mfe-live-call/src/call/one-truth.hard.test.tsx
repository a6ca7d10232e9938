// The socket's server and client run in one process, so both need their builds for Node.

import { endSimulation, getCall } from "@souffleur/contracts";
import { callInProgress, connectionStatus, subscribeConnection } from "@souffleur/shared-ui";
import { refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import {
  button,
  openCall,
  page,
  preparePages,
  showBar,
  status,
  waitForStatus,
} from "../testing/open-screen.tsx";

preparePages();

/** Closes the connection; resolves when the page knows that. */
async function lose(): Promise<void> {
  const known = new Promise<void>((resolve) => {
    const stop = subscribeConnection(() => {
      if (connectionStatus() === "connected") return;
      stop();
      resolve();
    });
  });
  await act(async () => {
    page.server.disconnect();
    await known;
  });
}
const regain = () => waitFor(() => expect(connectionStatus()).toBe("connected"));
/** The call ends on the server, which does not get to say so. */
const endUnheard = () => {
  page.server.call.status = "ended";
};
const refuseEnd = () => page.server.api.on(endSimulation, () => refused("FORBIDDEN", "No."));
/** Where the answer is a 5xx, the request is repeated. */
const failEnd = () =>
  page.server.api.on(endSimulation, () => {
    page.server.answerAll();
    return refused("DATABASE_UNAVAILABLE", "Not now.");
  });
const announce = () => act(async () => page.server.announce());
const endArrived = () => waitFor(() => expect(page.server.api.callsOf(endSimulation)).not.toHaveLength(0));
const pressEnd = () => act(async () => button("End Call").click());
const hear = () => act(async () => page.server.end());

type Step = () => unknown;

const orders: readonly [name: string, steps: readonly Step[]][] = [
  ["the link, the call, and the link is back", [lose, endUnheard, regain]],
  ["the call, the link, and a late announcement", [endUnheard, hear, lose, regain, announce]],
  [
    "End Call without a link, and the server still announces the call",
    [refuseEnd, lose, pressEnd, regain, announce],
  ],
  [
    "End Call that the server refuses, the link, and an announcement",
    [refuseEnd, pressEnd, lose, regain, announce],
  ],
  [
    "End Call that fails, the link, an announcement, and the end that is repeated",
    [failEnd, pressEnd, lose, regain, announce, endArrived],
  ],
  ["End Call, its event twice, and the link", [pressEnd, hear, hear, lose, regain]],
];

test.each(orders)("ended means ended everywhere, whatever is killed first: %s", async (_name, steps) => {
  const { router } = await openCall();
  expect(callInProgress()).toBeDefined();
  for (const step of steps) {
    await step();
    // At no moment do the screen and the way back disagree.
    expect(callInProgress() !== undefined).toBe(status().textContent === "Active");
  }
  await waitForStatus("Ended");
  expect(callInProgress()).toBeUndefined();
  expect(screen.queryByRole("button", { name: "End Call" })).not.toBeInTheDocument();
  expect(page.media.isReleased()).toBe(true);
  // Nor does it come back on another screen.
  await act(() => router.navigate("/dashboard"));
  expect(callInProgress()).toBeUndefined();
});

test("a call goes on while the link is dead and the API answers nothing, and ends with the API's restart", async () => {
  page.server.api.on(getCall, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  await openCall();
  await lose();
  expect(status()).toHaveTextContent("Active");
  expect(callInProgress()).toBeDefined();
  expect(
    screen.getByText("Connection lost. Missed lines will appear when you're back online."),
  ).toBeVisible();
  // The restarted API knows the call as over.
  endUnheard();
  Object.assign(page.server.call, { reason: "server_restarted", endedAt: new Date().toISOString() });
  page.server.answerAll();
  await regain();
  await waitForStatus("Ended");
  expect(await screen.findByText(/The call ended because the server restarted/)).toBeVisible();
  expect(callInProgress()).toBeUndefined();
});

test("the bar on another screen goes when the call has ended during a dead link", async () => {
  const app = await openCall();
  await act(() => app.router.navigate("/dashboard"));
  showBar(app);
  await lose();
  expect(screen.getByRole("region", { name: "Running call" })).toBeVisible();
  endUnheard();
  await regain();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Running call" })).not.toBeInTheDocument());
  expect(callInProgress()).toBeUndefined();
});
