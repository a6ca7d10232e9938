/** A confidence from 0 to 1 as whole percents. */
export function formatConfidence(confidence: number): string {
  return `${Math.round(confidence * 100)}%`;
}
