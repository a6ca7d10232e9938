import type { Organization } from "@souffleur/contracts";
import type { CoachingNote } from "@souffleur/contracts/coaching";
import type { NextStep } from "@souffleur/contracts/next-steps";
import { expect, type Page } from "playwright/test";
import { fixWorld, now } from "../fixed-world.ts";
import { language, say } from "../say.ts";
import {
  answer,
  button,
  dialogButton,
  expectHeading,
  expectText,
  open,
  refuse,
  type States,
} from "../state.ts";
import { loadNext } from "../walking.ts";
import {
  type CallScene,
  earlierCalls,
  endedCall,
  endedReview,
  loseConnection,
  noCall,
  runningCall,
  troubledCall,
} from "./fixed-call.ts";

async function openCall(page: Page, call: CallScene, organization?: Organization): Promise<void> {
  await fixWorld(page, { signedIn: true, call, ...(organization && { organization }) });
  await open(page, "/live-call");
  await expectHeading(page, "Live Call");
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: say("Connected") })
      .first(),
  ).toBeAttached();
}

export function openIdleCall(page: Page): Promise<void> {
  return openCall(page, noCall);
}

/** A call with lines, suggestions, an interim line and the health of both telephones. */
export async function openRunningCall(
  page: Page,
  call = runningCall(now),
  organization?: Organization,
): Promise<void> {
  await openCall(page, call, organization);
  // A phone begins with the replies.
  const isPhone = (page.viewportSize()?.width ?? 0) < 760;
  const transcript = page.getByRole("region", { name: say("Live transcript") });
  if (!isPhone) await expect(transcript).toContainText("Et pour le contrat");
  const suggested = new Set(
    call.events.flatMap(([name, event]) => (name === "suggestion" ? [event.id] : [])),
  );
  await expect(button(page, "Use")).toHaveCount(suggested.size);
}

const coaching: readonly CoachingNote[] = [
  {
    id: "note-1",
    callId: "call-2",
    seq: 4,
    text: "Laissez un silence après le prix : c'est au client de le remplir.",
    author: { userId: "k", name: "Anne-Sophie de La Rochefoucauld-Montmorency" },
    at: new Date(now - 7_200_000).toISOString(),
    line: { sender: "agent", text: "Cela fait quarante euros par poste et par mois, avec l'accompagnement." },
    call: {
      customer: { name: "Paul Mercier" },
      startedAt: new Date(now - 10_800_000).toISOString(),
      status: "ended",
    },
  },
];

const step = { agentId: "person-0", agentName: "Camille Moreau", isDone: false, revision: 1 };
const steps: readonly NextStep[] = [
  {
    ...step,
    callId: "call-2",
    customer: { id: "customer-1", name: "Claire Fontaine-Delacroix, Ateliers Morvan et Filles" },
    text: "Envoyer le contrat signé de douze postes à la direction de Nantes, avec la nouvelle annexe",
    day: "2026-03-04",
    startedAt: new Date(now - 9 * 86_400_000).toISOString(),
  },
  {
    ...step,
    callId: "call-3",
    customer: { name: "+33 1 99 00 55 66" },
    day: "2026-03-12",
    startedAt: new Date(now - 86_400_000).toISOString(),
  },
];

async function openTab(page: Page, tab: string): Promise<void> {
  await openRunningCall(page);
  await page.getByRole("tab", { name: say(tab) }).click();
}

async function openWithoutConnection(page: Page): Promise<void> {
  await openRunningCall(page);
  await loseConnection(page);
  await expect(page.locator("[data-outdated]:visible").first()).toBeVisible();
}

