/** Part of a text, from `start` up to `end`. */
export interface Match {
  start: number;
  end: number;
}

/** A text without case and accents, its apostrophes alike: what is found is looked for in this. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("’", "'")
    .replaceAll("œ", "oe")
    .replaceAll("Œ", "oe")
    .toLowerCase();
}

/** A text without case and accents, and for each of its letters the place that it came from. */
function folded(text: string): { letters: string; places: number[] } {
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

/** Where a text says what is looked for, whatever the case, the accents and the apostrophes. */
export function findMatches(text: string, wanted: string): Match[] {
  const query = fold(wanted.trim());
  if (query === "") return [];
  const { letters, places } = folded(text);
  const matches: Match[] = [];
  for (let at = letters.indexOf(query); at >= 0; at = letters.indexOf(query, at + query.length)) {
    const start = places[at] as number;
    // A letter that is spelled as two when plain belongs to the match as a whole.
    const end = places.find((place) => place > (places[at + query.length - 1] as number)) ?? text.length;
    matches.push({ start, end });
  }
  return matches;
}
