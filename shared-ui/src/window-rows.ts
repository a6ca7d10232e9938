/** Long lists whose rows scroll with the page, the links between pages, and the way back to a list. Each remote that has one bundles it; the shell does not share it. */
export type { VirtualItem } from "@tanstack/react-virtual";
export { NextPageFailure } from "./window-rows/next-page-failure.tsx";
export { PageLink } from "./window-rows/page-link.tsx";
export { useBackToList } from "./window-rows/use-back-to-list.ts";
export { type Pages, useWindowRows } from "./window-rows/use-window-rows.ts";
