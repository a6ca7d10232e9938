// The socket's server and client run in one process, so both need their builds for Node.

import { type HelpRequest, listHelp, takeHelp } from "@souffleur/contracts/desk";
import { startRealtime, useShowCalls } from "@souffleur/shared-ui";
import { deferred, ok, refused, renderApp, someUser, startApi } from "@souffleur/shared-ui/testing";
import { act, renderHook, screen, waitFor, within } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { Server } from "socket.io";
import HelpRequests from "./help-requests.tsx";

const me = someUser({ role: "supervisor" });
const remote = {
  routes: [
    { path: "/dashboard", Component: () => <HelpRequests userId={me.id} /> },
    {
      path: "/live-call/desk",
      Component() {
        const { search, state } = useLocation();
        return (
          <>
            <HelpRequests userId={me.id} />
            <h1>Live calls</h1>
            <output>{JSON.stringify({ search, state })}</output>
          </>
        );
      },
    },
  ],
};

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

function asked(callId: string, differences: Partial<HelpRequest> = {}): HelpRequest {
  const help = { askedAt: new Date().toISOString() };
  return {
    callId,
    agentId: `agent of ${callId}`,
    agentName: "Julien Carrel",
    customer: { name: "Hélène Vasseur" },
    help,
    ...differences,
  };
}

