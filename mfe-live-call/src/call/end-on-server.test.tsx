/** @jest-environment-options {"customExportConditions": ["node", "require", "default"]} */
// The socket's server and client run in one process, so both need their builds for Node.

import { endSimulation, logout } from "@souffleur/contracts";
import { signOut, storedKeys } from "@souffleur/shared-ui";
import { ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import {
  button,
  closePage,
  openCall,
  page,
  preparePages,
  show,
  waitForStatus,
} from "../testing/open-screen.tsx";

preparePages();

const ends = () => page.server.api.callsOf(endSimulation);
const failEnds = () => page.server.api.on(endSimulation, () => refused("DATABASE_UNAVAILABLE", "Not now."));
const left = () => storedKeys("souffleur.end.");

async function endUnheard() {
  failEnds();
  const app = await openCall();
  await act(async () => button("End Call").click());
  await waitFor(() => expect(ends()).not.toHaveLength(0));
  expect(left()).toEqual([`souffleur.end.user-1.${page.server.call.callId}`]);
  return app;
}

test("a sign-out sends the end of a call that the server does not have", async () => {
  await endUnheard();
  page.server.answerAll();
  page.server.api.on(logout, () => ok(logout, {}));
  await act(() => signOut());
  expect(ends()).toHaveLength(1);
  const paths = page.server.api.calls.map(({ path }) => path);
  expect(paths.indexOf(endSimulation.path)).toBeLessThan(paths.indexOf(logout.path));
  expect(left()).toEqual([]);
});

test("an end that no answer came for is sent when its agent is back, and by nobody else", async () => {
  const app = await endUnheard();
  await act(() => signOut());
  closePage(app);
  const [key = ""] = left();
  expect(key).not.toBe("");
  page.server.answerAll();
  const stored = { [key]: 1 };
  const other = await show({ as: someUser({ id: "user-2" }), stored });
  expect(await screen.findByText("Ready. Incoming calls open here.")).toBeVisible();
  expect(ends()).toEqual([]);
  closePage(other);
  await show({ path: "/dashboard", stored });
  await waitFor(() => expect(ends()).toHaveLength(1));
  await waitFor(() => expect(left()).toEqual([]));
});

test("an end that the server refuses for good is forgotten", async () => {
  page.server.api.on(endSimulation, () => refused("NOT_FOUND", "The requested resource was not found."));
  await openCall();
  await act(async () => button("End Call").click());
  await waitForStatus("Ended");
  await waitFor(() => expect(left()).toEqual([]));
});
