import { digitReader, fillers, type Reading, type Token, tokenize } from "./spoken-digits.ts";

/** A text's tokens, and their possible readings as digits. */
export interface Spoken {
  text: string;
  tokens: readonly Token[];
  read: (index: number) => readonly Reading[];
}

/** Prepares a text for `walk`. */
export function parseSpoken(text: string): Spoken {
  const tokens = tokenize(text);
  return { text, tokens, read: digitReader(tokens) };
}

export interface Search {
  /** Receives what was read up to the token `to`. @returns whether to continue */
  visit: (read: string, to: number) => boolean;
  /** Whether the search has succeeded, so that less likely readings are not tried. */
  isFound: () => boolean;
  /** Reads a token that is not a number, such as the letters of an account number. */
  letters?: (index: number, read: string) => Reading | undefined;
  isPlainOnly?: boolean;
  /** The maximum number of steps; 1024 by default. */
  steps?: number;
}

interface Place {
  index: number;
  read: string;
  skipped: number;
}

/** Length of the longest secret, an IBAN. */
export const longestSecret = 34;

const fillersInARow = 3;

/**
 * Reads from a token on, and passes each result to the search. Number words can be read in several ways ("soixante douze"
 * is 72 or 60, 12): the most likely reading comes first, then those that differ from it in one place, in two, and so on.
 * The number of steps is limited, which keeps the time linear.
 */
export function walk({ tokens, read: readAt }: Spoken, start: number, first: string, search: Search): void {
  const places: Place[][] = [[{ index: start, read: first, skipped: 0 }]];
  for (let step = 0; step < (search.steps ?? 1024); step += 1) {
    const unusual = places.findIndex((some) => some.length > 0);
    const place = places[unusual]?.pop();
    if (!place || (unusual > 0 && search.isFound())) return;
    const token = tokens[place.index];
    if (!token || (token.gap === "break" && place.read !== "")) continue;
    const go = (rank: number, next: Place) => {
      places[unusual + rank] ??= [];
      places[unusual + rank]?.push(next);
    };
    if (fillers.has(token.word) && place.read !== "" && place.skipped < fillersInARow)
      go(0, { ...place, index: place.index + 1, skipped: place.skipped + 1 });
    const readings = search.isPlainOnly ? readAt(place.index).slice(0, 1) : readAt(place.index);
    const letter = search.letters?.(place.index, place.read);
    for (const [rank, { to, digits }] of (letter ? [...readings, letter] : readings).entries()) {
      const read = place.read + digits;
      const isFit = digits === "" || (read.length <= longestSecret && search.visit(read, to));
      if (isFit) go(Math.min(rank, 1), { index: to, read, skipped: 0 });
    }
  }
}

/** The digits between two tokens in their most likely reading, up to the length of the longest secret. */
export function plainDigits({ read }: Spoken, from: number, to: number): string {
  let digits = "";
  for (let index = from; index < to && digits.length < longestSecret; ) {
    const reading = read(index)[0];
    digits += reading?.digits ?? "";
    index = reading?.to ?? index + 1;
  }
  return digits;
}

/** A run of tokens, end exclusive. */
export interface Run {
  from: number;
  to: number;
}

/**
 * Whether a run consists only of telephone numbers (the last one may be incomplete), across which a card could be read by
 * chance.
 */
export function isTelephoneList({ read }: Spoken, { from, to }: Run): boolean {
  let number = "";
  for (let index = from; index < to; ) {
    const reading = read(index)[0];
    if (number.length === 10) number = "";
    number += reading?.digits ?? "";
    index = reading?.to ?? index + 1;
    if (number.length > 10 || !/^(?:$|0$|0[1-9])/u.test(number)) return false;
  }
  return true;
}
