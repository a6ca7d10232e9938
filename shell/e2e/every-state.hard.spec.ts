import { test } from "playwright/test";
import { allStates } from "./states/all-states.ts";
import { expectNothingLost, expectNoViolations, expectWholeTexts, openStatePage } from "./states/checks.ts";

test.describe.configure({ mode: "parallel" });
for (const [group, states] of Object.entries(allStates)) {
  // In French, whose texts are longer and have nothing to fall back on but English.
  const title = `${group} speak French alone, pass WCAG 2.2 AA in both themes, and lose nothing when zoomed`;
  test.describe(title, { tag: "@fr" }, () => {
    for (const { name, width = 1280, reach } of states) {
      test(name, async ({ browser }) => {
        test.setTimeout(180_000);
        const { page, expectCatalogueTexts, close } = await openStatePage(browser);
        await page.setViewportSize({ width, height: 800 });
        await reach(page);
        await expectCatalogueTexts(name);
        await expectNoViolations(page, name);
        await expectNothingLost(page, name);
        await expectWholeTexts(page, name);
        await close();
      });
    }
  });
}
