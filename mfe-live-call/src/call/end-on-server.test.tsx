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

const failEnds = () => page.server.api.on(endSimulation, () => refused("DATABASE_UNAVAILABLE", "Not now."));
const left = () => storedKeys("souffleur.end.");

async function endUnheard() {
  failEnds();
  const app = await openCall();
  await act(async () => button("End Call").click());
  // Answered: a sign-out shares an attempt that is on its way.
  const failed = "The call could not be ended on the server";
  await waitFor(() => expect(page.logged).toHaveBeenCalledWith(failed, expect.anything()));
  expect(left()).toEqual([`souffleur.end.user-1.${page.server.call.callId}`]);
  return app;
}

/** The server works again. @returns what it answers from now on, in order: an attempt may be on its way */
function answerEnds() {
  const answered: string[] = [];
  const heard = (what: string) => void answered.push(what);
  page.server.answerAll();
  page.server.api.answer(endSimulation, ({ body }) => {
    const { callId } = body as { callId: string };
    heard(`end of ${callId}`);
    const endedAt = new Date().toISOString();
    return { data: { callId, status: "ended" as const, endedAt, durationSeconds: 1 } };
  });
  page.server.api.on(logout, () => {
    heard("sign-out");
    return ok(logout, {});
  });
  return answered;
}

test("a sign-out sends the end of a call that the server does not have", async () => {
  await endUnheard();
  const answered = answerEnds();
  await act(() => signOut());
  expect(answered).toEqual([`end of ${page.server.call.callId}`, "sign-out"]);
  expect(left()).toEqual([]);
});

test("an end that no answer came for is sent when its agent is back, and by nobody else", async () => {
  const app = await endUnheard();
  await act(() => signOut());
  closePage(app);
  const [key = ""] = left();
  expect(key).not.toBe("");
  const answered = answerEnds();
  const stored = { [key]: 1 };
  const other = await show({ as: someUser({ id: "user-2" }), stored });
  expect(await screen.findByText("Ready. Incoming calls open here.")).toBeVisible();
  expect(answered).toEqual([]);
  closePage(other);
  await show({ path: "/dashboard", stored });
  await waitFor(() => expect(answered).toEqual([`end of ${page.server.call.callId}`]));
  await waitFor(() => expect(left()).toEqual([]));
});

test("an end that the server refuses for good is forgotten", async () => {
  page.server.api.on(endSimulation, () => refused("NOT_FOUND", "The requested resource was not found."));
  await openCall();
  await act(async () => button("End Call").click());
  await waitForStatus("Ended");
  await waitFor(() => expect(left()).toEqual([]));
});
