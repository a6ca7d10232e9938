import { fold } from "@souffleur/contracts/fold";

/** Part of a text, from `start` up to `end`. */
export interface Match {
  start: number;
  end: number;
}

/** The folded text, and for each of its letters the position in the original. */
function foldWithPlaces(text: string): { letters: string; places: number[] } {
  let letters = "";
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = fold(letter);
    letters += plain;
    for (let index = 0; index < plain.length; index += 1) places.push(at);
    at += letter.length;
  }
  places.push(at);
  return { letters, places };
}

/** The matches of a search text, as texts are compared. */
export function findMatches(text: string, wanted: string): Match[] {
  const query = fold(wanted.trim());
  if (query === "") return [];
  const { letters, places } = foldWithPlaces(text);
  const matches: Match[] = [];
  for (let at = letters.indexOf(query); at >= 0; at = letters.indexOf(query, at + query.length)) {
    const start = places[at] as number;
    // A letter that folds into two ("œ") is always matched as a whole.
    const end = places.find((place) => place > (places[at + query.length - 1] as number)) ?? text.length;
    matches.push({ start, end });
  }
  return matches;
}
