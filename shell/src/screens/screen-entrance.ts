import type { RouteEntry } from "@souffleur/contracts";
import { useEffect, useLayoutEffect } from "react";
import { useNavigationType } from "react-router-dom";

/** The path of the last screen; the page's first screen does not get the focus. */
let entered: string | undefined;

/** Whether the user has pressed something since the route changed. */
let hasGoneOn = false;
for (const press of ["keydown", "pointerdown"])
  document.addEventListener(
    press,
    () => {
      hasGoneOn = true;
    },
    true,
  );

/** Sets the page's title when the route changes, before its bundle is loaded. */
export function useScreenTitle({ title, path }: RouteEntry): void {
  useEffect(() => {
    document.title = `${title} · Souffleur`;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the route counts
  useLayoutEffect(() => {
    hasGoneOn = false;
  }, [path]);
}

/**
 * Makes a route change noticeable for screen readers: the page scrolls to the top (except after going back) and the heading
 * gets the focus, unless the user has gone on while the screen loaded: it would take their next key, and close their menu.
 * For loaded screens, not for skeletons.
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
    if (!hasGoneOn) focusHeading();
  }, [path]);
}

function focusHeading(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector<HTMLElement>("h1") ?? main;
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
