import { expectNothingLost, expectNoViolations, expectWholeTexts } from "./states/checks.ts";
import { walkStates } from "./states/walk-states.ts";

walkStates(
  "every text is of the catalogues and whole; every screen passes WCAG 2.2 AA in both themes, and loses nothing when zoomed",
  async ({ page, name, isNewScreen, expectCatalogueTexts }) => {
    await expectCatalogueTexts(name);
    if (isNewScreen) {
      await expectNoViolations(page, name);
      await expectNothingLost(page, name);
    }
    await expectWholeTexts(page, name);
  },
);
