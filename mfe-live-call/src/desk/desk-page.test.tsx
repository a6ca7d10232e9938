/**
 * Server and client run in this one process: both are the builds for Node.
 * @jest-environment-options {"customExportConditions": ["node", "require", "default"]}
 */
import { randomUUID } from "node:crypto";
import { listCalls } from "@souffleur/contracts";
import { type DeskCall, sendWhisper, takeHelp } from "@souffleur/contracts/desk";
import { startRealtime } from "@souffleur/shared-ui";
import { ok, refused, renderApp, someUser } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import remote from "../routes.tsx";
import { button, page, preparePages, waitForLine } from "../testing/open-screen.tsx";

preparePages();

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

function running(callId: string, differences: Partial<DeskCall> = {}): DeskCall {
  return {
    callId,
    sessionId: "00000000-0000-4000-8000-000000000000",
    agentId: `agent of ${callId}`,
    agentName: `Agent ${callId}`,
    clientName: `Client ${callId}`,
    source: "telephony",
    startedAt: ago(60),
    watchers: [],
    ...differences,
  };
}

async function openDesk(path = "/live-call/desk", as = someUser({ role: "supervisor" })) {
  const app = await renderApp(remote, { path, as });
  await act(async () => void page.stops.push(startRealtime(), app.stop));
  return app;
}

const rows = () => within(screen.getByRole("region", { name: "Running calls" })).getAllByRole("listitem");
const agents = () => rows().map((row) => within(row).getByRole("button", { name: /^Agent/ }).textContent);

