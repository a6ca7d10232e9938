import type { StoredSuggestion as Suggestion } from "@souffleur/contracts";
import type { Bubble } from "@souffleur/shared-ui/transcript";
import { bubbleOf } from "./find-line.ts";

/** What is shown below a bubble. */
export interface SuggestionsBelow {
  /** What was used or said, and whispers: part of the conversation. */
  told: Suggestion[];
  /** The others of the whole turn, below its last bubble. */
  others: Suggestion[];
}

const isTold = ({ state, said, from }: Suggestion) => state === "used" || said || from !== undefined;

/** The suggestions by the index of the bubble below which they are shown. */
export function suggestionsOfLines(
  suggestions: readonly Suggestion[],
  bubbles: readonly Bubble[],
  indexes: ReadonlyMap<number, number>,
): ReadonlyMap<number, SuggestionsBelow> {
  const below = new Map<number, SuggestionsBelow>();
  const at = (index: number): SuggestionsBelow => {
    const found = below.get(index) ?? { told: [], others: [] };
    below.set(index, found);
    return found;
  };
  for (const suggestion of suggestions) {
    // A suggestion from before the first line is shown below it.
    const index = bubbleOf(indexes, suggestion.seq) ?? 0;
    if (isTold(suggestion)) at(index).told.push(suggestion);
    else at(endOfTurn(bubbles, index)).others.push(suggestion);
  }
  return below;
}

function endOfTurn(bubbles: readonly Bubble[], from: number): number {
  let end = from;
  while (bubbles[end + 1] !== undefined && bubbles[end + 1]?.sender === bubbles[from]?.sender) end += 1;
  return end;
}
