import { readFileSync } from "node:fs";
import type axe from "axe-core";
import { type Browser, expect, type Page } from "playwright/test";
import { watchContent } from "../content.ts";
import { cutTexts } from "../cut-texts.ts";
import { mark, markTexts, unmarkedTexts } from "../marked-texts.ts";
import { overlappingTexts } from "../overlapping-texts.ts";
import { lostSideways, zoomed } from "../zoom.ts";
import { speak } from "./say.ts";

/** A page for states, in the test's language. */
export async function openStatePage(browser: Browser) {
  // Colours in transition cannot be judged.
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await speak(page);
  await markTexts(page);
  const withoutContent = watchContent(page);
  return {
    page,
    /** All texts are from the catalogues. */
    async expectCatalogueTexts(name: string): Promise<void> {
      const plain = await withoutContent(await unmarkedTexts(page));
      expect.soft(plain, `${name}, texts of no catalogue`).toEqual([]);
    },
    async close(): Promise<void> {
      // A file may still be on its way.
      for (const routed of [page, context]) await routed.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

/** Half as long as the package's main file, for which every page needs time. */
const axeScript = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const isHard = process.env.SOUFFLEUR_TIER === "hard";
/** All of axe's rules but those of the AAA level. */
const allTags = ["best-practice", "experimental"];
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", ...(isHard ? allTags : [])];
const rules = {
  // WCAG 2.5.3, which axe runs on demand alone.
  "label-content-name-mismatch": { enabled: true },
  // It forbids what "scrollable-region-focusable" demands, and the guards at both ends of a menu.
  "focus-order-semantics": { enabled: false },
};

/** Before any script has run there is a splash, which has no part or heading. */
async function splashRules(page: Page) {
  const enabled = (await page.locator("#root > *").count()) > 0;
  const needParts = ["region", "landmark-one-main", "page-has-heading-one"];
  return Object.fromEntries(needParts.map((rule) => [rule, { enabled }]));
}

/** What a theme can break; everything else is the same in both. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** What axe finds in a page that has it, as lines with the place. */
async function violations(page: Page, values: string[], type: "tag" | "rule"): Promise<string[]> {
  const { violations: found } = await page.evaluate(
    // Passing elements are not reported: that took a quarter of the time.
    ([runOnly, rules]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"], runOnly, rules }),
    [{ type, values }, type === "tag" ? { ...rules, ...(await splashRules(page)) } : {}] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Both themes of one page: without a choice the colours follow the system, while the page stands. */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  await page.evaluate(axeScript);
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await violations(page, tags, "tag"), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await violations(page, colourRules, "rule"), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

/** It is run in the page: the controls and statuses that a toast covers. */
function belowToasts(): string[] {
  const toasts = [...document.querySelectorAll("[data-sonner-toast]")];
  const kept = document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=status]");
  return [...kept].flatMap((one) => {
    const box = one.getBoundingClientRect();
    const isCovered = toasts.some((toast) => {
      const by = toast.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, by.left), Math.min(box.right, by.right)];
      const [top, bottom] = [Math.max(box.top, by.top), Math.min(box.bottom, by.bottom)];
      if (left >= right || top >= bottom || box.width <= 1 || toast.contains(one)) return false;
      const there = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      const shown = there.find((other) => other.closest("[data-sonner-toaster]") === null);
      return shown !== undefined && one.contains(shown);
    });
    return isCovered ? [one.outerHTML.slice(0, 200)] : [];
  });
}

const expectSoon = expect.configure({ soft: true, timeout: 3000 });

/** Nothing is lost where the page is enlarged, and it is read without scrolling sideways. */
export async function expectNothingLost(page: Page, name: string): Promise<void> {
  await expectSoon.poll(() => page.evaluate(belowToasts), { message: `${name}, below toasts` }).toEqual([]);
  for (const { zoom, ...window } of zoomed) {
    await page.setViewportSize(window);
    // A menu that is open takes its new place some frames later.
    await expectSoon.poll(() => lostSideways(page), { message: `${name}, ${zoom}` }).toEqual([]);
  }
}

/** Text fields whose text is so small that phones zoom into them; selects have their size by the kind of pointer. */
function smallFields(page: Page): Promise<string[]> {
  return page
    .locator("textarea, input:not([type=checkbox], [type=radio])")
    .evaluateAll((fields) =>
      fields
        .filter(
          (field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16,
        )
        .map((field) => field.outerHTML),
    );
}

/** On a phone, where French has the least room. */
export async function expectWholeTexts(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  expect.soft(await smallFields(page), `${name}, fields`).toEqual([]);
  for (const find of [overlappingTexts, cutTexts]) {
    const found = await page.evaluate(find);
    // Names of any length end in an ellipsis on purpose.
    expect
      .soft(
        found.filter((text) => text.includes(mark)),
        `${name}, ${find.name}`,
      )
      .toEqual([]);
  }
}
