import path from "node:path";
import { test } from "playwright/test";
import { allStates } from "./states/all-states.ts";
import { speak } from "./states/say.ts";

const windows = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 375, height: 812 },
];
const folder = ".screens";

test.describe.configure({ mode: "parallel" });
for (const [group, states] of Object.entries(allStates)) {
  test.describe(group, { tag: `@${process.env.SOUFFLEUR_SCREENS}` }, () => {
    for (const { name, width: only, reach } of states) {
      test(name, async ({ browser }) => {
        // Eight pictures of a long page, on a machine that draws without a graphics card.
        const context = await browser.newContext({ reducedMotion: "reduce" });
        const page = await context.newPage();
        await page.setViewportSize({ width: only ?? 1440, height: 900 });
        await speak(page);
        await reach(page);
        for (const { width, height } of windows.filter((one) => one.width === (only ?? one.width))) {
          await page.setViewportSize({ width, height });
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            // Controls are drawn in the new colours a frame later, and charts in the new width some frames later.
            await page.evaluate(async () => {
              const isDrawn = (chart: Element) => {
                const room = chart.closest(".recharts-responsive-container")?.clientWidth ?? 0;
                return Math.abs(chart.clientWidth - room) <= 1;
              };
              do {
                for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
              } while (![...document.querySelectorAll(".recharts-wrapper")].every(isDrawn));
            });
            const file = `${name.replaceAll(/[^a-z]+/g, "-")}.png`;
            await page.screenshot({
              path: path.join(folder, `${width}-${colorScheme}`, file),
              // A call fills its window and no more.
              fullPage: !name.startsWith("call") || width < 760,
            });
          }
        }
        await context.close();
      });
    }
  });
}
