import { test } from "playwright/test";
import { allStates } from "./states/all-states.ts";
import { expectNothingLost, expectNoViolations, expectWholeTexts, openStatePage } from "./states/checks.ts";
import { leave, loadNext, startWalk } from "./states/walking.ts";

test.describe.configure({ mode: "parallel" });
for (const [group, states] of Object.entries(allStates)) {
  // In French, whose texts are longer and have nothing to fall back on but English.
  const title = `${group}, walked through in French alone: every screen passes WCAG 2.2 AA in both themes, and loses nothing when zoomed`;
  test(title, { tag: "@fr" }, async ({ browser }) => {
    test.setTimeout(600_000);
    const { page, expectCatalogueTexts, close } = await openStatePage(browser);
    startWalk(page);
    const checked = new Set<string>();
    for (const { name, width = 1280, fresh = false, reach } of states)
      await test.step(name, async () => {
        await page.setViewportSize({ width, height: 800 });
        if (fresh) loadNext(page);
        await reach(page);
        await expectCatalogueTexts(name);
        const { pathname } = new URL(page.url());
        if (!checked.has(pathname)) {
          checked.add(pathname);
          await expectNoViolations(page, name);
          await expectNothingLost(page, name);
        }
        await expectWholeTexts(page, name);
        if (fresh) loadNext(page);
        await leave(page);
      });
    await close();
  });
}
