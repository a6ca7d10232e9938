import type { ScriptLine } from "./scenarios.ts";

/** A recognizer's result for a line at a time, in milliseconds after the end of the line before. */
export interface ScriptState {
  atMs: number;
  text: string;
  confidence: number;
  isFinal: boolean;
}

const firstConfidence = 0.55;
// A recognizer waits for silence before it ends a line, so the last word comes a little earlier.
const spokenShare = 0.88;
const wordWeight = 2;

/**
 * The states of a script line as a recognizer would transcribe it: an interim state for each word, with rising confidence,
 * then the final state at `pauseMs + durationMs`. Longer words take longer.
 */
export function playLine(
  line: Pick<ScriptLine, "text" | "pauseMs" | "durationMs" | "confidence">,
): ScriptState[] {
  // A no-break space belongs to the punctuation after it, so it starts no word.
  const words = line.text.split(/[ \t\n]+/u).filter((word) => word !== "");
  const weights = words.map((word) => word.length + wordWeight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const lowest = Math.min(firstConfidence, line.confidence);
  let spoken = 0;
  const states = words.map((_word, index): ScriptState => {
    spoken += weights[index] ?? 0;
    const share = spoken / total;
    const rise = (line.confidence - lowest) * (index / words.length);
    return {
      atMs: Math.round(line.pauseMs + line.durationMs * spokenShare * share),
      text: words.slice(0, index + 1).join(" "),
      confidence: Math.round((lowest + rise) * 1000) / 1000,
      isFinal: false,
    };
  });
  const end = line.pauseMs + line.durationMs;
  return [...states, { atMs: end, text: line.text, confidence: line.confidence, isFinal: true }];
}

/** The duration of a script, in milliseconds. */
export function scriptDuration(lines: readonly Pick<ScriptLine, "pauseMs" | "durationMs">[]): number {
  return lines.reduce((sum, line) => sum + line.pauseMs + line.durationMs, 0);
}
