import type { CallReview } from "@souffleur/contracts";

/** The review of a call with talk figures and without suggestions, which a test may add. */
export function someReview(): Omit<CallReview, "call"> {
  const side = { seconds: 30, share: 0.5, words: 75, questions: 2, interruptions: 0 };
  return {
    talk: {
      agent: { ...side, wordsPerMinute: 150, longestMonologue: { seq: 1, seconds: 12 } },
      client: side,
      silenceSeconds: 5,
      longestSilenceSeconds: 3,
      turns: [],
    },
    suggestions: [],
  };
}
