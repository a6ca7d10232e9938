// The socket's server and client run in one process, so both need their builds for Node.

import { type ConversationSummary, saveNotes, saveOutcome, summarizeCall } from "@souffleur/contracts";
import { connectionStatus, startRealtime } from "@souffleur/shared-ui";
import { deferred, ok, refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import { button, log, notes, openCall, page, preparePages, waitForLine } from "../../testing/open-screen.tsx";
import { openWrapUp } from "../../testing/open-wrap-up.tsx";

preparePages();
// Screens load it when it is needed: the first test must not wait for its compilation.
beforeAll(() => import("@souffleur/shared-ui/summary"));

const texts = [
  "Bonjour, vous avez pu regarder ?",
  "Oui, mais c'est trop cher.",
  "Cela fait 2 400 dollars.",
  "D'accord, on peut signer.",
  "Je vous envoie le contrat mardi.",
];
const found: ConversationSummary = {
  provider: "rules",
  outcome: "successful",
  outcomeSaid: { text: "D'accord, on peut signer.", lines: [4] },
  amount: 2400,
  currency: "USD",
  amounts: [{ amount: 2400, currency: "USD", isSure: true, text: "Cela fait 2 400 dollars.", lines: [3] }],
  nextStep: "Je vous envoie le contrat mardi.",
  nextStepAt: "2026-03-17",
  nextStepLines: [5],
  points: [
    { kind: "need", text: "Vous avez pu regarder ?", lines: [1] },
    { kind: "objection", text: "Oui, mais c'est trop cher.", lines: [2] },
    { kind: "promise", text: "Je vous envoie le contrat mardi.", lines: [5] },
  ],
};

const summary = () => within(screen.getByRole("region", { name: "Summary" }));
/** The button of a part, which is taken or not. */
const take = (text: string) =>
  summary().getByRole("button", { name: (name) => [`Take ${text}`, `Taken ${text}`].includes(name) });
const contract = `${found.nextStep} (Mar 17, 2026)`;
const radio = (name: string) => screen.getByRole("radio", { name });
const field = (name: string) => screen.getByRole("textbox", { name });
const saves = () => page.server.api.callsOf(saveOutcome).map(({ body }) => body);

const hints = () => document.querySelectorAll("li kbd:not([data-dead])").length;

/** The wrap-up of a call that has ended after these lines. */
async function openEnded() {
  const app = await openWrapUp(texts);
  await screen.findByRole("button", { name: won });
  return app;
}
const won = "Take Won · $2,400";

beforeEach(() => page.server.api.answer(summarizeCall, () => ({ data: found })));

test("three lines are taken with their keys, and taken back with the same ones", async () => {
  const { user } = await openEnded();
  expect(
    summary()
      .getAllByRole("listitem", { hidden: false })
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^OutcomeWon · \$2,400D'accord, on peut signer\./),
    expect.stringMatching(/^Next stepJe vous envoie le contrat mardi\. \(Mar 17, 2026\)/),
    expect.stringMatching(/^NeedVous avez pu regarder \?/),
  ]);
  expect(take("Won · $2,400")).toHaveAttribute("aria-keyshortcuts", "a");
  expect(hints()).toBe(3);
  await user.keyboard("abc");
  expect(radio("Won")).toBeChecked();
  expect(field("Amount (USD)")).toHaveValue("2400");
  expect(field("Next step")).toHaveValue(found.nextStep);
  expect(screen.getByLabelText("Date of the next step")).toHaveValue("2026-03-17");
  expect(notes()).toHaveValue("Need: Vous avez pu regarder ?");
  expect(take("Won · $2,400")).toHaveAttribute("aria-pressed", "true");
  await waitFor(() =>
    expect(saves().at(-1)).toMatchObject({ outcome: "successful", amount: 2400, nextStepAt: "2026-03-17" }),
  );
  await user.keyboard("cb");
  expect(notes()).toHaveValue("");
  expect(field("Next step")).toHaveValue("");
  expect(screen.getByLabelText("Date of the next step")).toHaveValue("");
  await waitFor(() => expect(saves().at(-1)).not.toHaveProperty("nextStepAt"));
});

