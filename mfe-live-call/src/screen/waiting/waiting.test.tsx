import { type CallSummary, saveOutcome, scenarioNames, startSimulation } from "@souffleur/contracts";
import { refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { button, open, page, preparePages, waitForStatus } from "../../testing/open-screen.tsx";

preparePages();

const card = (name: RegExp) => screen.getByRole("radio", { name });

test("the pane says that it is ready, and the customer's column that the customer will appear", async () => {
  const { user } = await open();
  expect(screen.getByText("Ready. Incoming calls open here.")).toBeVisible();
  const customer = within(screen.getByRole("complementary", { name: "Customer and transcription" }));
  expect(customer.getByText("The customer appears here when a call starts.")).toBeVisible();
  expect(customer.queryByText("Hélène Vasseur")).not.toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: "Agent notes" })).not.toBeInTheDocument();
  await user.click(button("Test Live Transcription"));
  await waitForStatus("Active");
  expect(customer.getByText("Hélène Vasseur")).toBeVisible();
  expect(screen.queryByText("Ready. Incoming calls open here.")).not.toBeInTheDocument();
  expect(screen.queryByRole("radio", { name: /^Discovery/ })).not.toBeInTheDocument();
});

test("one of the practice calls is chosen, by the arrows too, and has the only button", async () => {
  const { user } = await open();
  const group = within(screen.getByRole("group", { name: "Practice calls" }));
  expect(group.getAllByRole("radio")).toHaveLength(scenarioNames.length);
  expect(card(/^Discovery/)).toBeChecked();
  await user.click(card(/^Complaint/));
  expect(card(/^Discovery/)).not.toBeChecked();
  expect(group.getAllByRole("button")).toEqual([button("Test Live Transcription")]);
  await user.click(button("Test Live Transcription"));
  await waitForStatus("Active");
  const names = { agentName: "Julien Carrel", clientName: "Hélène Vasseur" };
  await waitFor(() =>
    expect(page.server.api.callsOf(startSimulation).map(({ body }) => body)).toMatchObject([
      { scenario: "complaint", ...names },
    ]),
  );
  expect(screen.getByRole("group", { name: "Call controls" })).toHaveFocus();
});

test("New Call focuses the start of a practice call, each time; a visit by other ways does not", async () => {
  const { user, router } = await open();
  expect(button("Test Live Transcription")).not.toHaveFocus();
  const press = () => act(() => router.navigate("/live-call", { state: { newCall: true } }));
  await press();
  await waitFor(() => expect(button("Test Live Transcription")).toHaveFocus());
  await user.tab();
  expect(button("Test Live Transcription")).not.toHaveFocus();
  await press();
  await waitFor(() => expect(button("Test Live Transcription")).toHaveFocus());
});

describe("a wrap-up that was saved without a connection", () => {
  const key = "souffleur.outcome.user-1.call-9";
  const draft = (outcome: string, amount = "") => ({
    value: { outcome, amount, currency: "USD", nextStep: "", nextStepAt: "" },
    base: { amount: "", currency: "", nextStep: "", nextStepAt: "" },
  });
  const noticed = () => screen.findByText(/^1 wrap-up is saved in this browser/);
  const summary = {
    callId: "call-9",
    status: "ended",
    source: "simulation",
    agentId: "user-1",
    agentName: "Camille Moreau",
    customer: { name: "Hélène Vasseur" },
    startedAt: "2026-03-02T09:00:00.000Z",
    endedAt: "2026-03-02T09:05:00.000Z",
    durationSeconds: 300,
    lines: 4,
    suggestionsUsed: 0,
  } satisfies CallSummary;

  test("is named between calls until the server has it", async () => {
    page.server.api.on(saveOutcome, () => refused("DATABASE_UNAVAILABLE", "Not now."));
    page.server.kept.push(summary);
    await open({ [key]: draft("no_need") });
    await noticed();
    expect(await screen.findByRole("link", { name: /Hélène Vasseur.*Not sent yet/ })).toBeVisible();
    page.server.answerAll();
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(screen.queryByText(/saved in this browser/)).not.toBeInTheDocument());
  });

  test("is sent from other screens too", async () => {
    page.server.api.on(saveOutcome, () => refused("DATABASE_UNAVAILABLE", "Not now."));
    const { router } = await open({ [key]: draft("no_need") });
    await noticed();
    await act(() => router.navigate("/dashboard"));
    page.server.answerAll();
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(page.server.api.callsOf(saveOutcome)).toHaveLength(1));
  });

  test("is not named where it is not complete", async () => {
    page.server.api.on(saveOutcome, () => refused("DATABASE_UNAVAILABLE", "Not now."));
    await open({ [key]: draft("successful", "a lot"), "souffleur.outcome.user-1.call-8": draft("no_need") });
    await noticed();
  });
});
