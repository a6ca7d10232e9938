/** What a page showed during a call. Times are in ms since the epoch. */
export interface Watched {
  /** The texts of the largest card, and when each came; empty where there is none. */
  best: { at: number; text: string }[];
  /** When a card appeared and disappeared; one that is still shown has no `left`. */
  cards: { came: number; left?: number }[];
  /** How often a card moved from one frame to the next. */
  jumps: number;
  /** The page's layout shifts: their scores, as the browser gives them, and what moved. */
  shifts: { score: number; moved: string[] }[];
  /** The most words on the screen at once, without what is and was said and without closed details. */
  words: number;
}

/** Not in the standard library's types. */
interface LayoutShift {
  value: number;
  sources: readonly { node: Node | null }[];
}

declare global {
  /** In the page, after `watchPrompter` has run there. */
  var watchedPrompter: Watched;
}

/** Runs in the page: records the suggestions' cards, every layout shift, and the number of words. */
export function watchPrompter(): void {
  const watched: Watched = { best: [], cards: [], jumps: 0, shifts: [], words: 0 };
  const shown = new Map<Element, { card: Watched["cards"][number]; top: number }>();
  const pane = document.querySelector("[aria-labelledby=suggestions-title]");
  if (pane === null) throw new Error("The suggestions are not shown.");
  const now = () => performance.timeOrigin + performance.now();

  function watchCards(): void {
    const at = now();
    const cards = [...(pane?.querySelectorAll("ul > li") ?? [])];
    for (const [element, { card }] of shown) {
      if (cards.includes(element)) continue;
      card.left = at;
      shown.delete(element);
    }
    for (const element of cards) {
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
    const texts = cards.flatMap((one) => one.querySelector("p[lang=fr]") ?? []);
    const sizeOf = (one: Element) => Number.parseFloat(getComputedStyle(one).fontSize);
    const text = texts.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]?.textContent ?? "";
    if (watched.best.at(-1)?.text !== text) watched.best.push({ at, text });
    requestAnimationFrame(watchCards);
  }

  function countWords(): void {
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest("[role=log], [aria-label='Live transcript'], .visually-hidden, option") === null &&
      (element.closest("details")?.open !== false || element.closest("summary") !== null);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const box = node.parentElement?.getBoundingClientRect();
      if (node.parentElement === null || box === undefined || box.width <= 1 || box.top >= innerHeight)
        continue;
      if (isSeen(node.parentElement)) words += node.textContent?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    }
    watched.words = Math.max(watched.words, words);
  }

  requestAnimationFrame(watchCards);
  setInterval(countWords, 2000);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value = 0, sources = [] } = entry as Partial<LayoutShift>;
      watched.shifts.push({ score: value, moved: sources.map(({ node }) => node?.textContent ?? "") });
    }
  }).observe({ type: "layout-shift" });
  globalThis.watchedPrompter = watched;
}
