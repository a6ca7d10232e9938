import { getTranscript, listCallAgents, listCalls, reviewCall } from "@souffleur/contracts";
import { listLineNotes } from "@souffleur/contracts/coaching";
import { startRealtime } from "@souffleur/shared-ui";
import { deferred, ok, renderApp, someUser, startApi } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import { Server } from "socket.io";
import remote from "../routes.tsx";
import { someCall, someLines, someReview } from "../testing/stored-calls.ts";

let api: Awaited<ReturnType<typeof startApi>>;
let io: Server;
let stops: (() => void)[];

// One server for all tests: the page's socket is a singleton and keeps its first address.
beforeAll(async () => {
  api = await startApi();
  api.servePage();
  io = new Server(api.server, { transports: ["websocket"] });
});
beforeEach(() => {
  stops = [];
  // Without a layout every row would be in view.
  Object.defineProperty(HTMLTableRowElement.prototype, "offsetHeight", { configurable: true, value: 45 });
  api.on(listCallAgents, () => ok(listCallAgents, { data: { agents: [] } }));
  api.on(listCalls, () => ok(listCalls, { data: { calls: [1, 2, 3].map((number) => someCall(number)) } }));
});
afterEach(async () => {
  await act(async () => {
    for (const stop of stops) stop();
  });
});
afterAll(async () => {
  await io.close();
  await api.close();
});

async function open(path: string) {
  const connected = new Promise((resolve) => io.once("connection", resolve));
  const app = await renderApp(remote, { path, as: someUser() });
  await act(async () => void stops.push(startRealtime(), app.stop));
  await connected;
  return app;
}

const remove = (number: number) =>
  io.emit("call_deleted", {
    callId: `call-${number}`,
    sessionId: "5f0c7a3e-6f0e-4f0c-9a53-3d1c0e9f0001",
  });

test("a call deleted elsewhere is removed from the list, also from a list requested before the deletion", async () => {
  const answer = deferred();
  const { router } = await open("/analytics/calls");
  await screen.findByText("Customer 2");
  remove(2);
  await waitFor(() => expect(screen.queryByText("Customer 2")).not.toBeInTheDocument());
  expect(screen.getByRole("table", { name: "Calls" })).toHaveAttribute("aria-rowcount", "3");
  api.on(listCalls, async () => {
    await answer.promise;
    return ok(listCalls, { data: { calls: [3, 4].map((number) => someCall(number)) } });
  });
  await act(() => router.navigate("/analytics/calls?q=remise"));
  remove(3);
  remove(1);
  await waitFor(() => expect(screen.queryByText("Customer 1")).not.toBeInTheDocument());
  answer.resolve();
  await screen.findByText("Customer 4");
  expect(screen.queryByText("Customer 3")).not.toBeInTheDocument();
});

test("the review of a call deleted elsewhere says so, and the list no longer has it", async () => {
  const lines = someLines(["Bonjour, le dossier est prêt."]);
  api.answer(listLineNotes, () => ({ data: { notes: [] } }));
  api.on(reviewCall, () => ok(reviewCall, { data: someReview(lines) }));
  api.on(getTranscript, () => ok(getTranscript, { data: { lines } }));
  const { router } = await open("/analytics/calls");
  await screen.findByText("Customer 1");
  await act(() => router.navigate("/analytics/calls/call-1"));
  await screen.findByText("Bonjour, le dossier est prêt.");
  remove(2);
  remove(1);
  expect(await screen.findByText("This call was deleted.")).toBeVisible();
  expect(screen.queryByText("Bonjour, le dossier est prêt.")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Print" })).toHaveAttribute("aria-disabled", "true");
  await act(() => router.navigate(-1));
  await screen.findByText("Customer 3");
  for (const number of [1, 2]) expect(screen.queryByText(`Customer ${number}`)).not.toBeInTheDocument();
});
