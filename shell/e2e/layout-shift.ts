import type { Page } from "playwright/test";

/** What a `layout-shift` entry of the browser holds; the DOM's types lack it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Watches everything that moves by itself in the page's documents, from their first paint. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const reports: string[] = [];
    const report = (entry: PerformanceEntry) => {
      const { value, sources } = entry as LayoutShift;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const { x, y, width, height } = previousRect;
        const now = currentRect;
        return (
          `${element?.outerHTML.slice(0, 120)} from ${x},${y} ${width}×${height}` +
          ` to ${now.x},${now.y} ${now.width}×${now.height}`
        );
      });
      reports.push(`${value.toFixed(4)} ${moved.join("; ")}`);
    };
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(report));
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(globalThis, {
      takeShifts: () => {
        observer.takeRecords().forEach(report);
        return reports.splice(0);
      },
    });
  });
}

/** What has moved since the last time, also by what was pressed: its value, and from where to where. */
export function takeShifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // An entry is made when its frame has been painted.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((painted) => requestAnimationFrame(painted));
    return (globalThis as unknown as { takeShifts: () => string[] }).takeShifts();
  });
}
