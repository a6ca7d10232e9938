import {
  endSimulation,
  saveNotes,
  startSimulation,
  sttLanguage,
  sttStats,
  transcribeAudio,
} from "@souffleur/contracts";
import { callInProgress, currentCommands, ownPageCall, runningCall, signOut } from "@souffleur/shared-ui";
import { deferred, ok, refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import {
  button,
  fact,
  log,
  notes,
  open,
  openCall,
  page,
  preparePages,
  showBar,
  showConnected,
  status,
  suggestions,
  waitForLine,
  waitForStatus,
} from "../testing/open-screen.tsx";

preparePages();

describe("a call", () => {
  test("waits until the test call starts, and ends on End Call", async () => {
    const { user } = await open();
    expect(status()).toHaveTextContent("Waiting");
    expect(screen.getByRole("timer")).toHaveTextContent("00:00:00");
    await user.click(button("Test Live Transcription"));
    await waitForStatus("Active");
    expect(screen.queryByRole("button", { name: "Test Live Transcription" })).not.toBeInTheDocument();
    expect(document.body).toHaveTextContent(/On the line: ?Hélène Vasseur/);
    await user.click(button("End Call"));
    expect(status()).toHaveTextContent("Ended");
    await waitFor(() =>
      expect(page.server.api.callsOf(endSimulation)[0]?.body).toEqual({
        callId: page.server.call.callId,
        reason: "user_ended",
      }),
    );
    await user.click(button("Later"));
    expect(status()).toHaveTextContent("Waiting");
    // Not left to the control that appears in its place.
    expect(screen.getByRole("heading", { level: 1, name: "Live Call" })).toHaveFocus();
  });

  test.each([
    [refused("INTERNAL", "No."), /No suggestions in this call/],
    [
      refused("INVALID_TRANSITION", "You already have two calls running."),
      "You already have two calls running.",
    ],
    [refused("LIMIT_REACHED", "No practice call more."), "No practice call more."],
  ])("starts even if the simulation is refused, which only causes a warning: %#", async (reply, text) => {
    page.server.api.on(startSimulation, () => reply);
    const { user } = await open();
    await user.click(button("Test Live Transcription"));
    await waitForStatus("Active");
    expect(await screen.findByText(text)).toBeVisible();
    expect(page.logged).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(page.server.api.callsOf(sttStats)[0]?.query.size).toBe(0));
    expect(button("Generate")).toHaveAttribute("aria-disabled", "true");
    expect(log()).toHaveTextContent("The test conversation could not be started.");
    await user.click(button("End Call"));
    expect(status()).toHaveTextContent("Ended");
    expect(page.alerts).toEqual([]);
  });

  test("ends even if the end request fails, which only causes a warning, and the request is repeated", async () => {
    page.server.api.on(endSimulation, () => {
      page.server.answerAll();
      return refused("DATABASE_UNAVAILABLE", "Not now.");
    });
    const { user } = await openCall();
    await user.click(button("End Call"));
    expect(status()).toHaveTextContent("Ended");
    await waitFor(() => expect(page.logged).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    // Answering anew forgets the first one.
    const repeated = () => page.server.api.callsOf(endSimulation);
    await waitFor(() => expect(repeated()).toHaveLength(1));
    expect(page.logged).toHaveBeenCalledTimes(1);
  });

  test("keeps its scenario and the focus while it is being connected, and starts once", async () => {
    const answer = deferred();
    page.server.api.on(startSimulation, async () => {
      await answer.promise;
      return refused("INTERNAL", "No.");
    });
    const { user } = await open();
    const renewal = screen.getByRole("radio", { name: /^Renewal/ });
    await user.click(button("Test Live Transcription"));
    await waitFor(() => expect(page.server.api.callsOf(startSimulation)).toHaveLength(1));
    expect(button("Test Live Transcription")).toHaveFocus();
    expect(renewal).toHaveAttribute("aria-disabled", "true");
    expect(renewal).not.toHaveAttribute("disabled");
    await user.click(renewal);
    expect(renewal).not.toBeChecked();
    await user.dblClick(button("Test Live Transcription"));
    answer.resolve();
    await waitForStatus("Active");
    expect(page.server.api.callsOf(startSimulation)).toHaveLength(1);
    expect(page.media.asked).toHaveLength(1);
  });

  test("that starts elsewhere appears automatically, with its lines and its end", async () => {
    await open();
    page.server.prepare({ source: "telephony", customer: { name: "Paul Mercier" } });
    page.server.store("client", "Allô, bonjour monsieur, c'est bien vous ?");
    page.server.announce();
    await waitForStatus("Active");
    await waitForLine("Allô, bonjour monsieur");
    expect(log()).toHaveTextContent("Paul Mercier");
    expect(screen.queryByRole("button", { name: "Start recording" })).not.toBeInTheDocument();
    page.server.end();
    await waitForStatus("Ended");
    expect(screen.getByText("The test call is over. Its script has finished.")).toBeVisible();
  });

  test("that started while another screen was shown appears when this screen is opened", async () => {
    const { router } = await open();
    await act(() => router.navigate("/dashboard"));
    page.server.announce();
    page.server.store("client", "Vous m'entendez maintenant, n'est-ce pas ?");
    // The socket keeps the announcement; the other screen does not show it.
    await waitFor(() => expect(runningCall()?.callId).toBe(page.server.call.callId));
    await act(() => router.navigate("/live-call"));
    await waitForStatus("Active");
    await waitForLine("Vous m'entendez");
  });

  test("that can't be joined shows the reason", async () => {
    await open();
    const { callId, startedAt } = page.server.call;
    page.server.emit("call_started", {
      callId,
      startedAt,
      sessionId: "1d9b6a9e-6a0e-4a53-8a25-6f9b2c2d2f10",
      source: "telephony",
      agentName: "",
      customer: { name: "" },
    });
    await waitForStatus("Error");
    expect(screen.getByRole("alert")).toHaveTextContent(
      "The call can't be shown. The requested resource was not found.",
    );
  });
});

describe("a call whose screen is left", () => {
  async function leave(app: Awaited<ReturnType<typeof openCall>>) {
    await act(() => app.router.navigate("/dashboard"));
    expect(app.router.state.location.pathname).toBe("/dashboard");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    return () => act(() => app.router.navigate("/live-call"));
  }

  test("goes on with its microphone, its shared sound and its lines, and is there on the way back", async () => {
    const app = await openCall();
    await app.user.click(button("Share call audio"));
    await screen.findByText("Recording the client");
    await app.user.type(notes(), "Rappeler mardi");
    page.server.addLine("client", "Avant le départ.");
    await waitForLine("Avant le départ.");
    page.server.emit("suggestion", page.server.suggestion({ text: "Je comprends." }));
    await suggestions().findByText("Je comprends.");
    const startedAt = callInProgress()?.startedAt;
    const sent = () => page.server.api.callsOf(transcribeAudio).length;
    const before = sent();
    const back = await leave(app);
    expect(callInProgress()).toEqual({ startedAt });
    page.server.addLine("client", "Pendant l'absence.");
    page.server.emit("suggestion", page.server.suggestion({ text: "Et pourquoi ?" }));
    // Both recordings are sent on.
    await waitFor(() => expect(sent()).toBeGreaterThan(before + 1));
    expect(page.media.isReleased()).toBe(false);
    await back();
    expect(status()).toHaveTextContent("Active");
    await waitForLine("Pendant l'absence.");
    expect(log()).toHaveTextContent("Avant le départ.");
    expect(screen.getByText("Recording")).toBeInTheDocument();
    expect(screen.getByText("Recording the client")).toBeInTheDocument();
    // The client has spoken on: the best reply to that has taken the first place meanwhile.
    expect(suggestions().getByText("Et pourquoi ?")).toBeVisible();
    await waitFor(() => expect(notes()).toHaveValue("Rappeler mardi"));
    expect(page.media.asked).toHaveLength(1);
    expect(page.server.joins).toHaveLength(1);
    await app.user.click(button("End Call"));
    expect(page.media.isReleased()).toBe(true);
    expect(callInProgress()).toBeUndefined();
  });

  test("is shown in a bar on the other screen, with what the client said, the best reply, help and its end", async () => {
    const app = await openCall();
    await leave(app);
    page.server.addLine("client", "C'est trop cher.");
    const best = page.server.suggestion({ text: "Par rapport à quoi ?" });
    page.server.emit("suggestion", best);
    const view = showBar(app);
    const bar = within(await screen.findByRole("region", { name: "Running call" }));
    expect(await bar.findByText("C'est trop cher.")).toBeVisible();
    expect(await bar.findByText("Par rapport à quoi ?")).toBeVisible();
    await app.user.click(bar.getByRole("button", { name: "Use" }));
    await waitFor(() => expect(page.server.reportedStates(best.id)).toContain("used"));
    expect(bar.getByRole("button", { name: "Ask for help" })).toBeVisible();
    expect(currentCommands().map(({ label }) => label)).toContain("End Call");
    await app.user.click(bar.getByRole("button", { name: "End Call" }));
    expect(screen.queryByRole("region", { name: "Running call" })).not.toBeInTheDocument();
    expect(callInProgress()).toBeUndefined();
    view.unmount();
    // The shell shows both in one router, which would now show the call's screen.
    const { pathname, search } = window.location;
    expect([pathname, search]).toEqual(["/live-call", `?call=${page.server.call.callId}`]);
    await act(() => app.router.navigate(pathname + search));
    expect(screen.getByRole("region", { name: "Wrap-up" })).toBeVisible();
  });

  test("starts all the same if it is left while it is being connected", async () => {
    const answer = deferred();
    page.server.api.on(startSimulation, async () => {
      await answer.promise;
      return refused("INTERNAL", "No.");
    });
    const app = await open();
    await app.user.click(button("Test Live Transcription"));
    const back = await leave(app);
    answer.resolve();
    await waitFor(() => expect(callInProgress()?.startedAt).toBeDefined());
    await back();
    expect(status()).toHaveTextContent("Active");
    expect(screen.getByText("Recording")).toBeInTheDocument();
  });

  test("and that ends meanwhile releases the microphone, and waits in the list to be wrapped up", async () => {
    const app = await openCall();
    const back = await leave(app);
    page.server.end();
    await waitFor(() => expect(page.media.isReleased()).toBe(true));
    await waitFor(() => expect(callInProgress()).toBeUndefined());
    await back();
    expect(status()).toHaveTextContent("Waiting");
    expect(app.address()).toBe("/live-call");
    page.server.prepare();
    await app.user.click(button("Test Live Transcription"));
    await waitForStatus("Active");
  });

  test("keeps its notes, even where neither the server nor this browser's storage takes them", async () => {
    page.server.api.on(saveNotes, () => refused("DATABASE_UNAVAILABLE", "Not now."));
    const app = await openCall();
    await waitFor(() => expect(notes()).toHaveValue(""));
    const stored = jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    await app.user.type(notes(), "Rappeler mardi");
    const back = await leave(app);
    await back();
    expect(notes()).toHaveValue("Rappeler mardi");
    page.server.answerAll();
    await waitFor(() => expect(page.server.call.notes).toBe("Rappeler mardi"));
    stored.mockRestore();
  });

  test("says on the other screen that its microphone was lost", async () => {
    const app = await openCall();
    const back = await leave(app);
    page.media.unplug();
    await waitFor(() => expect(page.media.streams).toHaveLength(2));
    page.media.refusal = new DOMException("none", "NotFoundError");
    page.media.unplug();
    expect(await screen.findByText("The microphone was lost")).toBeVisible();
    expect(callInProgress()).toBeDefined();
    page.media.refusal = undefined;
    await back();
    await app.user.click(button("Start recording"));
    expect(await screen.findByText("Recording")).toBeInTheDocument();
  });

  test("receives whispers, reported as seen only on the way back, and misses no line of a lost connection", async () => {
    const app = await openCall();
    const back = await leave(app);
    const text = "Proposez un rendez-vous.";
    const whisper = page.server.suggestion({ text, provider: "coach", confidence: 1 });
    page.server.emit("suggestion", whisper);
    await waitFor(() => expect(page.server.reportedStates(whisper.id)).toEqual(["delivered"]));
    page.server.disconnect();
    page.server.store("client", "Dit sans connexion.");
    await waitFor(() => expect(page.server.joins).toHaveLength(2));
    await back();
    expect(await suggestions().findByText(text)).toBeVisible();
    await waitFor(() => expect(page.server.reportedStates(whisper.id)).toEqual(["delivered", "shown"]));
    await waitForLine("Dit sans connexion.");
    expect(screen.getByText("Recording")).toBeInTheDocument();
  });

  test("is let go of when the session ends, and by a newer release of the screen", async () => {
    const app = await openCall();
    await leave(app);
    await act(() => signOut());
    expect(page.media.isReleased()).toBe(true);
    expect(callInProgress()).toBeUndefined();
    act(() => app.unmount());
    await openCall();
    expect(page.media.isReleased()).toBe(false);
    let show: ReturnType<typeof ownPageCall> = () => {};
    act(() => {
      show = ownPageCall(() => {});
    });
    expect(page.media.isReleased()).toBe(true);
    show({ startedAt: 1 });
    expect(callInProgress()).toEqual({ startedAt: 1 });
    show(undefined);
  });
});

describe("the rest of the screen", () => {
  test("shows the customer, the history, the tags, the score and the trend", async () => {
    await openCall();
    for (const region of ["Customer", "Account history", "Transcription status"])
      expect(screen.getByRole("region", { name: region })).toBeVisible();
    expect(screen.getByText("Key account")).toBeVisible();
    expect(screen.getByRole("meter", { name: "Outcome score" })).toHaveAttribute("aria-valuenow", "87");
    expect(screen.getByRole("img", { name: /Sentiment/ })).toBeVisible();
  });

  /** Starts a call elsewhere. */
  async function startCall(differences: Parameters<typeof page.server.prepare>[0]) {
    await open();
    page.server.prepare(differences);
    page.server.announce();
    await waitForStatus("Active");
  }

  test("shows nothing about the demonstration customer in a telephone call, only what is known", async () => {
    const number = "+33 6 11 22 33 44";
    await startCall({ source: "telephony", customer: { name: "Paul Mercier", number } });
    const customer = within(screen.getByRole("region", { name: "Customer" }));
    expect(customer.getByText("Paul Mercier")).toBeVisible();
    expect(customer.getByText("+33 6 11 22 33 44")).toBeVisible();
    expect(customer.getByText("Nothing else is known about this customer.")).toBeVisible();
    expect(document.body).not.toHaveTextContent(/ateliers|Key account|Hélène/i);
    expect(screen.queryByRole("region", { name: "Account history" })).not.toBeInTheDocument();
    page.server.end();
    await waitForStatus("Ended");
    expect(customer.getByText("Paul Mercier")).toBeVisible();
  });

  test.each([
    [
      "a telephone call with a client who has the demonstration name",
      { source: "telephony" },
      "Number withheld",
    ],
    ["a scripted call with another client", { customer: { name: "Claire Fontaine" } }, "Test call"],
  ] as const)("shows no record for %s", async (_name, differences, text) => {
    await startCall(differences);
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByText(/ateliers/i)).not.toBeInTheDocument();
  });

  test("uses no demonstration name in a telephone call of which only lines are known", async () => {
    await open();
    const transcript = "Allô, bonjour monsieur.";
    page.server.emit("bridge_transcription", { transcript, is_final: true, speaker: 0 });
    await waitForLine("Allô, bonjour monsieur");
    expect(document.body).not.toHaveTextContent(/ateliers|Hélène|Julien/i);
    expect(screen.queryByRole("button", { name: "Start recording" })).not.toBeInTheDocument();
  });

  test("shows the state of transcription, and polls its counts during a call", async () => {
    await open();
    expect(fact("Asterisk service")).toHaveTextContent("Ready");
    expect(fact("Model")).toHaveTextContent("Nova-3");
    expect(fact("Language")).toHaveTextContent("French");
    expect(fact("Format")).toHaveTextContent("mu-law 8 kHz");
    expect(fact("Audio session")).toHaveTextContent("None");
    page.server.announce();
    await waitForStatus("Active");
    await waitFor(() => expect(fact("Packets")).toHaveTextContent("3,400"));
    expect(fact("Transcripts")).toHaveTextContent("12");
    expect(page.server.api.callsOf(sttStats)[0]?.query.size).toBe(0);
    expect(fact("Asterisk service")).toHaveTextContent("Ready");
    expect(fact("Live transcription")).toHaveTextContent("Active");
    expect(fact("Audio session")).toHaveTextContent(page.server.call.sessionId.slice(-8));
  });

  test("has a one-line summary of the transcription, and the rest in details, which its reader may fold", async () => {
    const { user } = await open();
    const region = within(screen.getByRole("region", { name: "Transcription status" }));
    // There is room for them: nothing scrolls here.
    expect(fact("Model")).toBeVisible();
    await user.click(region.getByText("Transcription status"));
    expect(fact("Model")).not.toBeVisible();
    expect(region.getAllByText("Ready")[0]).toBeVisible();
    await user.click(region.getByText("Transcription status"));
    expect(fact("Model")).toBeVisible();
    page.server.call.source = "telephony";
    page.server.announce();
    expect(await region.findByText("Heard well")).toBeVisible();
    page.server.emit("asterisk_audio_connected", { sessionId: page.server.call.sessionId, leg: "agent" });
    page.server.emit("asterisk_audio_disconnected", { sessionId: page.server.call.sessionId, leg: "agent" });
    expect(await region.findByText("Degraded")).toBeVisible();
    page.server.emit("service_status_change", { service: "recognizer", status: "down" });
    expect(await region.findByText("Off")).toBeVisible();
  });

  test("starts the next call's counts at zero", async () => {
    const first = page.server.call.callId;
    page.server.api.answer(sttStats, () => {
      const isFirst = page.server.call.callId === first;
      return { data: { stats: { transcripts: isFirst ? 12 : 1, packetsReceived: isFirst ? 3400 : 0 } } };
    });
    const { user } = await open();
    page.server.announce();
    await waitFor(() => expect(fact("Packets")).toHaveTextContent("3,400"));
    page.server.end();
    await waitForStatus("Ended");
    await user.click(button("Later"));
    expect(fact("Packets")).toHaveTextContent(/^0$/);
    page.server.prepare();
    page.server.announce();
    await waitFor(() => expect(fact("Transcripts")).toHaveTextContent(/^1$/));
    expect(fact("Packets")).toHaveTextContent(/^0$/);
  });

  test("shows that the PBX is monitored, and the detail of its state otherwise", async () => {
    await open();
    const detail = "No telephone system is connected: only test calls appear here.";
    page.server.emit("service_status_change", { service: "asterisk", status: "ready", detail });
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(fact("Asterisk service")).toHaveTextContent("Ready");
    page.server.emit("service_status_change", { service: "asterisk", status: "monitoring" });
    await waitFor(() => expect(fact("Asterisk service")).toHaveTextContent("Monitoring"));
    expect(screen.queryByText(detail)).not.toBeInTheDocument();
  });

  test("shows above the lines that the recognizer is down, and the reason in the transcription status", async () => {
    await openCall();
    const detail = "the recognizer answered 500";
    page.server.emit("service_status_change", { service: "recognizer", status: "down", detail });
    expect(await screen.findByText(/Transcription is down/)).toBeVisible();
    expect(screen.getByText(detail)).toBeInTheDocument();
    page.server.emit("service_status_change", { service: "recognizer", status: "ready" });
    await waitFor(() => expect(screen.queryByText(/Transcription is down/)).not.toBeInTheDocument());
  });

  test("shows the PBX's detail with what may stand above it, so that it does not move", async () => {
    const answer = deferred();
    page.server.api.on(sttLanguage, async () => {
      await answer.promise;
      return ok(sttLanguage, { data: { language: "fr", model: "nova-3", configured: false } });
    });
    await open();
    const detail = "No telephone system is connected: only test calls appear here.";
    page.server.emit("service_status_change", { service: "asterisk", status: "ready", detail });
    await waitFor(() => expect(fact("Asterisk service")).toHaveTextContent("Ready"));
    expect(screen.queryByText(detail)).toBeNull();
    answer.resolve();
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(screen.getByText(/No speech recognizer is configured/)).toBeInTheDocument();
  });

  test("shows why nothing is transcribed if no recognizer is configured", async () => {
    const speech = { language: "en", model: "nova-3", configured: false } as const;
    page.server.api.answer(sttLanguage, () => ({ data: speech }));
    await open();
    expect(await screen.findByText(/No speech recognizer is configured/)).toBeInTheDocument();
    expect(fact("Live transcription")).toHaveTextContent("Off");
    expect(fact("Language")).toHaveTextContent("English");
    // Its words are among the details, and a script needs no recognizer.
    const region = within(screen.getByRole("region", { name: "Transcription status" }));
    expect(region.getByText(/No speech recognizer/)).toBeVisible();
    page.server.announce();
    expect(await region.findByText("Practice call")).toBeVisible();
  });

  test("warns before the page is closed in a call, on any screen, and only then", async () => {
    const { router, user } = await open();
    const closing = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    await user.click(button("Test Live Transcription"));
    await waitForStatus("Active");
    expect(closing()).toBe(true);
    await act(() => router.navigate("/dashboard"));
    expect(closing()).toBe(true);
    await act(() => router.navigate("/live-call"));
    await user.click(button("End Call"));
    expect(closing()).toBe(false);
  });

  function narrowWindow() {
    const wide = window.matchMedia;
    window.matchMedia = ((query: string) => ({ ...wide(query), matches: true })) as typeof window.matchMedia;
    page.stops.push(() => {
      window.matchMedia = wide;
    });
  }

  test("has three tabs on a phone, with the newest suggestion visible beside the transcript and the notes", async () => {
    narrowWindow();
    const { user } = await showConnected();
    const tab = (name: string) => screen.getByRole("tab", { name });
    const panel = () =>
      screen.getAllByRole("tabpanel").filter((one) => one.getAttribute("data-hidden") === null);
    await user.click(button("Test Live Transcription"));
    await waitForStatus("Active");
    // The best reply is first, at its full size.
    expect(tab("Suggestions")).toHaveAttribute("aria-selected", "true");
    expect(screen.queryByRole("region", { name: "Newest suggestion" })).not.toBeInTheDocument();
    await user.click(tab("Transcript"));
    page.server.suggest(page.server.suggestion({ text: "Quel est votre budget ?" }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    const newest = within(screen.getByRole("region", { name: "Newest suggestion" }));
    expect(await newest.findByText("Quel est votre budget ?")).toBeVisible();
    await user.click(newest.getByRole("button", { name: "Use" }));
    expect(newest.queryByText("Quel est votre budget ?")).not.toBeInTheDocument();
    await user.click(tab("Transcript"));
    await user.keyboard("{ArrowRight}");
    expect(tab("Notes")).toHaveFocus();
    expect(panel()).toEqual([screen.getByRole("tabpanel", { name: "Notes" })]);
    expect(notes()).toHaveValue("");
    await user.keyboard("{ArrowRight}");
    expect(tab("Suggestions")).toHaveFocus();
    await user.click(button("End Call"));
    expect(tab("Wrap-up")).toHaveAttribute("aria-selected", "true");
    expect(notes()).toHaveValue("");
    await user.click(tab("Wrap-up"));
    await user.keyboard("{End}");
    expect(tab("Transcript")).toHaveFocus();
    await user.click(button("Wrap up"));
    expect(tab("Wrap-up")).toHaveAttribute("aria-selected", "true");
    expect(screen.getByRole("region", { name: "Wrap-up" })).toHaveFocus();
  });

  test("shows the customer in a drawer if there is no room for a pane", async () => {
    narrowWindow();
    const { user } = await showConnected();
    await user.click(button("Test Live Transcription"));
    await waitForStatus("Active");
    expect(screen.queryByRole("region", { name: "Account history" })).not.toBeInTheDocument();
    await user.click(button("Customer"));
    expect(screen.getByRole("region", { name: "Account history" })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Account history" })).not.toBeInTheDocument();
  });
});
