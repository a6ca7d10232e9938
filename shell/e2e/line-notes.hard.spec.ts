import { tellCoaching } from "@souffleur/contracts/coaching";
import { type Browser, expect, type Page, test } from "playwright/test";
import { enter, foundOrganization, hire } from "./found-organization.ts";
import { keyboard, mouse } from "./input-method.ts";
import type { Newcomer } from "./journey.ts";

/** Somebody in a browser of their own, in which every error of the page is a complaint. */
async function open(browser: Browser, { email, password }: Newcomer, complaints: string[]): Promise<Page> {
  const page = await (await browser.newContext({ permissions: ["microphone"] })).newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("/login");
  await enter(page, mouse, email, password);
  return page;
}

const list = (page: Page) => page.getByRole("region", { name: "To go through" });
const told = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === tellCoaching.path);

test("notes on lines of a running and of a stored call are gone through by their agent", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const complaints: string[] = [];
  const office = await browser.newContext();
  const founder = await foundOrganization(office);
  const agent = await open(browser, await hire(office, founder, "agent", "Zoé"), complaints);
  const coach = await open(browser, await hire(office, founder, "supervisor", "Sophie"), complaints);

  await agent.goto("/live-call");
  await agent.getByRole("button", { name: "Test Live Transcription" }).click();
  await coach.goto("/live-call/desk");
  await coach.getByRole("button", { name: "Zoé Le Goff" }).click();
  // By the mouse on the floor, where lines still arrive.
  await coach
    .getByRole("button", { name: /^Write a note on: / })
    .first()
    .click();
  await coach.getByLabel("Note on this line").fill("Dites votre nom plus lentement.");
  await coach.getByRole("button", { name: "Save" }).click();
  await expect(coach.getByText("Your note")).toBeVisible();
  const callId = new URL(coach.url()).searchParams.get("call") ?? "";

  await agent.getByRole("button", { name: "End Call" }).click();
  // In the review by the keyboard alone.
  await coach.goto(`/analytics/calls/${callId}`);
  await expect(coach.getByText("Dites votre nom plus lentement.")).toBeVisible();
  await keyboard.press(coach.getByRole("button", { name: /^Write a note on: / }).first());
  await expect(coach.getByLabel("Note on this line")).toBeFocused();
  await coach.keyboard.type("Laissez finir la cliente.");
  await coach.keyboard.press("Tab");
  await coach.keyboard.press("Enter");
  await expect(coach.getByText("Your note")).toHaveCount(2);

  const first = told(agent);
  await agent.goto("/live-call");
  await first;
  await expect(agent.getByText("2 notes on your calls to go through")).toBeVisible();
  const notes = list(agent).getByRole("listitem");
  await expect(notes).toHaveCount(2);
  await expect(list(agent).getByText("Note by Sophie Le Goff")).toHaveCount(2);
  // Once a day at most.
  const second = told(agent);
  await agent.reload();
  expect((await (await second).json()).data).toEqual({ tell: false });
  await expect(notes).toHaveCount(2);
  await expect(agent.getByText("2 notes on your calls to go through")).toHaveCount(0);

  const one = notes.filter({ hasText: "Laissez finir la cliente." });
  await one.getByRole("button", { name: "Answer" }).click();
  await agent.keyboard.type("Compris, je compte jusqu’à trois.");
  await one.getByRole("button", { name: "Save" }).click();
  await expect(one.getByRole("button", { name: "Change the answer" })).toBeFocused();
  await coach.reload();
  await expect(coach.getByText("Compris, je compte jusqu’à trois.")).toBeVisible();
  await one.getByRole("button", { name: "Close note" }).click();
  await expect(notes).toHaveCount(1);

  // Closed by the supervisor while the agent writes the answer, which stays in its field.
  await notes.getByRole("button", { name: "Answer" }).click();
  const answer = notes.getByLabel("Your answer");
  await answer.fill("Je le ferai.");
  await coach.getByRole("button", { name: "Close note" }).first().click();
  // With the one that the agent has closed meanwhile.
  await expect(coach.getByText("Closed")).toHaveCount(2);
  await notes.getByRole("button", { name: "Save" }).click();
  await expect(notes.getByText("This note was closed. It can no longer be answered.")).toBeVisible();
  await expect(answer).toHaveValue("Je le ferai.");
  await agent.reload();
  await expect(agent.getByRole("heading", { level: 1, name: "Live Call" })).toBeVisible();
  await expect(list(agent)).toHaveCount(0);
  await coach.reload();
  await expect(coach.getByText("Closed")).toHaveCount(2);

  // The way from a note to its line, and back: the agent reads both with their answers in the review.
  await agent.goto(`/analytics/calls/${callId}`);
  await expect(agent.getByText("Note by Sophie Le Goff")).toHaveCount(2);
  await expect(agent.getByRole("button", { name: /^Write a note on: / })).toHaveCount(0);
  expect(complaints).toEqual([]);
  await Promise.all([office.close(), agent.context().close(), coach.context().close()]);
});
