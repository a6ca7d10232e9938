import { generateSuggestions, reportSuggestion } from "@souffleur/contracts";
import { deferred, ok, refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import {
  button,
  log,
  notes,
  open,
  openCall,
  page,
  preparePages,
  suggestions,
  waitForLine,
  waitForStatus,
} from "../../testing/open-screen.tsx";

preparePages();

const card = (text: string) => within(suggestions().getByText(text).closest("li") as HTMLElement);
const textsInOrder = () =>
  suggestions()
    .getAllByRole("listitem")
    .map((item) => item.querySelector("p[lang=fr]")?.textContent);

describe("suggestions", () => {
  test("are generated on demand, shown with category and confidence, and the newest three are kept", async () => {
    const trigger = { messageId: "m", text: "C'est trop cher." };
    const made = ["Un", "Deux", "Trois"].map((text) =>
      page.server.suggestion({ text, trigger, intent: { id: "price", name: "Prix", isOpening: false } }),
    );
    page.server.suggest(...made);
    const { user } = await openCall();
    await user.click(button("Generate"));
    expect(await suggestions().findByText("Un")).toHaveAttribute("lang", "fr");
    expect(suggestions().getAllByText("Question")).toHaveLength(3);
    expect(suggestions().getAllByText("82%")).toHaveLength(3);
    // The others of the same subject do not name it again.
    expect(suggestions().getAllByText("Prix")).toHaveLength(1);
    // The best one is sent last.
    expect(textsInOrder()).toEqual(["Trois", "Deux", "Un"]);
    const shown = [1, 2, 3].map((place) => ({ state: "shown", place }));
    await waitFor(() =>
      expect(page.server.api.callsOf(reportSuggestion).map(({ body }) => body)).toEqual(shown),
    );
    expect(card("Trois").getByText("Prix")).toBeVisible();
    act(() => card("Un").getByRole("button", { name: "Use" }).focus());
    page.server.suggest(page.server.suggestion({ text: "Quatre", category: "response" }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    // A card that was just touched, or is more than a second old, may be read.
    expect(await suggestions().findByText("Quatre", {}, { timeout: 10_000 })).toBeVisible();
    expect(textsInOrder()).toEqual(["Trois", "Deux", "Quatre"]);
    expect(screen.getByRole("region", { name: "Live Suggestions" })).toHaveFocus();
  });

  test("grow while they are written, disappear when they are withdrawn, and can be used when they are complete", async () => {
    const { user } = await openCall();
    const whole = page.server.suggestion({ text: "Je comprends bien." });
    const states = () => page.server.reportedStates(whole.id);
    const withdrawn = page.server.suggestion({ text: "Non" });
    page.server.emit("suggestion_draft", withdrawn);
    await suggestions().findByText("Non …");
    page.server.emit("suggestion_withdrawn", { callId: withdrawn.callId, id: withdrawn.id });
    await waitFor(() => expect(suggestions().queryByText("Non …")).not.toBeInTheDocument());
    page.server.emit("suggestion_draft", { ...whole, text: "Je" });
    expect(await suggestions().findByText("Je …")).toBeVisible();
    expect(suggestions().getByRole("listitem")).toHaveAttribute("aria-busy", "true");
    page.server.emit("suggestion_draft", { ...whole, text: "Je comprends" });
    await suggestions().findByText("Je comprends …");
    await user.keyboard("3");
    await user.click(suggestions().getByRole("button", { name: "Use" }));
    expect(suggestions().queryByText(/^Said/)).toBeNull();
    expect(states()).toEqual([]);
    page.server.emit("suggestion", whole);
    await suggestions().findByText(whole.text);
    await user.keyboard("3");
    expect(await suggestions().findByText(/^Said/)).toBeVisible();
    await waitFor(() => expect(states()).toEqual(["shown", "used"]));
  });

  /** Holds the answer to the next request for suggestions. */
  function holdAnswer(...suggestions: ReturnType<typeof page.server.suggestion>[]) {
    const answer = deferred();
    page.server.api.on(generateSuggestions, async () => {
      await answer.promise;
      return ok(generateSuggestions, { data: { suggestions } });
    });
    return answer;
  }

  test("are shown as they are written after a press of Generate, also without Auto-generate", async () => {
    const { user } = await openCall();
    const whole = page.server.suggestion({ text: "Je comprends bien." });
    const answer = holdAnswer(whole);
    await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
    page.server.emit("suggestion_draft", { ...whole, id: "of another page", text: "Autre" });
    page.server.addLine("client", "Votre offre est trop chère pour nous.");
    await waitForLine("trop chère");
    await user.click(button("Generate"));
    page.server.emit("suggestion_draft", { ...whole, text: "Je" });
    await suggestions().findByText("Je …");
    expect(suggestions().queryByText("Autre …")).not.toBeInTheDocument();
    answer.resolve();
    expect(await suggestions().findByText(whole.text)).toBeVisible();
    expect(suggestions().getAllByRole("listitem")).toHaveLength(1);
  });

  test("that are dismissed leave their places empty, and the focus moves to the pane", async () => {
    page.server.suggest(...["Un", "Deux", "Trois"].map((text) => page.server.suggestion({ text })));
    const { user } = await openCall();
    await user.click(button("Generate"));
    await suggestions().findByText("Deux");
    card("Deux").getByRole("button", { name: "Dismiss suggestion" }).focus();
    await user.keyboard("{Enter}");
    expect(textsInOrder()).toEqual(["Trois", "Un"]);
    expect(card("Un").getByRole("button", { name: "Use" })).toHaveAttribute("aria-keyshortcuts", "3");
    expect(screen.getByRole("region", { name: "Live Suggestions" })).toHaveFocus();
  });

  test.each([
    ["a refusal", refused("INTERNAL", "No."), "Server error. Please try again later or contact support."],
    [
      "an answer without new ones",
      ok(generateSuggestions, { data: { suggestions: [] } }),
      "No new suggestions right now.",
    ],
  ])("that do not come are told: %s", async (_what, reply, text) => {
    page.server.api.on(generateSuggestions, () => reply);
    const { user } = await openCall();
    await user.click(button("Generate"));
    expect(await screen.findByText(text)).toBeVisible();
  });

  test("appear only in answer to Generate while its user has Auto-generate off, whatever other pages request", async () => {
    const own = page.server.suggestion({ text: "À ma demande." });
    const others = page.server.suggestion({ text: "Sans qu'on la demande." });
    const { router, user } = await open();
    expect(button("Generate")).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("switch", { name: "Auto-generate" })).toBeChecked();
    await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
    expect(localStorage.getItem("souffleur.auto-generate.user-1")).toBe("off");
    await act(() => router.navigate("/dashboard"));
    await act(() => router.navigate("/live-call"));
    await user.click(button("Test Live Transcription"));
    await waitForStatus("Active");
    await waitFor(() => expect(page.server.joins).not.toHaveLength(0));
    page.server.api.answer(generateSuggestions, () => {
      page.server.emit("suggestion", { ...others, callId: page.server.call.callId, id: "s-others" });
      return {
        data: { suggestions: [{ ...own, callId: page.server.call.callId }] },
      };
    });
    page.server.emit("suggestion", { ...others, callId: page.server.call.callId });
    page.server.addLine("client", "Votre offre est trop chère pour nous.");
    await waitForLine("trop chère");
    expect(suggestions().queryByText(others.text)).not.toBeInTheDocument();
    await user.click(button("Generate"));
    expect(await suggestions().findByText(own.text)).toBeVisible();
    page.server.addLine("client", "Alors, que proposez-vous ?");
    await waitForLine("que proposez-vous");
    expect(suggestions().queryByText(others.text)).not.toBeInTheDocument();
    expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1);
    await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
    page.server.emit("suggestion", { ...others, callId: page.server.call.callId, id: "s-auto" });
    expect(await suggestions().findByText(others.text)).toBeVisible();
  });

  test("that were requested automatically do not appear once Auto-generate is switched off", async () => {
    const answer = holdAnswer(page.server.suggestion({ text: "Trop tard." }));
    const { user } = await openCall();
    page.server.addLine("client", "Votre offre est trop chère pour nous.");
    await waitFor(() => expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1));
    await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
    answer.resolve();
    expect(await suggestions().findByText("Press Generate for suggestions.")).toBeVisible();
    expect(suggestions().queryByText("Trop tard.")).not.toBeInTheDocument();
  });

  test("are copied and used by button and by key, but not by a digit in a field", async () => {
    const { user } = await openCall();
    page.server.emit("suggestion", page.server.suggestion({ text: "Je comprends." }));
    await suggestions().findByText("Je comprends.");
    await user.click(suggestions().getByRole("button", { name: "Copy" }));
    expect(await suggestions().findByText(/^Copied \d\d:\d\d:\d\d$/)).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("Je comprends.");
    await user.type(notes(), "Budget 1");
    expect(notes()).toHaveValue("Budget 1");
    await user.click(suggestions().getByRole("button", { name: "Use" }));
    expect(await suggestions().findByText(/^Said \d\d:\d\d:\d\d$/)).toBeVisible();
    expect(notes()).toHaveValue("Budget 1");
    await user.click(suggestions().getByRole("button", { name: "Add to notes" }));
    expect(notes()).toHaveValue("Budget 1\nJe comprends.");
  });

  test("that are said get a place in the timeline, once", async () => {
    const { user } = await openCall();
    page.server.addLine("client", "C'est trop cher.");
    await waitForLine("trop cher");
    page.server.emit("suggestion", page.server.suggestion({ text: "Je comprends." }));
    await suggestions().findByText("Je comprends.");
    await user.keyboard("33");
    expect(within(log()).getAllByText("Je comprends.")).toHaveLength(1);
    // It is read until it was said.
    const shown = within(suggestions().getByRole("list")).getByRole("listitem");
    expect(shown).not.toHaveClass("past");
    page.server.addLine("client", "D'accord.");
    await waitFor(() => expect(shown).toHaveClass("past"));
  });

  test("are dismissed by Esc, best first, and brought back by Z", async () => {
    const { user } = await openCall();
    for (const text of ["Un", "Deux"]) page.server.emit("suggestion", page.server.suggestion({ text }));
    await suggestions().findByText("Deux");
    await user.keyboard("{Escape}0");
    expect(textsInOrder()).toEqual(["Un"]);
    await user.keyboard("z");
    expect(textsInOrder()).toEqual(["Deux", "Un"]);
    await user.keyboard("{Escape}{Escape}");
    expect(suggestions().queryByRole("listitem")).toBeNull();
  });

  test("are requested once by two presses, and the focus stays on Generate", async () => {
    const answer = holdAnswer();
    const { user } = await openCall();
    button("Generate").focus();
    await user.keyboard("{Enter}{Enter}");
    expect(button("Generate")).toHaveAttribute("aria-busy", "true");
    await waitFor(() => expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1));
    expect(button("Generate")).toHaveFocus();
    answer.resolve();
    await waitFor(() => expect(button("Generate")).not.toHaveAttribute("aria-disabled"));
    expect(button("Generate")).toHaveFocus();
    expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1);
  });
});
