/**
 * Server and client run in this one process: both are the builds for Node.
 * @jest-environment-options {"customExportConditions": ["node", "require", "default"]}
 */
import { generateSuggestions, reportSuggestion } from "@souffleur/contracts";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import {
  button,
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
    // Of one moment, as an answer's are: the last of them is the first to go.
    const timestamp = new Date().toISOString();
    const made = ["Un", "Deux", "Trois"].map((text) =>
      page.server.suggestion({
        text,
        timestamp,
        trigger: { messageId: "m", text: "C'est trop cher." },
        tookMs: 3,
        provider: "playbook",
      }),
    );
    page.server.api.on(generateSuggestions, () => ok(generateSuggestions, { data: { suggestions: made } }));
    const { user } = await openCall();
    await user.click(button("Generate"));
    expect(await suggestions().findByText("Un")).toHaveAttribute("lang", "fr");
    expect(suggestions().getAllByText("Question")).toHaveLength(3);
    expect(suggestions().getAllByText("82%")).toHaveLength(3);
    expect(suggestions().getAllByText("playbook · 3 ms")).toHaveLength(3);
    const more = page.server.suggestion({ text: "Quatre", category: "response" });
    page.server.api.on(generateSuggestions, () => ok(generateSuggestions, { data: { suggestions: [more] } }));
    suggestions().getAllByRole("button", { name: "Use" })[0]?.focus();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await suggestions().findByText("Quatre")).toBeVisible();
    // The first has the focus: the second gives its place.
    expect(textsInOrder()).toEqual(["Un", "Quatre", "Trois"]);
    expect(card("Un").getByRole("button", { name: "Use" })).toHaveFocus();
  });

  test("grow while they are written, and can be used when they are whole", async () => {
    const { user } = await openCall();
    const whole = page.server.suggestion({ text: "Je comprends bien." });
    const reports = () =>
      page.server.api.callsOf(reportSuggestion).filter(({ path }) => path.endsWith(whole.id));
    page.server.emit("suggestion_draft", { ...whole, text: "Je" });
    expect(await suggestions().findByText("Je …")).toBeVisible();
    expect(suggestions().getByRole("listitem")).toHaveAttribute("aria-busy", "true");
    page.server.emit("suggestion_draft", { ...whole, text: "Je comprends" });
    await suggestions().findByText("Je comprends …");
    await user.keyboard("1");
    await user.click(suggestions().getByRole("button", { name: "Use" }));
    expect(notes()).toHaveValue("");
    expect(reports()).toEqual([]);
    page.server.emit("suggestion", whole);
    await suggestions().findByText(whole.text);
    await user.keyboard("1");
    expect(notes()).toHaveValue(whole.text);
    await waitFor(() =>
      expect(reports()).toMatchObject([{ body: { state: "shown" } }, { body: { state: "used" } }]),
    );
  });

  test("that nothing came of leave the screen", async () => {
    await openCall();
    const begun = page.server.suggestion({ text: "Je" });
    page.server.emit("suggestion_draft", begun);
    await suggestions().findByText("Je …");
    page.server.emit("suggestion_withdrawn", { callId: begun.callId, id: begun.id });
    await waitFor(() => expect(suggestions().queryByText("Je …")).not.toBeInTheDocument());
  });

  test("are shown as they are written after a press of Generate, without Auto-generate too", async () => {
    const { user } = await openCall();
    const whole = page.server.suggestion({ text: "Je comprends bien." });
    let answer = () => {};
    const written = new Promise<void>((resolve) => {
      answer = resolve;
    });
    page.server.api.on(generateSuggestions, async () => {
      await written;
      return ok(generateSuggestions, { data: { suggestions: [whole] } });
    });
    await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
    page.server.emit("suggestion_draft", { ...whole, id: "of another page", text: "Autre" });
    page.server.addLine("client", "Votre offre est trop chère pour nous.");
    await waitForLine("trop chère");
    await user.click(button("Generate"));
    page.server.emit("suggestion_draft", { ...whole, text: "Je" });
    await suggestions().findByText("Je …");
    expect(suggestions().queryByText("Autre …")).not.toBeInTheDocument();
    answer();
    expect(await suggestions().findByText(whole.text)).toBeVisible();
    expect(suggestions().getAllByRole("listitem")).toHaveLength(1);
  });

  test("leave their places empty when they are dismissed, and the focus in the pane", async () => {
    const made = ["Un", "Deux", "Trois"].map((text) => page.server.suggestion({ text }));
    page.server.api.on(generateSuggestions, () => ok(generateSuggestions, { data: { suggestions: made } }));
    const { user } = await openCall();
    await user.click(button("Generate"));
    await suggestions().findByText("Deux");
    card("Deux").getByRole("button", { name: "Dismiss suggestion" }).focus();
    await user.keyboard("{Enter}");
    expect(textsInOrder()).toEqual(["Un", "Trois"]);
    expect(card("Trois").getByRole("button", { name: "Use" })).toHaveAttribute("aria-keyshortcuts", "3");
    expect(screen.getByRole("region", { name: "Live Suggestions" })).toHaveFocus();
  });

  test("that fail show an error", async () => {
    page.server.api.on(generateSuggestions, () => refused("INTERNAL", "No."));
    const { user } = await openCall();
    await user.click(button("Generate"));
    expect(await screen.findByText("Server error. Please try again later or contact support.")).toBeVisible();
  });

  test("that have nothing new show that: a call never gets the same one twice", async () => {
    const { user } = await openCall();
    await user.click(button("Generate"));
    expect(await screen.findByText("No new suggestions right now.")).toBeVisible();
  });

  test("are not requested without a call", async () => {
    await open();
    expect(button("Generate")).toHaveAttribute("aria-disabled", "true");
  });

  test("come by themselves after the client's lines while Auto-generate is on", async () => {
    await openCall();
    expect(screen.getByRole("switch", { name: "Auto-generate" })).toBeChecked();
    page.server.addLine("agent", "Je vous écoute, madame, dites-moi tout.");
    page.server.addLine("client", "Votre offre est trop chère pour nous.");
    await waitFor(() => expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1));
  });

  test("appear only as the answer to Generate while Auto-generate is off, whatever other pages request", async () => {
    const own = page.server.suggestion({ text: "À ma demande." });
    const others = page.server.suggestion({ text: "Sans qu'on la demande." });
    const { router, user } = await open();
    await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
    await act(() => router.navigate("/dashboard"));
    await act(() => router.navigate("/live-call"));
    await user.click(button("Test Live Transcription"));
    await waitForStatus("Active");
    await waitFor(() => expect(page.server.joins).not.toHaveLength(0));
    page.server.api.on(generateSuggestions, () => {
      page.server.emit("suggestion", { ...others, callId: page.server.call.callId, id: "s-others" });
      return ok(generateSuggestions, {
        data: { suggestions: [{ ...own, callId: page.server.call.callId }] },
      });
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
    let answer = () => {};
    const switchedOff = new Promise<void>((resolve) => {
      answer = resolve;
    });
    page.server.api.on(generateSuggestions, async () => {
      await switchedOff;
      return ok(generateSuggestions, {
        data: { suggestions: [page.server.suggestion({ text: "Trop tard." })] },
      });
    });
    const { user } = await openCall();
    page.server.addLine("client", "Votre offre est trop chère pour nous.");
    await waitFor(() => expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1));
    await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
    answer();
    expect(await suggestions().findByText("Press Generate for suggestions.")).toBeVisible();
    expect(suggestions().queryByText("Trop tard.")).not.toBeInTheDocument();
  });

  test("are switched off for their user alone, and stay so", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("switch", { name: "Auto-generate" }));
    expect(screen.getByRole("switch", { name: "Auto-generate" })).not.toBeChecked();
    expect(localStorage.getItem("souffleur.auto-generate.user-1")).toBe("off");
  });

  test("are copied and used, by button and by key, but not by a digit in a field", async () => {
    const { user } = await openCall();
    page.server.emit("suggestion", page.server.suggestion({ text: "Je comprends." }));
    await suggestions().findByText("Je comprends.");
    await user.click(suggestions().getByRole("button", { name: "Copy" }));
    expect(await suggestions().findByText(/^Copied \d\d:\d\d:\d\d$/)).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("Je comprends.");
    await user.type(notes(), "Budget 1");
    expect(notes()).toHaveValue("Budget 1");
    await user.click(suggestions().getByRole("button", { name: "Use" }));
    expect(notes()).toHaveValue("Budget 1\nJe comprends.");
    expect(await suggestions().findByText(/^Used \d\d:\d\d:\d\d$/)).toBeVisible();
    await user.keyboard("1");
    expect(notes()).toHaveValue("Budget 1\nJe comprends.");
    await user.keyboard("0");
    expect(suggestions().queryByText("Je comprends.")).not.toBeInTheDocument();
    page.server.api.on(generateSuggestions, () =>
      ok(generateSuggestions, { data: { suggestions: [page.server.suggestion({ text: "Et après ?" })] } }),
    );
    await user.click(button("Generate"));
    await suggestions().findByText("Et après ?");
    await user.keyboard("1");
    expect(notes()).toHaveValue("Budget 1\nJe comprends.\nEt après ?");
  });

  test("are requested once by two presses, and the focus stays on Generate", async () => {
    let answer = () => {};
    page.server.api.on(generateSuggestions, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return ok(generateSuggestions, { data: { suggestions: [] } });
    });
    const { user } = await openCall();
    button("Generate").focus();
    await user.keyboard("{Enter}{Enter}");
    expect(button("Generate")).toHaveAttribute("aria-busy", "true");
    await waitFor(() => expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1));
    expect(button("Generate")).toHaveFocus();
    answer();
    await waitFor(() => expect(button("Generate")).not.toHaveAttribute("aria-disabled"));
    expect(button("Generate")).toHaveFocus();
    expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1);
  });

  test("are generated by Ctrl+Enter, in the notes too", async () => {
    const { user } = await openCall();
    await user.click(notes());
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(page.server.api.callsOf(generateSuggestions)).toHaveLength(1));
  });
});
