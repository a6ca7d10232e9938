import { sharedText as t } from "@souffleur/shared-ui";
import type { CSSProperties } from "react";
import styles from "./sample-frame.module.css";

/**
 * The attributes of an element whose cards and tiles show sample data: each is framed as such. Screen readers have it from
 * the switch of the source.
 */
export function sampleFrame(isSample: boolean, className = "") {
  if (!isSample) return { className };
  // Inherited by all panels, which write it in their frames.
  const style = { "--sample": JSON.stringify(t("Sample")) } as CSSProperties;
  return { className: `${className} ${styles.sample}`, style };
}
