import type { Page } from "playwright";
import { fakeMicrophone, openCallScreen, withBrowser } from "./browser/open-screen.ts";
import { median, percentile, type Row, row } from "./figures.ts";
import { startStreamingModel } from "./servers/streaming-model.ts";

const rounds = 20;
/** A call gets no reply twice, so each round has its own. */
const words = ["budget", "délai", "contrat", "équipe", "projet", "besoin"];
const replyOf = (round: number) =>
  `Parlons ${words[round % words.length]} et ${words[Math.floor(round / words.length)]}, si vous voulez bien m'en dire plus.`;

/** Runs in the page: resolves with the time at which the first words of the next reply are painted. */
function firstWords(): Promise<number> {
  const pane = document.querySelector("[aria-labelledby=suggestions-title]");
  if (pane === null) throw new Error("The suggestions are not shown.");
  const known = new Set([...pane.querySelectorAll("li")].map((card) => card.textContent));
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const isNew = [...pane.querySelectorAll("li")].some(
        (card) => card.textContent.includes("Parlons") && !known.has(card.textContent),
      );
      if (!isNew) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        painted.port2.postMessage(0);
      });
    });
    observer.observe(pane, { childList: true, subtree: true, characterData: true });
  });
}

async function ask(page: Page): Promise<number> {
  const painted = page.evaluate(firstWords);
  await page.getByRole("button", { name: "Generate" }).click();
  const at = await painted;
  await page.locator("[aria-labelledby=suggestions-title] li[aria-busy=true]").waitFor({ state: "detached" });
  return at;
}

/** The time until the reply of a language model can be read in a running call. */
export default async function measure(): Promise<Row[]> {
  const written = { first: 0, words: 0, last: 0 };
  let round = 0;
  const model = await startStreamingModel(
    () =>
      JSON.stringify({
        suggestions: [{ category: "question", confidence: 0.9, text: replyOf(round), entries: ["price"] }],
      }),
    (soFar, isFirst) => {
      written.last = Date.now();
      if (isFirst) written.first = written.last;
      // The first word is complete once the space after it is written.
      if (soFar.includes("Parlons ") && written.words < written.first) written.words = written.last;
    },
  );
  const times = { first: [] as number[], words: [] as number[], whole: [] as number[] };
  await withBrowser(
    async ({ url }, browser) => {
      const page = await openCallScreen(browser, url);
      // Replies are requested by the button alone.
      await page.getByRole("switch", { name: "Auto-generate" }).click();
      await page.getByRole("button", { name: "Test Live Transcription" }).click();
      await page.locator("[role=log] [lang=fr]").first().waitFor();
      for (; round < rounds; round++) {
        const at = await ask(page);
        times.first.push(at - written.first);
        times.words.push(at - written.words);
        times.whole.push(written.last - written.first);
      }
    },
    { env: model.env, flags: fakeMicrophone },
  );
  model.close();
  const whole = median(times.whole);
  return [
    row(
      "model's first token → first words painted, median (ms) / → its last token",
      median(times.first),
      "≤ 300",
      whole,
    ),
    row("the same, p95 (ms)", percentile(times.first, 0.95), "≤ 300"),
    row("first words' last token → painted, median (ms)", median(times.words), ""),
  ];
}