test("the rest is there on demand, each statement once", async () => {
  const { user } = await openEnded();
  const objection = "Oui, mais c'est trop cher.";
  expect(summary().getByRole("button", { name: objection })).not.toBeVisible();
  await user.click(summary().getByText("More"));
  expect(summary().getByText(/^Found by words in the conversation/)).toBeVisible();
  // The promise is the next step.
  expect(summary().getAllByRole("listitem")).toHaveLength(4);
  await user.click(take(objection));
  expect(notes()).toHaveValue(`Objection: ${objection}`);
  await waitFor(() => expect(page.server.api.callsOf(saveNotes)).not.toEqual([]));
});

test("of several amounts one is taken by a press, and none that was said in another currency", async () => {
  const said = (amount: number, currency: string | undefined) => ({
    amount,
    ...(currency && { currency }),
    isSure: currency !== undefined,
    text: `Disons ${amount}.`,
    lines: [3],
  });
  const amounts = [said(2400, "USD"), said(2100, undefined), said(1900, "EUR")];
  const { amount: _, ...open } = found;
  page.server.api.answer(summarizeCall, () => ({ data: { ...open, amounts } }));
  const { user } = await openWrapUp(texts);
  await screen.findByRole("button", { name: "Take Won" });
  // Only what is won has an amount.
  expect(summary().queryByText(/amount/)).not.toBeInTheDocument();
  await user.keyboard("a");
  for (const label of ["Possible amount: $2,400", "Possible amount: 2,100"])
    expect(summary().getByText(label)).toBeVisible();
  expect(summary().getByText("Said in another currency: €1,900")).toBeVisible();
  expect(summary().queryByRole("button", { name: /€1,900/ })).not.toBeInTheDocument();
  await user.keyboard("d");
  expect(field("Amount (USD)")).toHaveValue("2400");
  await user.click(take("2,100"));
  expect(field("Amount (USD)")).toHaveValue("2100");
  expect(take("$2,400")).toHaveAttribute("aria-pressed", "false");
  await waitFor(() => expect(saves().at(-1)).toMatchObject({ amount: 2100, currency: "USD" }));
});

test("nothing is saved unasked, and letters that are typed into the notes take nothing, as their hints say", async () => {
  const { user } = await openEnded();
  await user.type(notes(), "abcde");
  expect(hints()).toBe(0);
  expect(notes()).toHaveValue("abcde");
  expect(radio("Won")).not.toBeChecked();
  await waitFor(() => expect(page.server.api.callsOf(saveNotes)).not.toEqual([]));
  expect(saves()).toEqual([]);
});

test("letters that are typed with the focus on a button elsewhere take nothing, as their hints say", async () => {
  const { user } = await openEnded();
  act(() => button("Later").focus());
  expect(hints()).toBe(0);
  await user.keyboard("abcd");
  expect(radio("Won")).not.toBeChecked();
  expect(notes()).toHaveValue("");
  act(() => take("Won · $2,400").focus());
  expect(hints()).toBe(3);
  await user.keyboard("a");
  expect(radio("Won")).toBeChecked();
  await waitFor(() => expect(saves()).toHaveLength(1));
});

test("a part is taken by a press, changed, and left", async () => {
  const { user } = await openEnded();
  await user.click(take(contract));
  await user.type(field("Next step"), " Signé.");
  expect(take(contract)).toHaveAttribute("aria-pressed", "false");
  expect(radio("Won")).not.toBeChecked();
  await waitFor(() => expect(saves().at(-1)).toMatchObject({ nextStep: `${found.nextStep} Signé.` }));
});

test("words that leave two days are quoted, and the step is taken without one", async () => {
  const { nextStepAt: _day, ...rest } = found;
  const nextStep = "Je vous rappelle mardi ou mercredi.";
  const words = { nextStep, nextStepWhen: "mardi ou mercredi" };
  page.server.api.answer(summarizeCall, () => ({ data: { ...rest, ...words } }));
  const { user } = await openWrapUp(texts);
  const asked = `Take ${nextStep} (choose the day: “mardi ou mercredi”)`;
  await user.click(await screen.findByRole("button", { name: asked }));
  expect(field("Next step")).toHaveValue(nextStep);
  expect(screen.getByLabelText("Date of the next step")).toHaveValue("");
  await waitFor(() => expect(saves()).toHaveLength(1));
});

