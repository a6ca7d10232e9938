import { sharedText as t } from "@souffleur/shared-ui";

/** A confidence from 0 to 1 as a whole percentage. */
export function formatConfidence(confidence: number): string {
  return t("{percent}%", { percent: Math.round(confidence * 100) });
}
