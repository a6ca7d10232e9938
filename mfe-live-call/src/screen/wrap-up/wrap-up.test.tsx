// The socket's server and client run in one process, so both need their builds for Node.

import { type CallSummary, getCall, listCalls, reportSuggestion, saveOutcome } from "@souffleur/contracts";
import { deferred, ok, refused } from "@souffleur/shared-ui/testing";
import { outcomePlace } from "@souffleur/shared-ui/wrap-up";
import { act, screen, waitFor, within } from "@testing-library/react";
import {
  button,
  closePage,
  log,
  notes,
  open,
  openCall,
  page,
  preparePages,
  status,
  suggestions,
  waitForLine,
  waitForStatus,
} from "../../testing/open-screen.tsx";
import { openWrapUp } from "../../testing/open-wrap-up.tsx";

preparePages();

const wrapUp = () => within(screen.getByRole("region", { name: "Wrap-up" }));
const radio = (name: string) => wrapUp().getByRole("radio", { name });
const field = (name: string) => wrapUp().getByRole("textbox", { name });
const waitForSaved = () => waitFor(() => expect(wrapUp().getByRole("status")).toHaveTextContent(/^Saved$/));
const waitForUnsaved = () =>
  waitFor(() => expect(wrapUp().getByRole("status")).toHaveTextContent(/^Saved in this browser; waiting/));
const saves = () => page.server.api.callsOf(saveOutcome).map(({ body }) => body);

/** A call that has just ended, in its wrap-up. */
async function openEnded() {
  const app = await openCall();
  await app.user.click(button("End Call"));
  expect(status()).toHaveTextContent("Ended");
  return app;
}

/** Makes the server's call one that is over, in the list of calls. */
function keepCall({ notes = "", ...differences }: Partial<CallSummary> & { notes?: string } = {}): void {
  const { outcome } = differences;
  page.server.prepare({ status: "ended", endedAt: new Date().toISOString(), outcome, notes });
  page.server.kept.push(summary(differences));
}

async function openFromList() {
  const app = await open();
  await app.user.click(await screen.findByRole("link", { name: /Hélène Vasseur/ }));
  await waitForStatus("Ended");
  return app;
}

function summary(differences: Partial<CallSummary> = {}): CallSummary {
  const { callId, customer, agentName, source, startedAt } = page.server.call;
  return {
    callId,
    customer,
    agentName,
    agentId: "user-1",
    source,
    startedAt,
    status: "ended",
    durationSeconds: 272,
    lines: 2,
    suggestionsUsed: 0,
    ...differences,
  };
}

