import { getCall, listCalls } from "@souffleur/contracts";
import { addLineNote } from "@souffleur/contracts/coaching";
import { type DeskCall, sendWhisper, takeHelp } from "@souffleur/contracts/desk";
import { deferred, ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { button, page, preparePages, show, showConnected, waitForLine } from "../testing/open-screen.tsx";

preparePages();

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

function running(callId: string, differences: Partial<DeskCall> = {}): DeskCall {
  return {
    callId,
    sessionId: "00000000-0000-4000-8000-000000000000",
    agentId: `agent of ${callId}`,
    agentName: `Agent ${callId}`,
    customer: { name: `Client ${callId}` },
    source: "telephony",
    startedAt: ago(60),
    watchers: [],
    ...differences,
  };
}

const path = "/live-call/desk";
const supervisor = someUser({ role: "supervisor" });
const openDesk = (address = path, as = supervisor) => showConnected({ path: address, as });

const rows = () => within(screen.getByRole("region", { name: "Running calls" })).getAllByRole("listitem");
const agents = () => rows().map((row) => within(row).getByRole("button", { name: /^Agent/ }).textContent);

describe("the wall", () => {
  test("shows the running calls by urgency, with their last lines", async () => {
    page.server.wall.calls.push(
      running("a", { startedAt: ago(300) }),
      running("b", { mention: { intent: "Prix", at: ago(1) } }),
      running("c", { quietSince: ago(40) }),
      running("d", { help: { askedAt: ago(5) } }),
      running("e", {
        audio: "lost",
        // A namesake of the user.
        watchers: [
          `${supervisor.firstName} ${supervisor.lastName}`,
          `${supervisor.firstName} ${supervisor.lastName}`,
        ],
        watcherIds: ["another", supervisor.id],
      }),
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
    expect(d?.getByText(/^Asks for help · \d+ s$/)).toBeVisible();
    expect(d?.getByRole("button", { name: "Join" })).toBeVisible();
    expect(e?.getByText("Audio lost")).toBeVisible();
    expect(e?.getByText(/looking on: (?!You).+, You$/)).toBeInTheDocument();
    // Some seconds may pass while the page loads.
    expect(c?.getByText(/^Quiet for 4\d s$/)).toBeVisible();
    expect(f?.getByText("Camille Laurent is helping")).toBeVisible();
    expect(b?.getByText("Price")).toBeVisible();
    expect(await b?.findByText("C'est trop cher.")).toHaveAttribute("lang", "fr");
    expect(b?.getByText("Agent 25%")).toBeVisible();
    expect(b?.getByRole("meter", { name: "Talk share of the agent" })).toHaveAttribute("aria-valuenow", "25");
    expect(screen.getByText("6 calls")).toBeVisible();
  });

  test("starts with the list of running calls, before the socket is connected", async () => {
    page.server.kept.push({
      callId: "a",
      agentId: "agent of a",
      agentName: "Agent a",
      customer: { name: "Client a" },
      source: "telephony",
      status: "active",
      startedAt: ago(3),
      lines: 2,
      suggestionsUsed: 0,
    });
    await show({ path, as: supervisor });
    expect(await screen.findByText("Client a")).toBeVisible();
    expect(page.server.api.callsOf(listCalls)[0]?.query.get("status")).toBe("active");
  });

  /** A wall with two calls, of which a is the older one. */
  async function openWithTwoCalls() {
    page.server.wall.calls.push(running("a"), running("b", { startedAt: ago(30) }));
    const app = await openDesk();
    await waitFor(() => expect(agents()).toEqual(["Agent a", "Agent b"]));
    return app;
  }

  test("follows changes, and keeps its order while the user points at it", async () => {
    const { user } = await openWithTwoCalls();
    await user.hover(screen.getByText("Client a"));
    const change = { calls: [running("b", { help: { askedAt: ago(0) } }), running("c")], gone: [] };
    act(() => page.server.emit("desk_changed", change));
    await screen.findByText(/^Asks for help/);
    expect(agents()).toEqual(["Agent a", "Agent b", "Agent c"]);
    await user.unhover(screen.getByText("Client a"));
    await waitFor(() => expect(agents()[0]).toBe("Agent b"));
    act(() => page.server.emit("desk_changed", { calls: [], gone: ["a", "c"] }));
    await waitFor(() => expect(agents()).toEqual(["Agent b"]));
  });

  test("keeps its order while a call has the focus, regardless of the pointer, and no longer than that", async () => {
    const { user } = await openWithTwoCalls();
    act(() => button("Agent a").focus());
    await user.hover(screen.getByText("Client a"));
    await user.unhover(screen.getByText("Client a"));
    const change = { calls: [running("b", { help: { askedAt: ago(0) } })], gone: [] };
    act(() => page.server.emit("desk_changed", change));
    await screen.findByText(/^Asks for help/);
    expect(agents()).toEqual(["Agent a", "Agent b"]);
    // The call in focus ends, and the focus with it.
    act(() =>
      page.server.emit("desk_changed", { calls: [running("c", { startedAt: ago(90) })], gone: ["a"] }),
    );
    await waitFor(() => expect(agents()).toEqual(["Agent b", "Agent c"]));
    act(() => page.server.emit("desk_changed", { calls: [running("b")], gone: [] }));
    await waitFor(() => expect(agents()).toEqual(["Agent c", "Agent b"]));
  });

  test("gets the focus back in the row of a call that is closed", async () => {
    const { callId } = page.server.call;
    page.server.wall.calls.push(running(callId));
    const { user } = await openDesk();
    await user.click(await screen.findByRole("button", { name: `Agent ${callId}` }));
    await user.click(await screen.findByRole("button", { name: "Close call" }));
    await waitFor(() => expect(button(`Agent ${callId}`)).toHaveFocus());
  });

  test("is complete again after a lost connection", async () => {
    page.server.wall.calls.push(running("a"));
    await openDesk();
    await screen.findByText("Client a");
    page.server.wall.calls.splice(0, 1, running("b"));
    act(() => page.server.disconnect());
    expect(await screen.findByText("Client b")).toBeVisible();
    expect(screen.queryByText("Client a")).toBeNull();
  });

  test("shows that another colleague was faster when a request for help is accepted", async () => {
    page.server.wall.calls.push(running("a", { help: { askedAt: ago(1) } }));
    const { user } = await openDesk();
    const text = "Camille Laurent is already on the way.";
    page.server.api.on(takeHelp, () => refused("INVALID_TRANSITION", text));
    await user.click(await screen.findByRole("button", { name: "Join" }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(page.server.api.callsOf(takeHelp)[0]?.path).toBe("/api/calls/a/help/taken");
    expect(screen.queryByRole("log")).toBeNull();
  });

  test("Join opens the call with the cursor in the whisper, and the helper is addressed", async () => {
    const { callId, sessionId } = page.server.call;
    page.server.wall.calls.push(running(callId, { sessionId, help: { askedAt: ago(1) } }));
    const { user } = await openDesk();
    await user.click(await screen.findByRole("button", { name: "Join" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: /^Whisper to/ })).toHaveFocus());
    const takenBy = { userId: supervisor.id, name: "Sophie Girard" };
    const taken = running(callId, { sessionId, help: { askedAt: ago(1), takenBy } });
    act(() => page.server.emit("desk_changed", { calls: [taken], gone: [] }));
    // On the wall and in the call, each in its own time.
    await waitFor(() => expect(screen.getAllByText("You're helping")).toHaveLength(2));
    expect(screen.queryByText(/Sophie Girard/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
  });

  test("shows that no call is running, and the team's presence with its duration; who takes no calls is not available", async () => {
    page.server.wall.team.push(
      { userId: "2", name: "Hugo Lefèvre", role: "manager", presence: "offline" },
      { userId: "3", name: "Sophie Girard", role: "supervisor", presence: "available", since: ago(9) },
      { userId: "1", name: "Léa Moreau", role: "agent", presence: "available", since: ago(300) },
    );
    await openDesk();
    expect(await screen.findByText(/No call is running/)).toBeVisible();
    const team = within(screen.getByRole("region", { name: "Team" }));
    await team.findByText("Léa Moreau");
    expect(team.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Léa MoreauAvailablefor 5 min",
      "Sophie GirardOnlineJust now",
      "Hugo LefèvreOffline",
    ]);
  });

  test("is not shown to a platform administrator", async () => {
    await show({ path, as: someUser({ role: "admin" }) });
    expect(await screen.findByText(/Conversations belong to their organization/)).toBeVisible();
    expect(page.server.api.callsOf(listCalls)).toHaveLength(0);
  });
});

describe("a watched call", () => {
  /** Opens the server's own call from the wall. */
  async function watch(as = supervisor) {
    const { callId, sessionId } = page.server.call;
    page.server.wall.calls.push(running(callId, { sessionId }));
    page.server.store("client", "Bonjour, c'est pour le devis.");
    const app = await openDesk(path, as);
    await app.user.click(await screen.findByRole("button", { name: /^Agent/ }));
    await waitForLine("Bonjour, c'est pour le devis.");
    return app;
  }
  const field = () => screen.getByRole("textbox", { name: "Whisper to Julien Carrel" });

  test("is shown line by line, until it ends", async () => {
    await watch();
    expect(screen.getByRole("heading", { name: "Julien Carrel with Hélène Vasseur" })).toHaveFocus();
    act(() => page.server.addLine("agent", "Je vous l'envoie."));
    await waitForLine("Je vous l'envoie.");
    act(() => page.server.end());
    expect(await screen.findByText("The call is over.")).toBeVisible();
    expect(screen.queryByRole("textbox", { name: /^Whisper to/ })).toBeNull();
  });

  /** Holds the answers to whispers, which are refused with a code or stored. */
  function holdWhispers(code?: "RATE_LIMITED") {
    const answer = deferred();
    page.server.api.on(sendWhisper, async ({ body }) => {
      await answer.promise;
      return code
        ? refused(code, "Too many requests.")
        : ok(sendWhisper, { data: page.server.whisper(body) });
    });
    return answer;
  }

  test("is left when it is closed, and has what was typed for its agent when it is opened again", async () => {
    const { user } = await watch();
    const reopen = async () => {
      await user.click(button("Close call"));
      expect(screen.queryByRole("log")).toBeNull();
      expect(await screen.findByRole("region", { name: "Team" })).toBeVisible();
      await user.click(await screen.findByRole("button", { name: /^Agent/ }));
      await waitForLine("Bonjour, c'est pour le devis.");
      expect(field()).toHaveValue("Proposez un essai.");
    };
    await user.type(field(), "Proposez un essai.");
    await reopen();
    // One whose answer comes after that is not left to be sent again.
    const sent = holdWhispers();
    await user.type(field(), "{Enter}");
    await reopen();
    sent.resolve();
    await waitFor(() => expect(field()).toHaveValue(""));
  });

  test("that there is not can only be closed", async () => {
    page.server.api.on(getCall, () => refused("NOT_FOUND", "This call was not found."));
    const { user } = await openDesk("/live-call/desk?call=nothing");
    expect(await screen.findByText(/was not found/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
    await user.click(screen.getAllByRole("button", { name: "Close call" }).at(-1) as HTMLElement);
    expect(screen.queryByText(/was not found/)).toBeNull();
  });

  test("sends a whisper with Enter, and shows its state", async () => {
    const { user } = await watch();
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

  test("keeps a whisper that could not be sent in the field, with its id", async () => {
    const { user } = await watch();
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

  test("names a whisper that could not be sent while the next one is written", async () => {
    const { user } = await watch();
    const answer = holdWhispers("RATE_LIMITED");
    await user.type(field(), "Respirez.{Enter}");
    await user.clear(field());
    await user.type(field(), "Parlez du prix.");
    answer.resolve();
    expect(await screen.findByText(/^“Respirez.” was not sent: Too many requests/)).toBeVisible();
    expect(field()).toHaveValue("Parlez du prix.");
  });

  test("keeps text that is written while a whisper is being sent, and does not send it", async () => {
    const { user } = await watch();
    const answer = holdWhispers();
    await user.type(field(), "Respirez.{Enter}");
    await user.type(field(), " {Enter}Puis le prix.");
    answer.resolve();
    expect(await screen.findByRole("list", { name: "Sent whispers" })).toBeVisible();
    expect(field()).toHaveValue("Respirez. Puis le prix.");
    expect(page.server.api.callsOf(sendWhisper)).toHaveLength(1);
  });

  test("whispers what is on the agent's prompter with one press, once", async () => {
    page.server.prompter.push({
      id: "s",
      text: "Quel budget aviez-vous prévu ?",
      category: "question",
      place: 2,
    });
    const { user } = await watch();
    expect((await screen.findByRole("list", { name: "On the agent's prompter" })).textContent).toMatch(
      /^2Quel/,
    );
    await user.click(await screen.findByRole("button", { name: /^Whisper this: Quel budget/ }));
    expect(await screen.findByText("Whispered")).toBeVisible();
    expect(page.server.api.callsOf(sendWhisper).map(({ body }) => (body as { text: string }).text)).toEqual([
      "Quel budget aviez-vous prévu ?",
    ]);
    page.server.prompter.length = 0;
    act(() => page.server.emit("suggestion", page.server.suggestion()));
    expect(await screen.findByText("Suggestions appear here as the agent gets them.")).toBeVisible();
  });

  test("is seen by an analyst, who has nothing to whisper, to accept and to write", async () => {
    page.server.prompter.push({ id: "s", text: "Quel budget aviez-vous prévu ?", category: "question" });
    await watch(someUser({ role: "analyst" }));
    expect(await screen.findByText("Quel budget aviez-vous prévu ?")).toBeVisible();
    expect(screen.queryByRole("textbox", { name: /^Whisper to/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /^(Whisper this|Write a note on|Join)/ })).toBeNull();
  });

  test("has notes on its lines", async () => {
    const { user } = await watch();
    const { callId, customer, startedAt, status } = page.server.call;
    const author = { userId: supervisor.id, name: "Sophie Girard" };
    page.server.api.answer(addLineNote, ({ body }) => {
      const { seq, text } = body as { seq: number; text: string };
      const note = { id: "note-1", callId, seq, text, author, at: ago(0) };
      const line = { sender: "client", text: "Bonjour." } as const;
      page.server.notes.push({ ...note, line, call: { customer, startedAt, status } });
      return { data: note };
    });
    await user.click(screen.getByRole("button", { name: /^Write a note on: Bonjour/ }));
    await user.keyboard("Demandez le prénom.");
    await user.click(button("Save"));
    expect(await screen.findByText("Your note")).toBeVisible();
    expect(screen.getByText("Demandez le prénom.")).toBeVisible();
    expect(page.server.api.callsOf(addLineNote)[0]?.body).toMatchObject({
      seq: 1,
      text: "Demandez le prénom.",
    });
  });

  test("finds a reply of the playbook by its words, and chooses and sends it by keys", async () => {
    const { user } = await watch();
    await user.type(field(), "/");
    const options = within(await screen.findByRole("listbox", { name: "Replies of the playbook" }));
    await waitFor(() => expect(options.getAllByRole("option")).toHaveLength(2));
    await user.keyboard("{ArrowDown}");
    expect(options.getByRole("option", { selected: true })).toHaveTextContent(/Price.*Just mentioned.*devis/);
    await user.type(field(), "budget prevu");
    await waitFor(() => expect(options.getAllByRole("option")).toHaveLength(1));
    await user.keyboard("{Enter}");
    expect(field()).toHaveValue("Quel budget aviez-vous prévu ?");
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Sent")).toBeVisible();
  });
});
