import { type Box, freePlace } from "./free-place.ts";

const marginPx = 16;
const topBarPx = 56;
/** How often a toast that stays is looked at: the page below it may have changed. */
const lookAgainMs = 1000;

/**
 * Keeps toasts where they cover no control and no status: when one comes, and once something else has come below it.
 * @param toasts the element around them, which gets their place as `--toast-left` and `--toast-bottom`
 * @returns a function that ends it; it is a ref
 */
export function keepToastsFree(toasts: HTMLElement | null): (() => void) | undefined {
  if (toasts === null) return undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (mayStay: boolean) => {
    const shown = toasts.querySelector<HTMLElement>("[data-sonner-toast][data-front=true]");
    if (shown === null) return;
    const { offsetWidth: width, offsetHeight: height } = shown;
    const { clientWidth, clientHeight } = document.documentElement;
    const room = {
      ...{ left: marginPx, top: topBarPx + marginPx },
      ...{ right: clientWidth - marginPx, bottom: clientHeight - marginPx },
    };
    const covered = coveredBy(toasts);
    const now = shown.getBoundingClientRect();
    // It does not move while nothing is in its way, or somebody reaches for it.
    if (mayStay && (covered(now) === 0 || shown.matches(":hover, :focus-within"))) return;
    const { left, bottom } = freePlace({ width, height }, room, covered);
    toasts.style.setProperty("--toast-left", `${left}px`);
    toasts.style.setProperty("--toast-bottom", `${clientHeight - bottom}px`);
  };
  const follow = () => {
    const isShown = toasts.querySelector("[data-sonner-toast]") !== null;
    if (isShown === (timer !== undefined)) return;
    if (isShown) look(false);
    clearInterval(timer);
    timer = isShown ? setInterval(look, lookAgainMs, true) : undefined;
  };
  const placeAgain = () => look(false);
  window.addEventListener("resize", placeAgain);
  const observer = new MutationObserver(follow);
  observer.observe(toasts, { childList: true, subtree: true });
  follow();
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", placeAgain);
    clearInterval(timer);
  };
}

/** What can be used, and what tells a state. */
const kept =
  "a[href], button, label, input, select, textarea, summary, [role=option], [role=status], [role=alert], [role=timer], [role=meter], [data-help-request], [data-call-bar]";

/** How many of these a box would cover on the page as it is. @param floating what is placed, which covers some now */
function coveredBy(floating: Element): (box: Box) => number {
  const boxes = [...document.querySelectorAll(kept)]
    .filter((element) => !floating.contains(element))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  return (box) => boxes.filter((one) => isCovered(one, box, floating)).length;
}

/** Also where the two meet: a part that is scrolled away, or below a dialog, can't be covered. */
function isCovered({ element, box }: { element: Element; box: Box }, by: Box, floating: Element): boolean {
  const [left, right] = [Math.max(box.left, by.left), Math.min(box.right, by.right)];
  const [top, bottom] = [Math.max(box.top, by.top), Math.min(box.bottom, by.bottom)];
  if (left >= right || top >= bottom) return false;
  const there = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
  const shown = there.find((one) => !floating.contains(one));
  return shown !== undefined && element.contains(shown);
}
