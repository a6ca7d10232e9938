import { limits, type Suggestion } from "@souffleur/contracts";

/**
 * The specification's three newest. What comes again (an answer and its event say the same) is kept once; of
 * one moment's suggestions the server's best comes first.
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
