import type { RouteEntry } from "@souffleur/shared-ui";
import { useEffect } from "react";
import { useNavigationType } from "react-router-dom";

/** The first screen of a page keeps the browser's own focus; every later one takes it. */
let entered: string | undefined;

/** The title is the route's as soon as the route is chosen, also while its bundle is on its way. */
export function useScreenTitle({ title }: RouteEntry): void {
  useEffect(() => {
    document.title = `${title} · Souffleur`;
  }, [title]);
}

/**
 * A route change that a screen reader would not notice becomes one: the page starts at its top (unless one went
 * back) and its heading takes the focus. For what is there to be read; a skeleton is not.
 */
export function useScreenEntrance({ path }: RouteEntry): void {
  const navigation = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the route is an entrance
  useEffect(() => {
    const first = entered === undefined;
    const same = entered === path;
    entered = path;
    if (first || same) return;
    if (navigation !== "POP") window.scrollTo(0, 0);
    focusHeading();
  }, [path]);
}

function focusHeading(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector<HTMLElement>("h1") ?? main;
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
