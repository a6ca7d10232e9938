import type { ConversationSummary, SummaryPoint } from "@souffleur/contracts";
import { expect, type Page } from "playwright/test";
import { now } from "../fixed-world.ts";
import { say } from "../say.ts";
import { answer, button, hang, type Reach, refuse, type States } from "../state.ts";
import { endCall, openRunningCall, wrapUp } from "./call-states.ts";
import { runningCall } from "./fixed-call.ts";
import { openReview } from "./past-call-states.ts";

const address = "**/api/calls/*/summary";

/** What the rules find in the fixed call. */
const notes: ConversationSummary = {
  provider: "rules",
  outcome: "follow_up",
  nextStep: "Je vous envoie le comparatif mardi, avec le détail des douze postes.",
  nextStepLines: [1],
  nextStepAt: "2026-03-17",
  outcomeSaid: { text: "Je vous envoie le comparatif mardi, avec le détail des douze postes.", lines: [1] },
  points: [
    { kind: "need", text: "le suivi des appels nous prend trop de temps en ce moment.", lines: [2] },
    {
      kind: "objection",
      text: "Par contre, votre offre me paraît un peu chère par rapport à l'an dernier.",
      lines: [5],
    },
    { kind: "figure", text: "Environ trois cents", lines: [4] },
    { kind: "figure", text: "nous serons douze à partir de septembre.", lines: [4] },
    { kind: "date", text: "nous serons douze à partir de septembre.", lines: [4] },
    { kind: "promise", text: "Je vous envoie le comparatif mardi, avec le détail.", lines: [1] },
  ],
};
const sentences: readonly SummaryPoint[] = [
  {
    kind: "summary",
    text: "Hélène Vasseur trouve que le suivi de trois cents appels par semaine prend trop de temps à ses équipes.",
    lines: [2, 4],
  },
  { kind: "summary", text: "L'offre lui paraît chère par rapport à l'an dernier.", lines: [5] },
];
const prose: ConversationSummary = {
  ...notes,
  provider: "model",
  outcome: "successful",
  outcomeSaid: { text: "Très bien, on part là-dessus.", lines: [5] },
  amount: 12_400,
  currency: "USD",
  points: [...sentences, ...notes.points],
};
const draft = "Hélène Vasseur trouve que le suivi de trois cents appels par semaine prend trop de";

/** An ended call at its wrap-up. @param respond what is asked for then, which replaces what the fixed call answers */
async function open(page: Page, respond: () => Promise<void>, call = runningCall(now)): Promise<void> {
  await openRunningCall(page, call);
  await respond();
  await endCall(page);
}

const group = (page: Page) => page.getByRole("group", { name: say("Notes from the call") });

async function openWith(page: Page, summary: ConversationSummary): Promise<void> {
  await open(page, () => answer(page, address, summary));
  await expect(group(page).getByRole("listitem").first()).toBeVisible();
  await group(page).scrollIntoViewIfNeeded();
}

async function openBeingWritten(page: Page): Promise<void> {
  await open(page, () => hang(page, address), { ...runningCall(now), draft });
  await expect(group(page)).toContainText(draft);
}

async function openMail(page: Page): Promise<void> {
  await openWith(page, notes);
  await group(page).getByText(say("More"), { exact: true }).click();
  await wrapUp(page).getByText(say("Follow-up email")).click();
  await expect(button(page, "Copy email")).toBeVisible();
}

const byModel: Reach = (page) => openWith(page, prose);

export const summaryStates: States = {
  // First, because all others are in a world that is fixed.
  "call review, summary": async (page) => {
    await answer(page, address, prose);
    await openReview(page, 60);
    await expect(group(page).getByRole("listitem").first()).toBeVisible();
  },
  // On a phone its wrap-up is a tab of its own.
  "call summary by a language model, phone": { width: 375, reach: byModel },
  "call summary with its follow-up email, phone": { width: 375, reach: openMail },
  "call summary being awaited": async (page) => {
    await open(page, () => hang(page, address));
    await expect(group(page)).toContainText(say("Summarizing…"));
  },
  "call summary being written": openBeingWritten,
  "call summary with parts taken": async (page) => {
    await openWith(page, prose);
    for (const text of [sentences[0]?.text ?? "", say("Won")])
      await group(page)
        .getByRole("listitem")
        .filter({ hasText: text })
        .getByRole("button", { name: say("Take") })
        .click();
    await expect(group(page).getByRole("button", { pressed: true })).toHaveCount(2);
  },
  "call summary with its follow-up email": openMail,
  "call summary of nothing": async (page) => {
    await open(page, () => answer(page, address, { provider: "rules", points: [] }));
    await expect(group(page)).toContainText(
      say("No words were found to note. That doesn't mean nothing was said: check the transcript."),
    );
  },
  "call summary failed": async (page) => {
    await open(page, () => refuse(page, address, "DATABASE_UNAVAILABLE"));
    await expect(group(page)).toContainText(say("The summary could not be loaded."));
  },
};
