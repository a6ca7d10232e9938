import type { CallSummary } from "@souffleur/contracts";
import type { LineNote } from "@souffleur/contracts/coaching";
import { expect, type Page } from "playwright/test";
import { demo } from "../../accounts.ts";
import { language, say } from "../say.ts";
import {
  answer,
  button,
  expectHeading,
  expectText,
  hang,
  openSignedIn,
  refuse,
  type States,
} from "../state.ts";
import { foundCalls, pastCalls, storedLines, storedReview } from "./past-calls.ts";

/** A role that sees all calls of its organization. */
export const supervisor = demo("supervisor");
/** Another one, which may export data too. */
const analyst = demo("analyst");
const list = /\/api\/calls\?/;

async function openList(
  page: Page,
  calls: readonly CallSummary[],
  query = "",
  as = supervisor,
): Promise<void> {
  const agents = calls.slice(0, 3).map(({ agentId, agentName }) => ({ agentId, agentName }));
  await answer(page, "**/api/calls/agents", { agents });
  await answer(page, list, { calls });
  await openSignedIn(page, `/analytics/calls${query}`, as);
  await expectHeading(page, "Calls");
}

const lineNote: LineNote = {
  id: "note-1",
  callId: "call-2",
  seq: 2,
  text: "Laissez un silence après la question : c'est à la cliente de le remplir.",
  author: { userId: "person-0", name: "Camille Moreau" },
  at: "2026-03-12T10:02:00.000Z",
  answer: "Compris, j'y pense au prochain appel.",
};

/** A past call with so many lines. */
export async function openReview(page: Page, lines: number, hash = "", as = supervisor): Promise<void> {
  const answers: [string, unknown][] = [
    ["**/api/calls/call-2/review", storedReview(lines)],
    ["**/api/calls/call-2/line-notes", { notes: [lineNote] }],
    ["**/api/calls/call-2/transcript*", { lines: storedLines(lines) }],
  ];
  for (const [address, data] of answers) await answer(page, address, data);
  await openSignedIn(page, `/analytics/calls/call-2${hash}`, as);
  await expect(page.getByRole("heading", { level: 1, name: "Hélène Vasseur" })).toBeVisible();
}

export const pastCallStates: States = {
  "calls loading": async (page) => {
    await hang(page, "**/api/calls?*");
    await openSignedIn(page, "/analytics/calls", supervisor);
    await expect(page.getByRole("status", { name: say("Loading calls") })).toBeAttached();
  },
  calls: async (page) => {
    await openList(page, pastCalls(60), "", analyst);
    await expect(button(page, "Export CSV")).toBeVisible();
    await expect(
      page.getByRole("link", { name: language() === "fr" ? "12 mars 2026" : "Mar 12, 2026" }).first(),
    ).toBeVisible();
  },
  "calls filtered": async (page) => {
    await openList(page, pastCalls(60), "?outcome=to_wrap_up&from=2026-03-01");
    // Its number of filters is part of the name.
    await page.getByRole("button", { name: new RegExp(`^${say("Filters")} 2`) }).click();
    await expect(page.getByLabel(say("Outcome"))).toBeVisible();
  },
  "calls searched": async (page) => {
    await openList(page, foundCalls(40), "?q=remises");
    await expect(page.locator("mark").first()).toBeVisible();
  },
  "calls searched in vain": async (page) => {
    await openList(page, [], "?q=introuvable");
    await expectText(page, "No calls contain these words.");
  },
  "calls empty": async (page) => {
    await openList(page, [], "?length=over-30");
    await expectText(page, "No calls match these filters.");
  },
  "calls failed": async (page) => {
    await refuse(page, "**/api/calls?*", "DATABASE_UNAVAILABLE");
    await openSignedIn(page, "/analytics/calls", supervisor);
    await expect(button(page, "Retry")).toBeVisible();
  },
  "call review loading": async (page) => {
    // Its transcript too, whose answer says that there is no such call.
    await hang(page, "**/api/calls/call-2/*");
    await openSignedIn(page, "/analytics/calls/call-2", supervisor);
    await expect(page.getByRole("status", { name: say("Loading call") })).toBeVisible();
  },
  "call review": async (page) => {
    await openReview(page, 60);
    await expect(page.getByText("Proposer une remise").first()).toBeVisible();
  },
  "call review to export": async (page) => {
    await openReview(page, 60, "", analyst);
    await button(page, "Export").click();
    await expect(page.getByRole("menuitem", { name: say("vCon") })).toBeVisible();
  },
  "call review at a line": async (page) => {
    await openReview(page, 600, "#line-301");
    await page.getByRole("searchbox", { name: say("Search transcript") }).fill("securite");
    await expectText(page, "{position} of {count}", { position: 100, count: 100 });
  },
  "call review of no call": async (page) => {
    await openSignedIn(page, "/analytics/calls/no-such-call", supervisor);
    await expectText(page, "This call does not exist, or you do not have access to it.");
  },
};
