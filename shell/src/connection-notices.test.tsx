/**
 * Server and client run in this one process: both are the builds for Node.
 * @jest-environment-options {"customExportConditions": ["node", "require", "default"]}
 */
import { setImmediate } from "node:timers/promises";
import {
  startRealtime,
  startSession,
  Toaster,
  useConnectionStatus,
  useTellConnection,
} from "@souffleur/shared-ui";
import { someUser, startApi, tokenFor } from "@souffleur/shared-ui/testing";
import { act, render, screen } from "@testing-library/react";
import { Server } from "socket.io";
import { ConnectionNotices } from "./connection-notices.tsx";

const isLost = "The connection is lost. It is being restored.";
const isGivenUp = "The connection could not be restored.";
const isBack = "You are connected again.";

/** A screen that perhaps tells of the connection itself. */
function Screen({ tells }: { tells: boolean }) {
  useTellConnection(tells);
  return <p>{useConnectionStatus()}</p>;
}

const page = (tells: boolean) => (
  <>
    <ConnectionNotices />
    <Toaster />
    <Screen tells={tells} />
  </>
);

/** The page's time goes by, and what is on its way between server and client arrives. */
async function pass(ms: number): Promise<void> {
  await act(async () => {
    await jest.advanceTimersByTimeAsync(ms);
    await setImmediate();
  });
}

const isShown = (text: string) => screen.queryByText(text) !== null;

/** In small steps, so that what arrives in time on a slow machine does not arrive late in the page's time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pass(1);
}

test("a lost connection is told after three seconds, over no screen that tells it itself, and its end once", async () => {
  const api = await startApi();
  api.servePage();
  const io = new Server(api.server, { transports: ["websocket"] });
  let held: ((error?: Error) => void) | undefined;
  let answer = (next: (error?: Error) => void) => next();
  io.use((_socket, next) => answer(next));
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  const user = someUser();
  const record = { accessToken: tokenFor(user), user, organization: null, timestamp: Date.now() };
  localStorage.setItem("souffleur.auth", JSON.stringify(record));
  const stops: (() => void)[] = [];
  await act(async () => void stops.push(startSession(), startRealtime()));
  const { rerender, unmount } = render(page(false));
  await until(() => isShown("connected"));

  // The next try to connect stays without an answer.
  answer = (next) => {
    held = next;
  };
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
  await until(() => isShown("connecting"));
  await pass(2900);
  expect(isShown(isLost)).toBe(false);
  await pass(100);
  await until(() => isShown(isLost));

  rerender(page(true));
  await until(() => !isShown(isLost));
  await pass(3100);
  expect(isShown(isLost)).toBe(false);
  await until(() => held !== undefined);
  held?.(new Error("No."));
  await until(() => isShown("offline"));
  await pass(3100);
  expect(isShown(isGivenUp)).toBe(false);

  rerender(page(false));
  await pass(3000);
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
