/**
 * Where the control that has the focus goes away (Retry when it is pressed, a row that was dealt with), browsers leave
 * the focus on nothing, and a keyboard starts from the top of the page. Here the nearest part of the page around it
 * that can have the focus takes it: the next Tab goes on from there.
 */
export function keepFocus(): void {
  let path: Element[] = [];
  const remember = () => {
    path = pathOf(document.activeElement);
  };
  // No blur is listened to: browsers differ in whether and when an element that is removed gets one.
  document.addEventListener("focusin", remember);
  // A press beside all controls takes the focus away on purpose.
  document.addEventListener("click", remember, true);
  new MutationObserver(() => {
    const [focused] = path;
    if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
    for (const place of path) {
      if (!(place instanceof HTMLElement) || !place.isConnected || !place.hasAttribute("tabindex")) continue;
      place.focus({ preventScroll: true });
      // What is not drawn itself can't have it.
      if (document.activeElement === place) return;
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/** An element and what it is in, up to the body. */
function pathOf(from: Element | null): Element[] {
  const path: Element[] = [];
  for (let element = from; element !== null && element !== document.body; element = element.parentElement)
    path.push(element);
  return path;
}
