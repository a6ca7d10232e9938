import { test } from "playwright/test";
import type { State } from "./all-states.ts";
import { expectNothingLost, expectNoViolations, expectWholeTexts, openStatePage } from "./checks.ts";
import { leave, loadNext, startWalk } from "./walking.ts";

/** Tests that walk through the states of each group, in French, whose texts are longer and have nothing to fall back on but English. */
export function walkStates(groups: Readonly<Record<string, readonly State[]>>): void {
  test.describe.configure({ mode: "parallel" });
  for (const [group, states] of Object.entries(groups)) {
    const title = `${group} speak French alone, pass WCAG 2.2 AA in both themes, and lose nothing when zoomed`;
    test(title, { tag: "@fr" }, async ({ browser }) => {
      test.setTimeout(600_000);
      const { page, expectCatalogueTexts, close } = await openStatePage(browser);
      startWalk(page);
      for (const { name, width = 1280, fresh = false, reach } of states)
        await test.step(name, async () => {
          await page.setViewportSize({ width, height: 800 });
          if (fresh) loadNext(page);
          await reach(page);
          await expectCatalogueTexts(name);
          await expectNoViolations(page, name);
          await expectNothingLost(page, name);
          await expectWholeTexts(page, name);
          if (fresh) loadNext(page);
          await leave(page);
        });
      await close();
    });
  }
}
