import { fillers } from "./digit-words.ts";
import type { Link } from "./links.ts";
import { digitReader, plainWords, type Reading, type Token, tokenize } from "./spoken-digits.ts";

/** A speaker's tokens, their possible readings as digits, and what the other speaker said in between. */
export interface Spoken {
  text: string;
  tokens: readonly Token[];
  read: (index: number) => readonly Reading[];
  heard: readonly { at: number; words: readonly string[] }[];
}

/** A line of a call: of the speaker whose numbers are searched, or of the other one. */
export interface StreamLine {
  text: string;
  isOther?: boolean;
}

/** Prepares lines for `walk`: positions are those in the speaker's own lines, joined by a line feed. */
export function parseSpoken(lines: readonly StreamLine[]): Spoken {
  const tokens: Token[] = [];
  const heard: { at: number; words: readonly string[] }[] = [];
  const own: string[] = [];
  let offset = 0;
  for (const { text, isOther = false } of lines) {
    if (isOther) {
      heard.push({ at: tokens.length, words: plainWords(text) });
      continue;
    }
    tokenize(text, tokens, offset);
    own.push(text);
    offset += text.length + 1;
  }
  return { text: own.join("\n"), tokens, read: digitReader(tokens), heard };
}

/** What lies between the digits that were read. */
export interface Crossed {
  noise: number;
  asides: number;
  /** Whether words were not read in the most likely way. */
  isUnusual: boolean;
  /** The last token before each interjection, end exclusive, and the first one after it. */
  cuts: readonly (readonly [to: number, from: number])[];
}

export interface Search {
  /** Receives what was read up to the token `to`. @returns whether to continue */
  visit: (read: string, to: number, crossed: Crossed) => boolean;
  /** Whether the search has succeeded, so that less likely readings are not tried. */
  isFound: () => boolean;
  /** Reads a token that is not a number, such as the letters of an account number. */
  letters?: (index: number, read: string) => Reading | undefined;
  /** The ways from the end of a run to later ones that may be taken. */
  links?: (index: number, crossed: Crossed) => readonly Link[];
  isPlainOnly?: boolean;
  /** The maximum number of steps; 1024 by default. */
  steps?: number;
}

interface Place extends Crossed {
  index: number;
  read: string;
  skipped: number;
  /** The token to which a link has led. */
  arrived: number;
  /** The places at which each of the readings so far began, the last one first. */
  before: { length: number; before: Place["before"] } | undefined;
}

/** Length of the longest secret, an IBAN. */
export const longestSecret = 34;

const fillersInARow = 6;
/** How many readings a correction may replace. */
const correctedAtMost = 4;
const none: Crossed = { noise: 0, asides: 0, isUnusual: false, cuts: [] };

function* linked(place: Place, link: Link): Generator<Place> {
  const isNoise = link.kind === "noise";
  const crossed = {
    noise: place.noise + link.noise,
    asides: place.asides + (isNoise ? 0 : 1),
    cuts: isNoise ? place.cuts : [...place.cuts, [place.index, link.to]],
  };
  const next = { ...place, ...crossed, index: link.to, arrived: link.to, skipped: 0 };
  yield next;
  if (!link.isCorrection) return;
  let { before } = place;
  for (let dropped = 0; before && dropped < correctedAtMost; dropped += 1) {
    yield { ...next, read: place.read.slice(0, before.length), before: before.before };
    before = before.before;
  }
}

/**
 * Reads from a token on, and passes each result to the search. Number words can be read in several ways ("soixante douze"
 * is 72 or 60, 12): the most likely reading comes first, then those that differ from it in one place, in two, and so on.
 * The number of steps is limited, which keeps the time linear.
 */
export function walk({ tokens, read: readAt }: Spoken, start: number, first: string, search: Search): void {
  const places: Place[][] = [
    [{ ...none, index: start, arrived: start, read: first, skipped: 0, before: undefined }],
  ];
  for (let step = 0; step < (search.steps ?? 1024); step += 1) {
    const unusual = places.findIndex((some) => some.length > 0);
    const place = places[unusual]?.pop();
    if (!place || (unusual > 0 && search.isFound())) return;
    const token = tokens[place.index];
    if (!token) continue;
    const go = (rank: number, next: Place) => {
      places[unusual + rank] ??= [];
      places[unusual + rank]?.push(next);
    };
    const isBroken = (token.gap === "break" || token.gap === "noise") && place.arrived !== place.index;
    const letter = isBroken ? undefined : search.letters?.(place.index, place.read);
    for (const link of search.links?.(place.index, place) ?? [])
      for (const [rank, next] of [...linked(place, link)].entries()) go(letter ? 1 : Math.min(rank, 1), next);
    if (isBroken) continue;
    if (fillers.has(token.word) && place.read !== "" && place.skipped < fillersInARow)
      go(0, { ...place, index: place.index + 1, skipped: place.skipped + 1 });
    const readings = search.isPlainOnly ? readAt(place.index).slice(0, 1) : readAt(place.index);
    for (const [rank, { to, digits }] of (letter ? [...readings, letter] : readings).entries()) {
      const read = place.read + digits;
      const before = { length: place.read.length, before: place.before };
      const isUnusual = place.isUnusual || rank > 0;
      const next: Place = { ...place, index: to, read, skipped: 0, before, isUnusual };
      const isFit = digits === "" || (read.length <= longestSecret && search.visit(read, to, next));
      if (isFit) go(Math.min(rank, 1), next);
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