describe("the wrap-up of a call that ended", () => {
  test("saves its outcome, its amount and its next step automatically", async () => {
    const { user } = await openWrapUp();
    expect(await wrapUp().findByText("To wrap up")).toBeVisible();
    await user.click(radio("Won"));
    await user.type(field("Amount (USD)"), "$1,200");
    expect(field("Amount (USD)")).toHaveAccessibleDescription("$1,200");
    await user.click(field("Next step"));
    await user.paste("Envoyer le devis");
    await user.type(wrapUp().getByLabelText("Date of the next step"), "2026-03-31");
    await waitForSaved();
    expect(page.server.call).toMatchObject({
      outcome: "successful",
      amount: 1200,
      nextStep: "Envoyer le devis",
      nextStepAt: "2026-03-31",
    });
  });

  test("takes a chosen outcome back, and the digits choose again", async () => {
    const { user } = await openWrapUp();
    await user.keyboard("1");
    await waitForSaved();
    await user.click(wrapUp().getByRole("button", { name: "Undo" }));
    expect(radio("Won")).not.toBeChecked();
    await waitFor(() => expect(wrapUp().getByRole("status")).toHaveTextContent(/^To wrap up$/));
    expect(saves().at(-1)).toEqual({ outcome: null, revision: 1 });
    await user.keyboard("5");
    expect(radio("Competitor")).toBeChecked();
    await user.keyboard("{Control>}z{/Control}");
    expect(radio("Competitor")).not.toBeChecked();
    await user.keyboard("2");
    await user.type(field("Next step"), "Devis{Control>}z{/Control}");
    expect(radio("Follow-up")).toBeChecked();
    await waitForSaved();
  });

  test("is left by Ctrl+Enter once it has an outcome and is correct, and by Later without one", async () => {
    const { user } = await openWrapUp();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(wrapUp().getByRole("alert")).toHaveTextContent("Choose an outcome, or press Later.");
    await user.keyboard("11,5{Control>}{Enter}{/Control}");
    expect(wrapUp().queryByRole("alert")).not.toBeInTheDocument();
    expect(field("Amount (USD)")).toHaveFocus();
    await user.keyboard("{Backspace}{Backspace}5");
    await user.click(wrapUp().getByRole("button", { name: "Tomorrow" }));
    expect(wrapUp().getByRole("button", { name: "Tomorrow" })).toHaveAttribute("aria-pressed", "true");
    // Its key stands on the button.
    expect(button("Save and next call")).toHaveTextContent("Ctrl+Enter");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(screen.getByText("left")).toBeVisible();
    await waitFor(() => expect(page.server.call).toMatchObject({ outcome: "successful", amount: 15 }));
    expect(page.server.call.nextStepAt).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test("keeps the caret of notes that are being typed when the other side hangs up", async () => {
    const { user } = await openCall();
    await user.type(notes(), "Rappeler");
    notes().setSelectionRange(0, 2);
    page.server.end();
    await waitForStatus("Ended");
    expect(notes()).toHaveFocus();
    await user.keyboard("1");
    expect(notes()).toHaveValue("1ppeler");
    expect(radio("Won")).not.toBeChecked();
  });

  test("shows what is wrong with an amount, and keeps it in the browser until it is corrected", async () => {
    const { user } = await openWrapUp();
    await user.click(radio("Won"));
    await waitForSaved();
    await user.type(field("Amount (USD)"), "12.5");
    expect(wrapUp().getByText("Amount must be a whole number")).toBeVisible();
    expect(wrapUp().getByText("Saved in this browser until it is corrected")).toBeVisible();
    await user.clear(field("Amount (USD)"));
    await user.type(field("Amount (USD)"), "12");
    await waitForSaved();
    expect(page.server.call.amount).toBe(12);
    expect(saves()).not.toContainEqual(expect.objectContaining({ amount: 12.5 }));
  });

  test("shows the talk figures and the replies that were used", async () => {
    const { callId: _callId, trigger: _trigger, tookMs: _tookMs, ...reply } = page.server.suggestion();
    page.server.review.suggestions.push(
      { ...reply, id: "s1", text: "Je comprends.", seq: 1, state: "used", said: true },
      { ...reply, id: "s2", text: "Et pourquoi ?", seq: 1, state: "shown", said: false },
    );
    const { user } = await openWrapUp();
    const row = { name: "Words per minute 150 –" };
    expect(await wrapUp().findByRole("row", row)).not.toBeVisible();
    await user.click(wrapUp().getByText("Talk figures"));
    expect(wrapUp().getByRole("row", row)).toBeVisible();
    expect(wrapUp().getByRole("row", { name: "Talk share 50% 50%" })).toBeVisible();
    expect(wrapUp().getByText("Je comprends.")).toHaveAttribute("lang", "fr");
    expect(wrapUp().queryByText("Et pourquoi ?")).not.toBeInTheDocument();
  });

  test("merges a change of another field that was made elsewhere", async () => {
    const { user } = await openWrapUp();
    await user.click(radio("Follow-up"));
    await waitForSaved();
    refuseOnce({ outcome: "follow_up", nextStep: "Rappeler" });
    await user.type(wrapUp().getByLabelText("Date of the next step"), "2026-03-31");
    await waitFor(() => expect(field("Next step")).toHaveValue("Rappeler"));
    await waitForSaved();
    expect(page.server.call).toMatchObject({ nextStep: "Rappeler", nextStepAt: "2026-03-31" });
  });

  test.each([
    ["Keep yours", "competitor"],
    ["Use the other", "no_need"],
  ])("asks if the same field was changed elsewhere: %s", async (choice, outcome) => {
    const { user } = await openWrapUp();
    await user.click(radio("Follow-up"));
    await waitForSaved();
    refuseOnce({ outcome: "no_need" });
    await user.click(radio("Competitor"));
    await user.click(await wrapUp().findByRole("button", { name: "Compare" }));
    const dialog = within(screen.getByRole("dialog", { name: "Which outcome is right?" }));
    expect(dialog.getByText("Competitor")).toBeVisible();
    expect(dialog.getByText("No need")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: choice }));
    await waitForSaved();
    expect(page.server.call.outcome).toBe(outcome);
    expect(localStorage.getItem(outcomePlace("user-1", page.server.call.callId).key)).toBeNull();
  });

  test("keeps an outcome that the server could not store, and sends it when the screen is opened again", async () => {
    page.server.api.on(saveOutcome, () => refused("DATABASE_UNAVAILABLE", "Not now."));
    const { user, unmount, stop } = await openEnded();
    await user.click(radio("Unreachable"));
    await waitForUnsaved();
    const { key } = outcomePlace("user-1", page.server.call.callId);
    const draft = localStorage.getItem(key) ?? "";
    closePage({ unmount, stop });
    page.server.answerAll();
    page.server.call.status = "ended";
    await open({ [key]: JSON.parse(draft) });
    await waitFor(() => expect(page.server.call.outcome).toBe("unreachable"));
    await waitFor(() => expect(localStorage.getItem(key)).toBeNull());
  });

  test("is saved when the network returns, also after its pane was closed", async () => {
    const { user } = await openWrapUp();
    await user.click(radio("Competitor"));
    await waitForSaved();
    page.server.api.on(saveOutcome, () => refused("DATABASE_UNAVAILABLE", "Not now."));
    await user.click(radio("No need"));
    await waitForUnsaved();
    await user.click(button("Save and next call"));
    expect(screen.getByText("left")).toBeVisible();
    compareRevisions([]);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(page.server.call.outcome).toBe("no_need"));
  });

  test("is not in conflict with its own save whose answer was lost", async () => {
    const { user } = await openWrapUp();
    compareRevisions([refused("DATABASE_UNAVAILABLE", "Not now.")]);
    await user.click(radio("Competitor"));
    await waitForUnsaved();
    await user.click(radio("No need"));
    await waitForSaved();
    expect(page.server.call.outcome).toBe("no_need");
  });

  test("is not kept once its call is deleted", async () => {
    page.server.api.on(saveOutcome, () => refused("NOT_FOUND", "The requested resource was not found."));
    const { user } = await openWrapUp();
    await user.click(radio("Unreachable"));
    await waitFor(() => expect(wrapUp().getByRole("status")).toHaveTextContent(/^Not saved: the call/));
    expect(localStorage.getItem(outcomePlace("user-1", page.server.call.callId).key)).toBeNull();
  });

  test("is closed by Next call, and shown again after going back", async () => {
    const { user, router } = await openEnded();
    await user.click(radio("Unreachable"));
    await waitForSaved();
    await user.click(button("Save and next call"));
    expect(status()).toHaveTextContent("Waiting");
    expect(screen.queryByRole("region", { name: "Wrap-up" })).not.toBeInTheDocument();
    page.server.call.status = "ended";
    await act(() => router.navigate(-1));
    await waitForStatus("Ended");
    await waitFor(() => expect(radio("Unreachable")).toBeChecked());
    await act(() => router.navigate("/live-call"));
    await waitForStatus("Waiting");
  });

  test.each([
    ["a reload", "ended"],
    ["a reload before the page knew of the end", "active"],
  ])("is shown again after %s", async (_name, before) => {
    const { user, router, unmount, stop } = await openCall();
    if (before === "ended") await user.click(button("End Call"));
    const { callId } = page.server.call;
    await waitFor(() => expect(router.state.location.search).toBe(`?call=${callId}`));
    const { pathname, search } = router.state.location;
    closePage({ unmount, stop });
    page.server.store("client", "Merci, à bientôt.");
    page.server.call.status = "ended";
    await open({}, pathname + search);
    await waitForStatus("Ended");
    expect(radio("Won")).toBeEnabled();
    expect(log()).toHaveTextContent("Merci, à bientôt.");
  });
});

