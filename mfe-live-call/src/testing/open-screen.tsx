import { startRealtime, useCallBar } from "@souffleur/shared-ui";
import { renderApp, someUser } from "@souffleur/shared-ui/testing";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { letGoOfPageCall } from "../call/page-call.ts";
import remote from "../routes.tsx";
import { installMedia } from "./browser-media.ts";
import { startCallServer } from "./call-server.ts";

/** The environment of a test's screen. */
interface Page {
  server: Awaited<ReturnType<typeof startCallServer>>;
  media: ReturnType<typeof installMedia>;
  alerts: string[];
  /** Spies on `console.warn`. */
  logged: jest.SpyInstance;
  /** Functions that are called after the test. */
  stops: (() => void)[];
}

export const page = {} as Page;

/** Prepares a new page for each test of a file; all tests share one server. */
export function preparePages(): void {
  // One server, because the page's socket keeps the address of its first connection.
  beforeAll(async () => {
    page.server = await startCallServer();
  });
  afterAll(() => page.server.close());
  beforeEach(() => {
    Object.assign(page, { stops: [], alerts: [], media: installMedia() });
    page.logged = jest.spyOn(console, "warn").mockImplementation(() => {});
    window.alert = (text) => void page.alerts.push(String(text));
    page.server.answerAll();
    page.server.prepare();
  });
  afterEach(() => {
    for (const stop of page.stops) stop();
    letGoOfPageCall();
    sessionStorage.clear();
    page.media.uninstall();
    page.logged.mockRestore();
  });
}

export const button = (name: string) => screen.getByRole("button", { name });
export const status = () =>
  screen.getByText(/^(Waiting|Connecting|Active|Ended|Error)$/, { selector: "[role=status]" });
export const log = () => screen.getByRole("log", { name: "Conversation" });
export const notes = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Agent notes" });
export const suggestions = () => within(screen.getByRole("region", { name: "Live Suggestions" }));
export const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling;
export const waitForStatus = (text: string) => waitFor(() => expect(status()).toHaveTextContent(text));
export const waitForLine = (text: string) => waitFor(() => expect(log()).toHaveTextContent(text));

type ShowOptions = Partial<Parameters<typeof renderApp>[1]>;

/** Shows a screen, by default the call's to an agent, without a socket. @param module the screens */
export async function show(options: ShowOptions = {}, module: Parameters<typeof renderApp>[0] = remote) {
  const app = await renderApp(module, { path: "/live-call", as: someUser(), ...options });
  page.stops.push(app.stop);
  return app;
}

/** Closes the page, as at the beginning of a reload. */
export function closePage({
  unmount,
  stop,
}: Pick<Awaited<ReturnType<typeof show>>, "unmount" | "stop">): void {
  unmount();
  stop();
  letGoOfPageCall();
}

/** Shows a screen and opens the socket. */
export async function showConnected(options: ShowOptions = {}) {
  const app = await show(options);
  await act(async () => void page.stops.push(startRealtime()));
  return app;
}

/** Shows the call's screen and waits for its connection. @param stored the initial content of the browser's storage */
export async function open(stored: Record<string, unknown> = {}, path = "/live-call") {
  const app = await showConnected({ stored, path });
  await waitFor(() => expect(fact("Backend connection")).toHaveTextContent("Connected"));
  return app;
}

function BarOfPage() {
  const Bar = useCallBar();
  return Bar === undefined ? null : <Bar />;
}

/** Shows the call's bar as the shell does on other screens. */
export const showBar = ({ queryClient }: Pick<Awaited<ReturnType<typeof show>>, "queryClient">) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter([{ path: "*", Component: BarOfPage }])} />
    </QueryClientProvider>,
  );

/** Starts the browser test call and waits until its session is joined. */
export async function openCall() {
  const app = await open();
  await app.user.click(button("Test Live Transcription"));
  await waitForStatus("Active");
  await waitFor(() => expect(page.server.joins).not.toHaveLength(0));
  return app;
}
