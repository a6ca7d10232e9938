import { limits, type Suggestion } from "@souffleur/contracts";

/**
 * The three newest suggestions, as specified. A suggestion that arrives twice (in an answer and its event) is kept once;
 * suggestions with the same timestamp keep the server's order, the best first.
 */
export function keepNewest(
  kept: readonly Suggestion[],
  arrived: readonly Suggestion[],
): readonly Suggestion[] {
  const known = new Set(kept.map(({ id }) => id));
  const news = arrived.filter(({ id }) => !known.has(id));
  if (news.length === 0) return kept;
  return [...kept, ...news]
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .slice(0, limits.suggestionsKept);
}
