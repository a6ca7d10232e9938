import type { ConversationSummary, SummaryPoint } from "@souffleur/contracts";
import { expect, type Page } from "playwright/test";
import { endCall, openRunningCall, wrapUp } from "./call-states.ts";
import { runningCall } from "./fixed-call.ts";
import { now } from "./fixed-world.ts";
import { openReview } from "./past-call-states.ts";
import { say } from "./say.ts";
import { answer, button, hang, refuse, type State } from "./state.ts";

const address = "**/api/calls/*/summary";

/** What the rules find in the fixed call. */
const notes: ConversationSummary = {
  provider: "rules",
  outcome: "follow_up",
  nextStep: "Je vous envoie le comparatif mardi, avec le détail des douze postes.",
  nextStepAt: "2026-03-17",
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
  amount: 12_400,
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
  await wrapUp(page).getByText(say("Follow-up email")).click();
  await expect(button(page, "Copy email")).toBeVisible();
}

const onPhones: readonly State[] = [
  { name: "call summary by rules, phone", reach: (page) => openWith(page, notes) },
  { name: "call summary by a language model, phone", reach: (page) => openWith(page, prose) },
  { name: "call summary being written, phone", reach: openBeingWritten },
  { name: "call summary with its follow-up email, phone", reach: openMail },
];

export const summaryStates: readonly State[] = [
  // Its wrap-up is a tab of its own there.
  ...onPhones.map((state) => ({ ...state, width: 375 })),
  {
    name: "call summary by rules",
    reach: (page) => openWith(page, notes),
  },
  {
    name: "call summary by a language model",
    reach: (page) => openWith(page, prose),
  },
  {
    name: "call summary being awaited",
    async reach(page) {
      await open(page, () => hang(page, address));
      await expect(group(page)).toContainText(say("Summarizing…"));
    },
  },
  {
    name: "call summary being written",
    reach: openBeingWritten,
  },
  {
    name: "call summary with parts taken",
    async reach(page) {
      await openWith(page, prose);
      for (const text of [sentences[0]?.text ?? "", say("Won")])
        await group(page)
          .getByRole("listitem")
          .filter({ hasText: text })
          .getByRole("button", { name: say("Take") })
          .click();
      await expect(group(page).getByRole("button", { pressed: true })).toHaveCount(2);
    },
  },
  {
    name: "call summary with its follow-up email",
    reach: openMail,
  },
  {
    name: "call summary of nothing",
    async reach(page) {
      await open(page, () => answer(page, address, { provider: "rules", points: [] }));
      await expect(group(page)).toContainText(say("Nothing was found to note."));
    },
  },
  {
    name: "call summary of too short a call",
    async reach(page) {
      const call = runningCall(now);
      await open(page, () => answer(page, address, notes), { ...call, lines: call.lines.slice(0, 3) });
      await expect(group(page)).toHaveCount(0);
    },
  },
  {
    name: "call summary failed",
    async reach(page) {
      await open(page, () => refuse(page, address, "DATABASE_UNAVAILABLE"));
      await expect(group(page)).toContainText(say("The summary could not be loaded."));
    },
  },
  {
    name: "call review, summary",
    async reach(page) {
      await answer(page, address, prose);
      await openReview(page, 60);
      await expect(group(page).getByRole("listitem").first()).toBeVisible();
    },
  },
];
