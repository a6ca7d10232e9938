// The socket's server and client run in one process, so both need their builds for Node.

import { setImmediate } from "node:timers/promises";
import {
  startRealtime,
  startSession,
  Toaster,
  useConnectionStatus,
  useOwnConnectionNotice,
} from "@souffleur/shared-ui";
import { saveSession, someUser, startApi } from "@souffleur/shared-ui/testing";
import { act, render, screen } from "@testing-library/react";
import { Server } from "socket.io";
import { ConnectionNotices } from "./connection-notices.tsx";

const isLost = "Connection lost. Reconnecting…";
const isGivenUp = "Could not reconnect.";
const isBack = "You're back online.";

/** A screen that shows the connection itself if `isOwner` is true. */
function Screen({ isOwner }: { isOwner: boolean }) {
  useOwnConnectionNotice(isOwner);
  return <p>{useConnectionStatus()}</p>;
}

const page = (isOwner: boolean) => (
  <>
    <ConnectionNotices id="connection" />
    <Toaster />
    <Screen isOwner={isOwner} />
  </>
);

/** Advances the page's time, and lets messages between server and client arrive. */
async function advance(ms: number): Promise<void> {
  await act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
    await setImmediate();
  });
}

const isShown = (text: string) => screen.queryByText(text) !== null;

/** Advances in small steps, so that on a slow machine no message arrives late in the page's time. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await advance(1);
}

test("a notice is shown once the connection is lost for three seconds, unless the screen shows it, and when it is back", async () => {
  const api = await startApi();
  api.servePage();
  const io = new Server(api.server, { transports: ["websocket"] });
  let held: ((error?: Error) => void) | undefined;
  let answer = (next: (error?: Error) => void) => next();
  io.use((_socket, next) => answer(next));
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  saveSession(someUser());
  const stops: (() => void)[] = [];
  await act(async () => void stops.push(startSession(), startRealtime()));
  const { rerender, unmount } = render(page(false));
  await until(() => isShown("connected"));
  const cut = () => {
    for (const socket of io.sockets.sockets.values()) socket.conn.close();
  };

  // A short loss is shown by the badge alone.
  cut();
  await until(() => isShown("connecting"));
  await until(() => isShown("connected"));
  await advance(3100);
  for (const text of [isLost, isGivenUp, isBack]) expect(isShown(text)).toBe(false);

  // The next attempt to connect gets no answer.
  answer = (next) => {
    held = next;
  };
  cut();
  await until(() => isShown("connecting"));
  await advance(2900);
  expect(isShown(isLost)).toBe(false);
  await advance(100);
  await until(() => isShown(isLost));

  rerender(page(true));
  await until(() => !isShown(isLost));
  await advance(3100);
  expect(isShown(isLost)).toBe(false);
  await until(() => held !== undefined);
  held?.(new Error("No."));
  await until(() => isShown("offline"));
  await advance(3100);
  expect(isShown(isGivenUp)).toBe(false);

  rerender(page(false));
  await advance(3000);
  await until(() => isShown(isGivenUp));
  answer = (next) => next();
  act(() => screen.getByRole("button", { name: "Retry" }).click());
  await until(() => isShown(isBack));
  await until(() => !isShown(isGivenUp));

  unmount();
  for (const stop of stops) stop();
  jest.useRealTimers();
  await io.close();
  await api.close();
});
