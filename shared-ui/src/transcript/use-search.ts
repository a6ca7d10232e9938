import { fold } from "@souffleur/contracts/fold";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { useMemo, useState } from "react";
import type { Bubble } from "./merge-fragments.ts";

export interface TranscriptSearch {
  query: string;
  setQuery: (query: string) => void;
  /** Indexes of the bubbles that match, in order. */
  hits: readonly number[];
  /** The index of the current hit, from 0; undefined without one. */
  position: number | undefined;
  step: (by: 1 | -1) => void;
}

/** Cached, because each new line causes a new search through all lines. */
const foldedTexts = new WeakMap<Bubble, string>();

function foldedOf(bubble: Bubble): string {
  const known = foldedTexts.get(bubble);
  if (known !== undefined) return known;
  const folded = fold(bubble.text);
  foldedTexts.set(bubble, folded);
  return folded;
}

/**
 * A search in the conversation, starting at the newest hit.
 * @param initial the initial query, and the id of the bubble that is the initial hit
 */
export function useSearch(
  bubbles: readonly Bubble[],
  initial: { query: string; chosen: string | undefined } = { query: "", chosen: undefined },
): TranscriptSearch {
  const [query, setQuery] = useKeptState("souffleur.transcript-search", initial.query);
  const [chosen, setChosen] = useState(initial.chosen);
  const wanted = fold(query.trim());
  const hits = useMemo(() => {
    if (wanted === "") return [];
    return bubbles.flatMap((bubble, index) => (foldedOf(bubble).includes(wanted) ? [index] : []));
  }, [bubbles, wanted]);
  // The current hit stays the same while lines arrive; a new query starts at the newest hit.
  const at = hits.findIndex((index) => bubbles[index]?.id === chosen);
  const position = hits.length === 0 ? undefined : at >= 0 ? at : hits.length - 1;
  return {
    query,
    setQuery: (next) => {
      setQuery(next);
      setChosen(undefined);
    },
    hits,
    position,
    step: (by) => {
      if (position === undefined) return;
      const next = hits[(position + by + hits.length) % hits.length] as number;
      setChosen(bubbles[next]?.id);
    },
  };
}
