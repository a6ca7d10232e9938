import type { CSSProperties } from "react";

/** The style of a column's header: tables with fixed columns take `--width`, in px; without one, what the others leave. */
export const columnWidth = (width: number | undefined): CSSProperties =>
  width === undefined ? {} : ({ "--width": `${width}px` } as CSSProperties);
