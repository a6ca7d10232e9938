import { startRealtime } from "@souffleur/shared-ui";
import { renderApp, someUser } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
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
  /** Called after the test. */
  stops: (() => void)[];
}

export const page = {} as Page;

/** Gives each test of a file its own page; all share one server. */
export function preparePages(): void {
  // One for all tests: the page's one socket keeps its first address.
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

/** The screen, connected and waiting. @param stored the initial content of the browser's storage */
export async function open(stored: Record<string, unknown> = {}, path = "/live-call") {
  const app = await renderApp(remote, { path, as: someUser(), stored });
  await act(async () => void page.stops.push(startRealtime(), app.stop));
  await waitFor(() => expect(fact("Backend connection")).toHaveTextContent("Connected"));
  return app;
}

/** The browser test call, after its session is joined. */
export async function openCall() {
  const app = await open();
  await app.user.click(button("Test Live Transcription"));
  await waitForStatus("Active");
  await waitFor(() => expect(page.server.joins).not.toHaveLength(0));
  return app;
}
