// The socket's server and client run in one process, so both need their builds for Node.

import { readFigures } from "@souffleur/contracts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { Server } from "socket.io";
import { onServerEvent, queryDefaults, startRealtime, startSession, useConnectionStatus } from "../index.ts";
import { deferred, ok, type Reply, saveSession, someUser, startApi } from "../testing/render-app.tsx";
import { someFigures } from "../testing/some-figures.ts";
import { useOwnFigures } from "./use-own-figures.ts";

let api: Awaited<ReturnType<typeof startApi>>;
let io: Server;
let stops: (() => void)[];

// One server for all tests, because the page's socket keeps the address of its first connection.
beforeAll(async () => {
  api = await startApi();
  api.servePage();
  io = new Server(api.server, { transports: ["websocket"] });
});
beforeEach(() => {
  stops = [];
  api.calls.length = 0;
});
afterEach(async () => {
  await act(async () => {
    for (const stop of stops) stop();
  });
  io.disconnectSockets(true);
});
afterAll(async () => {
  await io.close();
  await api.close();
});

function Screen({ isShown }: { isShown: boolean }) {
  const { data } = useOwnFigures("30d", isShown ? "calls" : "sample");
  return (
    <p>
      {useConnectionStatus()} {data?.dashboard.totalCalls ?? "none"}
    </p>
  );
}

const figures = someFigures("30d");
let calls: number;
const answer = (): Reply =>
  ok(readFigures, { data: { ...figures, dashboard: { ...figures.dashboard, totalCalls: calls } } });

/** @returns a function that shows or hides the figures */
async function open(isShown = true): Promise<(isShown: boolean) => void> {
  calls = 1;
  saveSession(someUser());
  const client = new QueryClient({ defaultOptions: queryDefaults({ retry: false }) });
  await act(async () => {
    stops.push(startSession());
  });
  const page = (shown: boolean) => (
    <QueryClientProvider client={client}>
      <Screen isShown={shown} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(isShown));
  await act(async () => {
    stops.push(startRealtime());
  });
  return (shown) => rerender(page(shown));
}

const shows = (text: string) => screen.findByText(text);
const change = () => io.emit("figures_changed", { callId: "call-1" });

test("a change reported by the socket is shown, and a burst of changes causes few requests", async () => {
  api.on(readFigures, answer);
  await open();
  await shows("connected 1");
  calls = 2;
  change();
  await shows("connected 2");
  const before = api.callsOf(readFigures).length;
  calls = 3;
  for (let times = 0; times < 20; times += 1) change();
  await shows("connected 3");
  calls = 4;
  change();
  await shows("connected 4");
  expect(api.callsOf(readFigures).length - before).toBeLessThanOrEqual(3);
});

test("a change during the first request is not missed", async () => {
  const held = deferred();
  api.on(readFigures, async () => {
    const read = answer();
    await held.promise;
    return read;
  });
  await open();
  await shows("connected none");
  calls = 2;
  change();
  held.resolve();
  await shows("connected 2");
});

test("the figures are requested again when the socket reconnects", async () => {
  api.on(readFigures, answer);
  await open();
  await shows("connected 1");
  // The first connection is also established after the first request.
  await waitFor(() => expect(api.callsOf(readFigures)).toHaveLength(2));
  calls = 2;
  await act(async () => {
    for (const socket of io.sockets.sockets.values()) socket.conn.close();
  });
  await shows("connected 2");
  expect(api.callsOf(readFigures)).toHaveLength(3);
});

test("no figures are requested while the samples are shown", async () => {
  api.on(readFigures, answer);
  const show = await open(false);
  await shows("connected none");
  const received = new Promise<void>((resolve) => {
    stops.push(onServerEvent("figures_changed", () => resolve()));
  });
  change();
  await received;
  show(true);
  await shows("connected 1");
  expect(api.callsOf(readFigures)).toHaveLength(1);
});
