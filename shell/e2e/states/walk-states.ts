import { type Page, test } from "playwright/test";
import { allStates } from "./all-states.ts";
import { openStatePage } from "./checks.ts";
import { leave, loadNext, startWalk } from "./walking.ts";

interface Reached extends Pick<Awaited<ReturnType<typeof openStatePage>>, "expectCatalogueTexts"> {
  page: Page;
  /** The state's. */
  name: string;
  /** Whether no state before was of this screen. */
  isNewScreen: boolean;
}

/**
 * Tests that walk through the states of each group, in French, whose texts are longer and have nothing to fall back on but
 * English.
 * @param fact what `check` shows, as the end of the tests' names
 */
export function walkStates(fact: string, check: (reached: Reached) => Promise<void>): void {
  test.describe.configure({ mode: "parallel" });
  for (const [group, states] of Object.entries(allStates))
    test(`${group}, walked through in French: ${fact}`, { tag: "@fr" }, async ({ browser }) => {
      test.setTimeout(600_000);
      const { page, expectCatalogueTexts, close } = await openStatePage(browser);
      startWalk(page);
      const screens = new Set<string>();
      for (const { name, width = 1280, fresh = false, reach } of states)
        await test.step(name, async () => {
          await page.setViewportSize({ width, height: 800 });
          if (fresh) loadNext(page);
          await reach(page);
          const { pathname } = new URL(page.url());
          await check({ page, name, isNewScreen: !screens.has(pathname), expectCatalogueTexts });
          screens.add(pathname);
          if (fresh) loadNext(page);
          await leave(page);
        });
      await close();
    });
}
