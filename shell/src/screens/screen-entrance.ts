import type { RouteEntry } from "@souffleur/contracts";
import { useEffect } from "react";
import { useNavigationType } from "react-router-dom";

/** The path of the last screen; the page's first screen does not get the focus. */
let entered: string | undefined;

/** Sets the page's title when the route changes, before its bundle is loaded. */
export function useScreenTitle({ title }: RouteEntry): void {
  useEffect(() => {
    document.title = `${title} · Souffleur`;
  }, [title]);
}

/**
 * Makes a route change noticeable for screen readers: the page scrolls to the top (except after going back) and the heading
 * gets the focus. For loaded screens, not for skeletons.
 */
export function useScreenEntrance({ path }: RouteEntry): void {
  const navigation = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the route counts
  useEffect(() => {
    const first = entered === undefined;
    const same = entered === path;
    entered = path;
    if (first || same) return;
    if (navigation !== "POP") window.scrollTo(0, 0);
    // A menu that was opened while the screen loaded would be closed by the loss of the focus.
    if (document.querySelector("[role=menu][data-state=open]") === null) focusHeading();
  }, [path]);
}

function focusHeading(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector<HTMLElement>("h1") ?? main;
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
