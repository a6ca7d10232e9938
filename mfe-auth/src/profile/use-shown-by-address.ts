import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** The ref of a part that an address names, such as `/profile#calendar`, which is then scrolled to. */
export function useShownByAddress(name: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address, pressed again, shows it again
  useEffect(() => (hash === `#${name}` ? keepInView(element.current) : undefined), [hash, key]);
  return element;
}

/** Scrolls to an element, and again while what is above it loads, until the reader does something. */
function keepInView(element: HTMLElement | null): () => void {
  const show = () => element?.scrollIntoView();
  show();
  const sizes = new ResizeObserver(show);
  sizes.observe(document.body);
  const stop = () => {
    sizes.disconnect();
    for (const event of actions) window.removeEventListener(event, stop);
  };
  for (const event of actions) window.addEventListener(event, stop);
  return stop;
}

const actions = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