export const callStates: States = {
  "call waiting, customer": {
    width: 1024,
    reach: async (page) => {
      await openIdleCall(page);
      await button(page, "Customer").click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  "call waiting, notes to go through": async (page) => {
    await openCall(page, { ...earlierCalls(now), coaching });
    await expect(page.getByRole("region", { name: say("To go through") })).toBeVisible();
  },
  "call waiting, next steps": async (page) => {
    await openCall(page, { ...earlierCalls(now), steps });
    await expect(page.getByRole("region", { name: say("To do today") })).toBeVisible();
  },
  "call waiting, next step being postponed": async (page) => {
    await openCall(page, { ...earlierCalls(now), steps });
    await button(page, "Postpone").first().click();
    await page.getByRole("menuitem", { name: say("Choose a date…") }).click();
    await dialogButton(page, "Postpone").click();
    await expectText(page, "Choose a day from today on.");
  },
  "call opened read-only": async (page) => {
    await openCall(page, { ...earlierCalls(now), lines: runningCall(now).lines });
    await answer(page, "**/api/calls/call-2", { call: endedCall(now) });
    await answer(page, "**/api/calls/call-2/review", endedReview(now));
    await page.getByRole("link", { name: /Paul Mercier/ }).click();
    await expect(wrapUp(page)).toContainText(amount());
    await expect(wrapUp(page).getByRole("row", { name: `${say("Words per minute")} 149` })).toBeVisible();
  },
  "call active, suggestions": { width: 375, reach: (page) => openTab(page, "Suggestions") },
  "call active, notes": { width: 375, reach: (page) => openTab(page, "Notes") },
  "call active, customer": {
    width: 375,
    reach: async (page) => {
      await openRunningCall(page);
      await button(page, "Customer").click();
      await page.getByRole("dialog").getByText(say("Gaps")).scrollIntoViewIfNeeded();
    },
  },
  "call active, searched": async (page) => {
    await openRunningCall(page);
    await page.getByRole("searchbox", { name: say("Search transcript") }).fill("appels");
    await expectText(page, "{position} of {count}", { position: 2, count: 2 });
  },
  "call in trouble": async (page) => {
    await openRunningCall(page, troubledCall(now));
    await page.getByText(say(recognizerIsLost)).scrollIntoViewIfNeeded();
  },
  "call without a connection, 1440 px": { width: 1440, reach: openWithoutConnection },
  "call without a connection, 375 px": { width: 375, reach: openWithoutConnection },
  "call being left": async (page) => {
    await openRunningCall(page);
    await button(page, "Open user menu").click();
    await page.getByRole("menuitem", { name: say("Logout") }).click();
    await expect(page.getByRole("dialog", { name: say("Sign out during the call?") })).toBeVisible();
  },
  "call wrapped up": async (page) => {
    await openRunningCall(page);
    await endCall(page);
    await page.keyboard.press("1");
    await page.getByLabel(say("Amount ({currency})", { currency: "USD" })).fill("12400");
    await page.getByLabel(say("Next step"), { exact: true }).fill("Envoyer le contrat signé à Nantes");
    await page.getByLabel(say("Date of the next step")).fill("2026-03-31");
    await wrapUp(page).getByText(say("Talk figures")).click();
    await expect(wrapUp(page).getByRole("status")).toHaveText(say("Saved"));
  },
  "call wrapped up in two places": async (page) => {
    await openRunningCall(page);
    await endCall(page);
    await refuse(page, "**/api/calls/*/outcome", "INVALID_TRANSITION");
    await answer(page, "**/api/calls/*", { call: endedCall(now) });
    await page.keyboard.press("5");
    await button(page, "Compare").click();
    await expect(page.getByRole("dialog")).toContainText(amount());
  },
  "call wrapped up, not saved": async (page) => {
    await openRunningCall(page);
    await endCall(page);
    await refuse(page, "**/api/calls/*/outcome", "DATABASE_UNAVAILABLE");
    await page.keyboard.press("1");
    await page.getByLabel(say("Amount ({currency})", { currency: "USD" })).fill("12.50");
    await expectText(page, "Amount must be a whole number");
    await page.getByLabel(say("Amount ({currency})", { currency: "USD" })).fill("12400");
    await expect(wrapUp(page).getByRole("status")).toContainText(
      say("Saved in this browser; waiting for the server"),
    );
  },
};

const recognizerIsLost = "the connection to the recognizer was lost; it is being restored";
const amount = () => (language() === "fr" ? "12 400 $" : "$12,400");
export const wrapUp = (page: Page) => page.getByRole("region", { name: say("Wrap-up") });

/** Ends the call, and shows its wrap-up. */
export async function endCall(page: Page): Promise<void> {
  await button(page, "End Call").click();
  await expect(wrapUp(page)).toBeVisible();
  // A page ignores what is announced of a call that was ended in it.
  loadNext(page);
}
