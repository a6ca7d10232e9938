/** Code shared by the screens with figures. Each remote that shows figures bundles it; the shell does not share it. */
export { browserZone } from "./figures/browser-zone.ts";
export { Change, growth } from "./figures/change.tsx";
export { FiguresError } from "./figures/figures-error.tsx";
export { FiguresSwitch } from "./figures/figures-switch.tsx";
export { formatRate } from "./figures/format-rate.ts";
export { formatDay, localDay } from "./figures/local-day.ts";
export { NoCalls } from "./figures/no-calls.tsx";
export { OtherRevenue } from "./figures/other-revenue.tsx";
export { OwnFiguresOffer } from "./figures/own-figures-offer.tsx";
export { sampleFrame } from "./figures/sample-frame.ts";
export { useFiguresSource } from "./figures/use-figures-source.ts";
export { useOnboarding } from "./figures/use-onboarding.ts";
export { useOwnFigures, useViewsAllCalls } from "./figures/use-own-figures.ts";