describe("the wall", () => {
  test("shows the running calls by need, with their last lines", async () => {
    page.server.wall.calls.push(
      running("a", { startedAt: ago(300) }),
      running("b", { mention: { intent: "Price", at: ago(1) } }),
      running("c", { quietSince: ago(40) }),
      running("d", { help: { askedAt: ago(5) } }),
      running("e", { audio: "lost", watchers: ["Léa Test", "Nora Test"] }),
      running("f", { help: { askedAt: ago(50), takenBy: { userId: "x", name: "Camille Laurent" } } }),
    );
    page.server.wall.lines.push({
      callId: "b",
      seq: 3,
      sender: "client",
      text: "C'est trop cher.",
      agentShare: 0.25,
    });
    await openDesk();
    await waitFor(() =>
      expect(agents()).toEqual(["Agent d", "Agent e", "Agent c", "Agent f", "Agent b", "Agent a"]),
    );
    const [d, e, c, f, b] = rows().map((row) => within(row));
    expect(d?.getByText("Asks for help")).toBeVisible();
    expect(e?.getByText("Audio lost")).toBeVisible();
    expect(e?.getByText(/looking on: Léa Test, Nora Test/)).toBeInTheDocument();
    // Loading takes a part of it.
    expect(c?.getByText(/^Quiet for 4\d s$/)).toBeVisible();
    expect(f?.getByText("Camille Laurent is coming")).toBeVisible();
    expect(b?.getByText("Price was mentioned")).toBeVisible();
    expect(await b?.findByText("C'est trop cher.")).toHaveAttribute("lang", "fr");
    expect(b?.getByRole("meter", { name: "Talk share of the agent" })).toHaveAttribute("aria-valuenow", "25");
    expect(screen.getByText("6 calls")).toBeVisible();
  });

  test("begins with the list of running calls, before the socket has said more", async () => {
    page.server.kept.push({
      callId: "a",
      agentId: "agent of a",
      agentName: "Agent a",
      clientName: "Client a",
      source: "telephony",
      status: "active",
      startedAt: ago(3),
      lines: 2,
      suggestionsUsed: 0,
    });
    const app = await renderApp(remote, { path: "/live-call/desk", as: someUser({ role: "supervisor" }) });
    page.stops.push(app.stop);
    expect(await screen.findByText("Client a")).toBeVisible();
    expect(page.server.api.callsOf(listCalls)[0]?.query.get("status")).toBe("active");
  });

  test("follows what changes, and holds still while somebody points at it", async () => {
    page.server.wall.calls.push(running("a"), running("b", { startedAt: ago(30) }));
    const { user } = await openDesk();
    await waitFor(() => expect(agents()).toEqual(["Agent a", "Agent b"]));
    await user.hover(screen.getByText("Client a"));
    const change = { calls: [running("b", { help: { askedAt: ago(0) } }), running("c")], gone: [] };
    act(() => page.server.emit("desk_changed", change));
    await screen.findByText("Asks for help");
    expect(agents()).toEqual(["Agent a", "Agent b", "Agent c"]);
    await user.unhover(screen.getByText("Client a"));
    await waitFor(() => expect(agents()[0]).toBe("Agent b"));
    act(() => page.server.emit("desk_changed", { calls: [], gone: ["a", "c"] }));
    await waitFor(() => expect(agents()).toEqual(["Agent b"]));
  });

  test("holds still while a call has the focus, wherever the pointer goes, and no longer than that", async () => {
    page.server.wall.calls.push(running("a"), running("b", { startedAt: ago(30) }));
    const { user } = await openDesk();
    await waitFor(() => expect(agents()).toEqual(["Agent a", "Agent b"]));
    act(() => button("Agent a").focus());
    await user.hover(screen.getByText("Client a"));
    await user.unhover(screen.getByText("Client a"));
    const change = { calls: [running("b", { help: { askedAt: ago(0) } })], gone: [] };
    act(() => page.server.emit("desk_changed", change));
    await screen.findByText("Asks for help");
    expect(agents()).toEqual(["Agent a", "Agent b"]);
    // The call in focus ends, and the focus with it.
    act(() =>
      page.server.emit("desk_changed", { calls: [running("c", { startedAt: ago(90) })], gone: ["a"] }),
    );
    await waitFor(() => expect(agents()).toEqual(["Agent b", "Agent c"]));
    act(() => page.server.emit("desk_changed", { calls: [running("b")], gone: [] }));
    await waitFor(() => expect(agents()).toEqual(["Agent c", "Agent b"]));
  });

  test("a call that is closed gives the focus back to its row", async () => {
    const { callId } = page.server.call;
    page.server.wall.calls.push(running(callId));
    const { user } = await openDesk();
    await user.click(await screen.findByRole("button", { name: `Agent ${callId}` }));
    await user.click(await screen.findByRole("button", { name: "Close call" }));
    await waitFor(() => expect(button(`Agent ${callId}`)).toHaveFocus());
  });

  test("is whole again after a lost connection", async () => {
    page.server.wall.calls.push(running("a"));
    await openDesk();
    await screen.findByText("Client a");
    page.server.wall.calls.splice(0, 1, running("b"));
    act(() => page.server.disconnect());
    expect(await screen.findByText("Client b", undefined, { timeout: 5000 })).toBeVisible();
    expect(screen.queryByText("Client a")).toBeNull();
  });

  test("a request for help is taken; where somebody was faster, that is said", async () => {
    page.server.wall.calls.push(running("a", { help: { askedAt: ago(1) } }));
    const { user } = await openDesk();
    const text = "Camille Laurent is coming already.";
    page.server.api.on(takeHelp, () => refused("INVALID_TRANSITION", text));
    await user.click(await screen.findByRole("button", { name: "I'm coming" }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(page.server.api.callsOf(takeHelp)[0]?.path).toBe("/api/calls/a/help/taken");
  });

  test("says that nothing runs, who is here, and since when", async () => {
    page.server.wall.team.push(
      { userId: "2", name: "Hugo Lefèvre", role: "manager", presence: "offline" },
      { userId: "1", name: "Léa Moreau", role: "agent", presence: "available", since: ago(300) },
    );
    await openDesk();
    expect(await screen.findByText(/No call is running/)).toBeVisible();
    const team = within(screen.getByRole("region", { name: "Team" }));
    await team.findByText("Léa Moreau");
    expect(team.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Léa MoreauAvailablefor 5 min",
      "Hugo LefèvreOffline",
    ]);
  });

  test("is none for a platform administrator", async () => {
    const app = await renderApp(remote, {
      path: "/live-call/desk",
      as: someUser({ role: "admin" }),
    });
    page.stops.push(app.stop);
    expect(await screen.findByText(/Conversations belong to their organization/)).toBeVisible();
    expect(page.server.api.callsOf(listCalls)).toHaveLength(0);
  });
});

describe("a call over its agent's shoulder", () => {
  /** The server's own call on the wall, opened from there. */
  async function look() {
    const { callId, sessionId } = page.server.call;
    page.server.wall.calls.push(running(callId, { sessionId }));
    page.server.store("client", "Bonjour, c'est pour le devis.");
    const app = await openDesk();
    await app.user.click(await screen.findByRole("button", { name: /^Agent/ }));
    await waitForLine("Bonjour, c'est pour le devis.");
    return app;
  }
  const field = () => screen.getByRole("combobox", { name: "Whisper to Julien Carrel" });

  test("is read line by line, until it ends", async () => {
    await look();
    expect(screen.getByRole("heading", { name: "Julien Carrel with Hélène Vasseur" })).toHaveFocus();
    act(() => page.server.addLine("agent", "Je vous l'envoie."));
    await waitForLine("Je vous l'envoie.");
    act(() => page.server.end());
    expect(await screen.findByText("The call is over.")).toBeVisible();
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  test("is left with its screen", async () => {
    const { user } = await look();
    await user.click(button("Close call"));
    expect(screen.queryByRole("log")).toBeNull();
    expect(await screen.findByRole("region", { name: "Team" })).toBeVisible();
  });

  test("a whisper is sent with Enter, and shows what becomes of it", async () => {
    const { user } = await look();
    await user.type(field(), "Proposez un essai.{Enter}");
    const sent = within(await screen.findByRole("list", { name: "Sent whispers" }));
    expect(sent.getByText("Proposez un essai.")).toHaveAttribute("lang", "fr");
    expect(sent.getByText("Sent")).toBeVisible();
    expect(field()).toHaveValue("");
    Object.assign(page.server.whispers[0] ?? {}, { state: "seen" });
    act(() => page.server.emit("whisper_changed", { callId: page.server.call.callId }));
    expect(await sent.findByText("Seen")).toBeVisible();
    Object.assign(page.server.whispers[0] ?? {}, { said: true });
    act(() => page.server.addLine("agent", "Je vous propose un essai."));
    expect(await sent.findByText("Said")).toBeVisible();
  });

  test("a whisper that was not sent stays in its field, and keeps its id", async () => {
    const { user } = await look();
    page.server.api.on(sendWhisper, () => refused("RATE_LIMITED", "Too many requests."));
    await user.type(field(), "Respirez.{Enter}");
    await waitFor(() => expect(field()).toBeInvalid());
    expect(field()).toHaveValue("Respirez.");
    await user.type(field(), "{Enter}");
    await waitFor(() => expect(page.server.api.callsOf(sendWhisper)).toHaveLength(2));
    await waitFor(() => expect(field()).toBeInvalid());
    await user.type(field(), " Puis");
    await user.clear(field());
    await user.type(field(), "Respirez. {Enter}");
    await waitFor(() => expect(page.server.api.callsOf(sendWhisper)).toHaveLength(3));
    const [first, ...again] = page.server.api.callsOf(sendWhisper).map(({ body }) => body);
    expect(again).toEqual([first, first]);
  });

  /** Keeps the answer back. @returns what lets it go */
  function holdAnswer() {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { answered, answer: () => answer() };
  }

  test("a whisper that is not sent while the next one is written is named", async () => {
    const { user } = await look();
    const { answered, answer } = holdAnswer();
    page.server.api.on(sendWhisper, async () => {
      await answered;
      return refused("RATE_LIMITED", "Too many requests.");
    });
    await user.type(field(), "Respirez.{Enter}");
    await user.clear(field());
    await user.type(field(), "Parlez du prix.");
    answer();
    expect(await screen.findByText(/^“Respirez.” was not sent: Too many requests/)).toBeVisible();
    expect(field()).toHaveValue("Parlez du prix.");
  });

  test("what is written while a whisper is on its way stays, and is not sent with it", async () => {
    const { user } = await look();
    const { answered, answer } = holdAnswer();
    page.server.api.on(sendWhisper, async ({ body }) => {
      await answered;
      const { text } = body as { text: string };
      const sender = { userId: "sophie", name: "Sophie Girard" };
      const timestamp = new Date().toISOString();
      const data = { id: randomUUID(), text, sender, timestamp, state: "sent", said: false } as const;
      page.server.whispers.push(data);
      return ok(sendWhisper, { data });
    });
    await user.type(field(), "Respirez.{Enter}");
    await user.type(field(), " {Enter}Puis le prix.");
    answer();
    expect(await screen.findByRole("list", { name: "Sent whispers" })).toBeVisible();
    expect(field()).toHaveValue("Respirez. Puis le prix.");
    expect(page.server.api.callsOf(sendWhisper)).toHaveLength(1);
  });

  test("a reply of the playbook is found by its words, chosen by keys and sent", async () => {
    const { user } = await look();
    await user.type(field(), "/");
    const options = within(await screen.findByRole("listbox", { name: "Replies of the playbook" }));
    await waitFor(() => expect(options.getAllByRole("option")).toHaveLength(2));
    await user.keyboard("{ArrowDown}");
    expect(options.getByRole("option", { selected: true })).toHaveTextContent("devis");
    await user.type(field(), "budget prevu");
    await waitFor(() => expect(options.getAllByRole("option")).toHaveLength(1));
    await user.keyboard("{Enter}");
    expect(field()).toHaveValue("Quel budget aviez-vous prévu ?");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Sent")).toBeVisible();
  });
});
