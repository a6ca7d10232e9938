import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";
import { openChromium } from "../tools/open-chromium.ts";
import { builtPages, startServer } from "./api-server.ts";
import { type Row, row } from "./figures.ts";
import { fakeMicrophone, openCallScreen } from "./open-call-screen.ts";

/** Each with the seconds that are watched, within the call: at its end the screen becomes its wrap-up. */
const scenarios = [
  ["price-objection", 110],
  ["discovery", 120],
] as const;

interface Watched {
  /** When a card came into a place and left it, in milliseconds; one that is still there has not left. */
  cards: { came: number; left?: number }[];
  /** How often a card was somewhere else than in the frame before. */
  jumps: number;
  /** The sum of the page's layout shifts, as the browser scores them. */
  shifted: number;
}

declare global {
  /** In the page, once `watchCards` ran there. */
  var watchedCards: Watched;
}

/** Runs in the page: notes how the suggestions' cards come, stay and go, and every layout shift. */
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

/** A scripted call at the speed of speech, in which nobody touches anything. */
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
  // The same agent takes the next one.
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

/** How still the prompter holds; the baseline are the suggestions as the server emits them. */
export default async function prompter(): Promise<Row[]> {
  const server = await startServer(builtPages);
  const browser = await openChromium(fakeMicrophone);
  try {
    const rows: Row[] = [];
    for (const [scenario, seconds] of scenarios) {
      rows.push(...(await watchCall(await openCallScreen(browser, server.url), scenario, seconds)));
    }
    return rows;
  } finally {
    await browser.close();
    await server.stop();
  }
}
