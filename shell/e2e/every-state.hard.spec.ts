import { expectNothingLost, expectNoViolations } from "./states/checks.ts";
import { walkStates } from "./states/walk-states.ts";

walkStates(
  "every further state of a screen passes WCAG 2.2 AA in both themes, and loses nothing when zoomed",
  async ({ page, name, isNewScreen }) => {
    // `every-state.spec.ts` has those, and the texts of all states.
    if (isNewScreen) return;
    await expectNoViolations(page, name);
    await expectNothingLost(page, name);
  },
);
