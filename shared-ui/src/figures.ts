/** What the screens with figures share. Each remote that shows some bundles it: the shell and all others do without it. */
export { FiguresError } from "./figures/figures-error.tsx";
export { FiguresSwitch } from "./figures/figures-switch.tsx";
export { NoCalls } from "./figures/no-calls.tsx";
export { useFiguresSource } from "./figures/use-figures-source.ts";
export { useOwnFigures, useViewsAllCalls } from "./figures/use-own-figures.ts";