test("after a digit has chosen the outcome a letter takes its part, and is not typed", async () => {
  const { user } = await openEnded();
  await user.keyboard("2b");
  expect(radio("Follow-up")).toBeChecked();
  expect(field("Next step")).toHaveValue(found.nextStep);
  await waitFor(() =>
    expect(saves().at(-1)).toMatchObject({ outcome: "follow_up", nextStepAt: "2026-03-17" }),
  );
});

test("a press on a line goes to it in the conversation", async () => {
  const { user } = await openCall();
  for (const [at, text] of texts.entries()) page.server.addLine(at % 2 === 0 ? "agent" : "client", text);
  await waitForLine(texts.at(-1) ?? "");
  await user.click(button("End Call"));
  const current = () => log().querySelector(".bubble.current");
  for (const [label, line] of [
    [/^Won/, "on peut signer"],
    [/^Vous avez pu regarder/, "vous avez pu regarder"],
  ] as const) {
    await user.click(await summary().findByRole("button", { name: label }));
    await waitFor(() => expect(current()).toHaveTextContent(line));
  }
});

test("a call of fewer than five lines has no summary", async () => {
  await openWrapUp(texts.slice(0, 4));
  expect(screen.queryByRole("region", { name: "Summary" })).not.toBeInTheDocument();
  expect(page.server.api.callsOf(summarizeCall)).toEqual([]);
});

test("what the language model has written so far is shown until its summary is there", async () => {
  const answer = deferred();
  page.server.api.on(summarizeCall, async () => {
    await answer.promise;
    return ok(summarizeCall, {
      data: {
        provider: "model",
        outcome: "too_expensive",
        points: [{ kind: "summary", text: "Le client juge l'offre trop chère.", lines: [2] }],
      },
    });
  });
  await openWrapUp(texts);
  await act(async () => void page.stops.push(startRealtime()));
  await waitFor(() => expect(page.server.api.callsOf(summarizeCall)).not.toEqual([]));
  await waitFor(() => expect(connectionStatus()).toBe("connected"));
  page.server.emit("summary_draft", { callId: "another", text: "Un autre appel" });
  page.server.emit("summary_draft", { callId: page.server.call.callId, text: "Le client juge" });
  expect(await summary().findByText("Le client juge")).toHaveAttribute("lang", "fr");
  answer.resolve();
  expect(await summary().findByText(/^Written by the language model/)).toBeInTheDocument();
  expect(summary().getByRole("button", { name: "Le client juge l'offre trop chère." })).toBeVisible();
});

test("a summary that could not be loaded is loaded again by a press", async () => {
  page.server.api.on(summarizeCall, () => refused("INTERNAL", "Not now."));
  const { user } = await openWrapUp(texts);
  expect(await summary().findByText("The summary could not be loaded.")).toBeVisible();
  page.server.api.answer(summarizeCall, () => ({ data: found }));
  await user.click(summary().getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: won })).toBeVisible();
});

test("the mail to the customer is a draft that is changed, copied, or opened in the mail program", async () => {
  const { user } = await openEnded();
  await user.click(summary().getByText("More"));
  await user.click(summary().getByText("Follow-up email"));
  const mail = summary().getByRole("textbox", { name: /^Suite à notre échange/ });
  expect(mail).toHaveDisplayValue(/Comme convenu, de mon côté\s:\n- Je vous envoie le contrat mardi\./);
  expect(mail).not.toHaveDisplayValue(/trop cher/);
  await user.type(mail, " À mardi !");
  const link = summary().getByRole("link", { name: "Open in email program" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toMatch(
    /^mailto:\?subject=Suite[\s\S]* À mardi !$/,
  );
  await user.click(summary().getByRole("button", { name: "Copy email" }));
  expect(await navigator.clipboard.readText()).toContain("À mardi !");
});
