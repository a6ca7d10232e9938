/**
 * The pairs of visible texts that lie on each other. It is run in the page, so it uses nothing outside itself.
 * What floats over the page on purpose (a toast, a bar that stays) is left out.
 */
export function overlappingTexts(): string[] {
  const tolerance = 3;
  const texts: { text: string; left: number; top: number; right: number; bottom: number }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const element = node.parentElement;
    if (text === "" || element === null || isHiddenOrFloating(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const shown = clipped(element, { left, top, right, bottom });
      if (shown.right - shown.left > tolerance && shown.bottom - shown.top > tolerance)
        texts.push({ text: text.slice(0, 60), ...shown });
    }
  }
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter(
        (other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > tolerance &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > tolerance,
      )
      .map((other) => `"${one.text}" and "${other.text}"`),
  );

  function isHiddenOrFloating(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { position, clipPath } = getComputedStyle(at);
      if (at.role === "listbox" || position === "fixed" || position === "sticky" || clipPath !== "none")
        return true;
    }
    return false;
  }

  /** The part of a box that its scrolled or clipping ancestors show. */
  function clipped(element: Element, box: { left: number; top: number; right: number; bottom: number }) {
    const shown = { ...box };
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const edges = at.getBoundingClientRect();
      shown.left = Math.max(shown.left, edges.left);
      shown.right = Math.min(shown.right, edges.right);
      shown.top = Math.max(shown.top, edges.top);
      shown.bottom = Math.min(shown.bottom, edges.bottom);
    }
    return shown;
  }
}