/** Refuses a save of an old revision. @param lost answers to the first saves instead of their results */
function compareRevisions(lost: ReturnType<typeof refused>[] = []): void {
  const { api, call } = page.server;
  api.on(saveOutcome, ({ body }) => {
    const { revision, ...outcome } = body as { revision: number; outcome: "other" };
    if (revision !== call.outcomeRevision)
      return refused("INVALID_TRANSITION", "The outcome was changed elsewhere.");
    Object.assign(call, outcome, { outcomeRevision: revision + 1 });
    return lost.shift() ?? ok(saveOutcome, { data: { ...outcome, revision: revision + 1 } });
  });
}

/** Saves a change from another page, so that the next save is refused. */
function refuseOnce(other: Parameters<typeof Object.assign>[0]): void {
  Object.assign(page.server.call, other, { outcomeRevision: page.server.call.outcomeRevision + 1 });
  compareRevisions();
}

describe("the waiting screen", () => {
  test("lists the calls to wrap up and the recent calls, below its text", async () => {
    page.server.kept.push(
      summary({ callId: "c1" }),
      summary({ callId: "c2", customer: { name: "Paul Mercier" }, outcome: "successful", amount: 1200 }),
    );
    await open();
    expect(screen.getByText("Ready. Incoming calls open here.")).toBeVisible();
    const toWrapUp = within(await screen.findByRole("region", { name: "To wrap up" }));
    expect(toWrapUp.getByRole("link", { name: /Hélène Vasseur.*4:32 · 2 lines/ })).toBeVisible();
    const recent = within(screen.getByRole("region", { name: "Recent calls" }));
    expect(recent.getAllByRole("link")).toHaveLength(1);
    expect(recent.getByRole("link", { name: /Paul Mercier.*Won · \$1,200/ })).toBeVisible();
  });

  test("opens a call read-only, and returns to the list", async () => {
    keepCall({ outcome: "no_need", notes: "Non." });
    page.server.store("client", "Merci, mais nous n'en avons pas besoin.");
    const { user } = await openFromList();
    await waitForLine("nous n'en avons pas besoin");
    expect(screen.getByRole("region", { name: "Wrap-up" })).toHaveFocus();
    expect(await wrapUp().findByText("No need")).toBeVisible();
    expect(wrapUp().queryByRole("radio")).not.toBeInTheDocument();
    await waitFor(() => expect(notes()).toHaveValue("Non."));
    expect(notes()).toHaveAttribute("readonly");
    expect(page.server.joins).toEqual([]);
    await user.click(wrapUp().getByRole("button", { name: "Edit" }));
    expect(radio("No need")).toBeChecked();
    await user.click(button("Save and next call"));
    expect(await screen.findByRole("region", { name: "Recent calls" })).toBeVisible();
  });

  test("opens a call to wrap up in its wrap-up, and a new call replaces it", async () => {
    keepCall();
    const { user } = await openFromList();
    await user.keyboard("2");
    await waitForSaved();
    expect(page.server.call.outcome).toBe("follow_up");
    page.server.prepare();
    page.server.announce();
    await waitForStatus("Active");
    expect(screen.queryByRole("region", { name: "Wrap-up" })).not.toBeInTheDocument();
    expect(log()).not.toHaveTextContent("besoin");
  });

  test.each([
    ["read-only", "no_need" as const],
    ["to be wrapped up", undefined],
  ])(
    "shows neither an outcome nor its absence before the outcome of a call %s is loaded",
    async (_name, outcome) => {
      keepCall({ outcome });
      const answer = deferred();
      let asked = 0;
      const answerNow = () => ok(getCall, { data: { call: { ...page.server.call, seq: 0 } } });
      page.server.api.on(getCall, async () => {
        // The first request opens the call.
        if (++asked > 1) await answer.promise;
        return answerNow();
      });
      const { user } = await open();
      // A draft from another test's call requests that call.
      asked = 0;
      await user.click(await screen.findByRole("link", { name: /Hélène Vasseur/ }));
      await waitForStatus("Ended");
      expect(wrapUp().queryByText("To wrap up")).not.toBeInTheDocument();
      expect(wrapUp().queryByText("–", { selector: "dd" })).not.toBeInTheDocument();
      // Choosing before it is loaded is safe.
      if (outcome === undefined) {
        expect(wrapUp().getByRole("status")).toHaveTextContent("Loading…");
        await user.click(radio("Follow-up"));
        expect(wrapUp().getByRole("status")).toHaveTextContent("Saving…");
        answer.resolve();
        await waitForSaved();
        expect(page.server.call.outcome).toBe("follow_up");
      } else {
        answer.resolve();
        expect(await wrapUp().findByText("No need")).toBeVisible();
      }
    },
  );

  test("shows why the call of its address can't be opened", async () => {
    page.server.api.on(getCall, () => refused("NOT_FOUND", "The requested resource was not found."));
    const { router } = await open({}, "/live-call?call=gone");
    expect(await screen.findByText("The requested resource was not found.")).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(status()).toHaveTextContent("Waiting");
  });

  test("shows that the calls could not be loaded, and tries again", async () => {
    page.server.api.on(listCalls, () => refused("INTERNAL", "No."));
    const { user } = await open();
    await screen.findByText("Your calls could not be loaded.");
    page.server.kept.push(summary());
    page.server.answerAll();
    await user.click(button("Retry"));
    expect(await screen.findByRole("region", { name: "To wrap up" })).toBeVisible();
  });
});

