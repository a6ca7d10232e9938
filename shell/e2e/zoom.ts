import type { Page } from "playwright/test";

/** A window of 1280 px at 200 % and, as WCAG 1.4.10 has it, at 400 %: what is left of it for the page. */
export const zoomed = [
  { zoom: "200 %", width: 640, height: 400 },
  { zoom: "400 %", width: 320, height: 400 },
] as const;

/** What can't be seen without scrolling sideways: the page itself, and controls and headings beyond its edges. */
export function lostSideways(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((painted) => requestAnimationFrame(painted));
    const root = document.documentElement;
    const lost = root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
    // A table may scroll within itself; a tab beyond the edge would not be found.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element.role !== "tablist" &&
      ((/auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth) ||
        scrolls(element.parentElement));
    for (const element of document.querySelectorAll(
      "a, button, input, select, textarea, h1, h2, h3, p, dd",
    )) {
      const { left, right, width } = element.getBoundingClientRect();
      const seen = width > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!seen || (left >= -1 && right <= innerWidth + 1) || scrolls(element.parentElement)) continue;
      lost.push(`${element.outerHTML.slice(0, 120)} from ${Math.round(left)} to ${Math.round(right)}`);
    }
    return lost;
  });
}