describe("requests for help", () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let io: Server;
  const stops: (() => void)[] = [];
  const requests: HelpRequest[] = [];
  const shown: { title: string; options: NotificationOptions | undefined; onclick?: () => void }[] = [];

  beforeAll(async () => {
    api = await startApi();
    api.servePage();
    io = new Server(api.server, { transports: ["websocket"] });
    api.answer(listHelp, () => ({ data: { requests } }));
  });
  afterAll(async () => {
    await io.close();
    await api.close();
  });
  beforeEach(() => {
    requests.length = 0;
    shown.length = 0;
    class FakeNotification {
      static permission = "granted";
      constructor(title: string, options?: NotificationOptions) {
        shown.push(Object.assign(this, { title, options }));
      }
      close() {
        shown.splice(shown.indexOf(this as never), 1);
      }
    }
    Object.assign(window, { Notification: FakeNotification });
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    Reflect.deleteProperty(window, "Notification");
  });

  /** Stores a changed request and emits it, as the server does. */
  function change(request: HelpRequest): void {
    const others = requests.filter(({ callId }) => callId !== request.callId);
    requests.splice(0, requests.length, ...others, ...(request.help ? [request] : []));
    act(() => void io.emit("help_changed", request));
  }

  async function open() {
    const app = await renderApp(remote, { path: "/dashboard", as: me });
    const connected = new Promise((resolve) => io.once("connection", resolve));
    await act(async () => void stops.push(startRealtime(), app.stop));
    await connected;
    return app;
  }

  const banner = () => within(screen.getByRole("region", { name: "Requests for help" }));

  test("show the oldest one with its age and the client's words, and how many more there are", async () => {
    requests.push(asked("b", { agentName: "Léa Moreau", help: { askedAt: ago(5) } }));
    requests.push(asked("a", { help: { askedAt: ago(65) }, words: "Votre offre est trop chère." }));
    const { user } = await open();
    await waitFor(() => expect(banner().getByText("Julien Carrel asks for help")).toBeVisible());
    expect(banner().getByText("for 1 min")).toBeVisible();
    expect(banner().getByText("Votre offre est trop chère.")).toHaveAttribute("lang", "fr");
    expect(screen.getByText("2 ask for help")).toHaveRole("status");
    await user.click(banner().getByRole("link", { name: "1 more" }));
    expect(await screen.findByRole("heading", { name: "Live calls" })).toBeVisible();
  });

  test("Join accepts the request and opens the call, to whisper", async () => {
    const help = { askedAt: ago(1), takenBy: { userId: me.id, name: "Sophie Girard" } };
    api.answer(takeHelp, () => ({ data: { help } }));
    requests.push(asked("a"));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Join" }));
    expect(await screen.findByText('{"search":"?call=a","state":{"whispers":true}}')).toBeVisible();
    expect(api.callsOf(takeHelp).at(-1)?.path).toBe("/api/calls/a/help/taken");
    change(asked("a", { help }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Requests for help" })).toBeNull());
  });

  test("Join says that a colleague was faster, and stays", async () => {
    api.on(takeHelp, () => refused("INVALID_TRANSITION", "Karim Benali is already on the way."));
    requests.push(asked("a"));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Join" }));
    expect(await screen.findByText("Karim Benali is already on the way.")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Live calls" })).toBeNull();
  });

  test("are complete when one arrives while the list is being fetched", async () => {
    requests.push(asked("a"));
    const held = deferred();
    api.on(listHelp, async () => {
      const data = { requests: [...requests] };
      await held.promise;
      return ok(listHelp, { data });
    });
    const before = api.callsOf(listHelp).length;
    await open();
    await waitFor(() => expect(api.callsOf(listHelp).length).toBeGreaterThan(before));
    change(asked("b"));
    await waitFor(() => expect(banner().getByText("Julien Carrel asks for help")).toBeVisible());
    held.resolve();
    expect(await screen.findByText("2 ask for help")).toHaveRole("status");
    api.answer(listHelp, () => ({ data: { requests } }));
  });

  test("say that a colleague helps or that one is withdrawn, and only then show the next", async () => {
    requests.push(asked("a", { help: { askedAt: ago(9) } }), asked("b", { agentName: "Léa Moreau" }));
    const { user } = await open();
    await screen.findByText("2 ask for help");
    act(() => banner().getByRole("button", { name: "Join" }).focus());
    const takenBy = { userId: "x", name: "Camille Laurent" };
    change(asked("a", { help: { askedAt: ago(9), takenBy } }));
    const helped = "Camille Laurent is helping Julien Carrel.";
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(helped));
    // A press of Join that comes too late meets nothing, and Tab goes on from here.
    expect(banner().queryByRole("button")).toBeNull();
    expect(screen.getByRole("region", { name: "Requests for help" })).toHaveFocus();
    expect(await banner().findByText("Léa Moreau asks for help")).toBeVisible();
    // It has been announced before.
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
    expect(screen.getByRole("region", { name: "Requests for help" })).toHaveFocus();
    await user.tab();
    expect(banner().getByRole("button", { name: "Join" })).toHaveFocus();
    change(asked("b", { agentName: "Léa Moreau", help: undefined }));
    const withdrawn = "Léa Moreau is no longer waiting for help.";
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(withdrawn));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Requests for help" })).toBeNull());
  });

  test("made again at once are the same card, with a new announcement", async () => {
    requests.push(asked("a", { help: { askedAt: ago(9) } }));
    await open();
    const status = await screen.findByText("Julien Carrel asks for help", { selector: "[role=status]" });
    for (const seconds of [6, 4, 2]) {
      change(asked("a", { help: undefined }));
      await waitFor(() => expect(status).toHaveTextContent("Julien Carrel is no longer waiting for help."));
      change(asked("a", { help: { askedAt: ago(seconds) } }));
      await waitFor(() => expect(status).toHaveTextContent("Julien Carrel asks for help"));
      expect(banner().getByRole("button", { name: "Join" })).toBeVisible();
    }
  });

  test("are hidden one by one, until they are made again", async () => {
    requests.push(asked("a", { help: { askedAt: ago(9) } }), asked("b", { agentName: "Léa Moreau" }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Hide this request" }));
    expect(banner().getByText("Léa Moreau asks for help")).toBeVisible();
    expect(banner().queryByRole("link")).toBeNull();
    await user.click(banner().getByRole("button", { name: "Hide this request" }));
    expect(screen.queryByRole("region", { name: "Requests for help" })).toBeNull();
    change(asked("a", { help: { askedAt: ago(1) } }));
    await waitFor(() => expect(banner().getByText("Julien Carrel asks for help")).toBeVisible());
  });

  test("of calls that the screen shows have no card, and are announced", async () => {
    requests.push(asked("a"), asked("b", { agentName: "Léa Moreau" }));
    await open();
    await screen.findByText("2 ask for help");
    expect(banner().getByText("Julien Carrel asks for help")).toBeVisible();
    const { rerender, unmount } = renderHook(useShowCalls, { initialProps: ["a"] });
    expect(banner().getByText("Léa Moreau asks for help")).toBeVisible();
    rerender(["a", "b"]);
    expect(screen.queryByRole("region", { name: "Requests for help" })).toBeNull();
    expect(screen.getByRole("status")).toHaveTextContent("2 ask for help");
    unmount();
    expect(banner().getByText("Julien Carrel asks for help")).toBeVisible();
  });

  test("of the user's own are not counted", async () => {
    requests.push(asked("a", { agentId: me.id }), asked("b"));
    await open();
    await waitFor(() =>
      expect(screen.getByRole("status")).toHaveTextContent(/^Julien Carrel asks for help$/),
    );
  });

  test("are shown as notifications while another window is in front", async () => {
    await open();
    jest.spyOn(document, "hasFocus").mockReturnValue(false);
    change(asked("a"));
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]).toMatchObject({
      title: "Julien Carrel asks for help",
      options: { body: "In a call with Hélène Vasseur", tag: "a" },
    });
    // The event and each fetch of the list are about the same request.
    change(asked("b", { help: requests[0]?.help }));
    await waitFor(() => expect(shown).toHaveLength(2));
    expect(shown.map(({ options }) => options?.tag)).toEqual(["a", "b"]);
    change(asked("b", { help: undefined }));
    await waitFor(() => expect(shown).toHaveLength(1));
    act(() => shown[0]?.onclick?.());
    expect(await screen.findByRole("heading", { name: "Live calls" })).toBeVisible();
  });
});