test("reports each state of a suggestion once, and never a lower state", async () => {
  const { user } = await openCall();
  const first = page.server.suggestion({ text: "Je comprends." });
  const second = page.server.suggestion({ text: "Et pourquoi ?" });
  page.server.suggest(first, second);
  await user.click(button("Generate"));
  await suggestions().findByText("Et pourquoi ?");
  const card = within(suggestions().getByText("Je comprends.").closest("li") as HTMLElement);
  await user.click(card.getByRole("button", { name: "Copy" }));
  await card.findByText(/^Copied/);
  await user.click(card.getByRole("button", { name: "Use" }));
  const other = within(suggestions().getByText("Et pourquoi ?").closest("li") as HTMLElement);
  await user.click(other.getByRole("button", { name: "Dismiss suggestion" }));
  const states = ({ id }: typeof first) => page.server.reportedStates(id);
  await waitFor(() => expect(states(second)).toEqual(["shown", "dismissed"]));
  await waitFor(() => expect(states(first)).toEqual(["shown", "copied", "used"]));
});

test("a suggestion's state that the server could not store is reported again", async () => {
  let isUp = false;
  page.server.api.on(reportSuggestion, ({ body }) =>
    isUp
      ? ok(reportSuggestion, { data: body as { state: "shown" } })
      : refused("DATABASE_UNAVAILABLE", "Not now."),
  );
  await openCall();
  page.server.emit("suggestion", page.server.suggestion({ text: "Je comprends." }));
  await waitFor(() => expect(page.server.api.callsOf(reportSuggestion)).toHaveLength(1));
  isUp = true;
  await waitFor(() => expect(page.server.api.callsOf(reportSuggestion)).toHaveLength(2));
});
