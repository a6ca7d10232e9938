import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";
import { type Row, row } from "./figures.ts";
import { fakeMicrophone, openCallScreen, withBrowser } from "./open-screen.ts";

/** Each with the seconds that are watched, fewer than the call lasts: at its end the wrap-up replaces the screen. */
const scenarios = [
  ["price-objection", 110],
  ["discovery", 120],
] as const;

interface Watched {
  /** When a card appeared and disappeared, in milliseconds; one that is still shown has no `left`. */
  cards: { came: number; left?: number }[];
  /** How often a card moved from one frame to the next. */
  jumps: number;
  /** The sum of the page's layout shifts, as the browser scores them. */
  shifted: number;
}

declare global {
  /** In the page, after `watchCards` has run there. */
  var watchedCards: Watched;
}

/** Runs in the page: records when the suggestions' cards appear, move and disappear, and every layout shift. */
function watchCards(): void {
  const watched: Watched = { cards: [], jumps: 0, shifted: 0 };
  const shown = new Map<Element, { card: Watched["cards"][number]; top: number }>();
  const pane = document.querySelector("[aria-labelledby=suggestions-title]");
  if (pane === null) throw new Error("The suggestions are not shown.");
  requestAnimationFrame(function frame(at) {
    const there = new Set(pane.querySelectorAll("ul > li"));
    for (const [element, { card }] of shown) {
      if (there.has(element)) continue;
      card.left = at;
      shown.delete(element);
    }
    for (const element of there) {
      const { top } = element.getBoundingClientRect();
      const known = shown.get(element);
      if (known === undefined) {
        const card = { came: at };
        watched.cards.push(card);
        shown.set(element, { card, top });
      } else if (known.top !== top) {
        watched.jumps += 1;
        known.top = top;
      }
    }
    requestAnimationFrame(frame);
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.shifted += (entry as { value?: number }).value ?? 0;
  }).observe({ type: "layout-shift" });
  globalThis.watchedCards = watched;
}

/** A scripted call in real time, without any input of the agent. */
async function watchCall(page: Page, scenario: string, seconds: number): Promise<Row[]> {
  let emitted = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes('["suggestion"')) emitted += 1;
    }),
  );
  await page.reload();
  await page.getByLabel("Scenario").selectOption(scenario);
  await page.getByRole("button", { name: "Test Live Transcription" }).click();
  await page.getByRole("button", { name: "End Call" }).waitFor();
  await page.evaluate(watchCards);
  await sleep(seconds * 1000);
  const { cards, jumps, shifted } = await page.evaluate(() => globalThis.watchedCards);
  // The next scenario is played by the same agent.
  await page.getByRole("button", { name: "End Call" }).click();
  await page.getByRole("button", { name: "Next call" }).click();
  await page.getByRole("button", { name: "Test Live Transcription" }).waitFor();
  const lives = cards.flatMap(({ came, left }) => (left === undefined ? [] : [left - came]));
  const perMinute = (count: number) => (count * 60) / seconds;
  return [
    row(
      `${scenario}: suggestions that take a place, a minute`,
      perMinute(cards.length),
      "",
      perMinute(emitted),
    ),
    row(`${scenario}: shortest time of one in its place (s)`, Math.min(...lives) / 1000, ">= 6"),
    row(`${scenario}: cards that move`, jumps, "0"),
    row(`${scenario}: layout shift of the page in ${seconds} s`, shifted, "0", undefined, 5),
  ];
}

/** How stable the prompter's cards are; the baseline is the number of suggestions that the server emits. */
export default function prompter(): Promise<Row[]> {
  return withBrowser(
    async ({ url }, browser) => {
      const rows: Row[] = [];
      for (const [scenario, seconds] of scenarios)
        rows.push(...(await watchCall(await openCallScreen(browser, url), scenario, seconds)));
      return rows;
    },
    { flags: fakeMicrophone },
  );
}
