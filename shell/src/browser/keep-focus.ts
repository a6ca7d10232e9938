/**
 * When the focused control is removed (such as Retry when it is pressed, or a row of a list), browsers reset the focus and
 * keyboard navigation restarts at the top of the page. This moves the focus to the nearest focusable ancestor, so that the
 * next Tab continues from there.
 */
export function keepFocus(): void {
  let path: Element[] = [];
  const remember = () => {
    path = pathOf(document.activeElement);
  };
  // Blur events can't be used: browsers differ in whether and when a removed element gets one.
  document.addEventListener("focusin", remember);
  // A click outside of controls removes the focus intentionally.
  document.addEventListener("click", remember, true);
  new MutationObserver(() => {
    const [focused] = path;
    if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
    for (const ancestor of path) {
      if (!(ancestor instanceof HTMLElement) || !ancestor.isConnected || !ancestor.hasAttribute("tabindex"))
        continue;
      ancestor.focus({ preventScroll: true });
      // A hidden element can't take the focus.
      if (document.activeElement === ancestor) return;
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/** An element and its ancestors, without the body. */
function pathOf(from: Element | null): Element[] {
  const path: Element[] = [];
  for (let element = from; element !== null && element !== document.body; element = element.parentElement)
    path.push(element);
  return path;
}
