import { formatPercent } from "../format.ts";

/** A confidence from 0 to 1 as a whole percentage. */
export function formatConfidence(confidence: number): string {
  return formatPercent(Math.round(confidence * 100));
}
