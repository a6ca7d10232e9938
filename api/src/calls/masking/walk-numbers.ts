import { fillers } from "./digit-words.ts";
import type { Link, Spoken } from "./spoken.ts";
import type { Reading } from "./spoken-digits.ts";

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
  /** The ways from the ends of runs to later ones. */
  links?: ReadonlyMap<number, readonly Link[]> | undefined;
  /** Whether a way may be taken. */
  mayTake?: (link: Link, crossed: Crossed) => boolean;
  isPlainOnly?: boolean;
  /** The maximum number of steps; 1024 by default. */
  steps?: number;
}

interface Place {
  index: number;
  read: string;
  skipped: number;
  /** The token to which a link has led. */
  arrived: number;
  /** The places at which each of the readings so far began, the last one first. */
  before: { length: number; before: Place["before"] } | undefined;
  crossed: Crossed;
}

/** Length of the longest secret, an IBAN. */
export const longestSecret = 34;

const fillersInARow = 6;
/** How many readings a correction may replace. */
const correctedAtMost = 4;
const none: Crossed = { noise: 0, asides: 0, isUnusual: false, cuts: [] };

/** The places to which a link leads: that after it, and for a correction those without what it may replace. */
function follow({ index, read, before, crossed }: Place, link: Link): Place[] {
  const isNoise = link.kind === "noise";
  const next = {
    index: link.to,
    arrived: link.to,
    skipped: 0,
    crossed: {
      noise: crossed.noise + link.noise,
      asides: crossed.asides + (isNoise ? 0 : 1),
      isUnusual: crossed.isUnusual,
      cuts: isNoise ? crossed.cuts : [...crossed.cuts, [index, link.to] as const],
    },
  };
  const places: Place[] = [{ ...next, read, before }];
  let replaced = link.isCorrection ? before : undefined;
  while (replaced && places.length <= correctedAtMost) {
    places.push({ ...next, read: read.slice(0, replaced.length), before: replaced.before });
    replaced = replaced.before;
  }
  return places;
}

/**
 * Reads from a token on, and passes each result to the search. Number words can be read in several ways ("soixante douze"
 * is 72 or 60, 12): the most likely reading comes first, then those that differ from it in one place, in two, and so on.
 * The numbers of steps and of places are limited, which keeps the time linear.
 * @returns how many steps were taken
 */
export function walk({ tokens, read: readAt }: Spoken, start: number, first: string, search: Search): number {
  const { visit, letters, links, mayTake, isPlainOnly = false, steps = 1024 } = search;
  const places: Place[][] = [
    [{ index: start, arrived: start, read: first, skipped: 0, before: undefined, crossed: none }],
  ];
  let unusual = 0;
  let gone = 0;
  const go = (rank: number, next: Place) => {
    gone += 1;
    const some = places[unusual + rank];
    if (some) some.push(next);
    else places[unusual + rank] = [next];
  };
  // A step may lead to several places, of which each costs as much.
  for (let step = 0; step < steps && gone < 4 * steps; step += 1) {
    while (unusual < places.length && places[unusual]?.length === 0) unusual += 1;
    const place = places[unusual]?.pop();
    if (!place || (unusual > 0 && search.isFound())) return step;
    const { index, read, crossed, skipped } = place;
    const token = tokens[index];
    if (!token) continue;
    const isBroken = (token.gap === "break" || token.gap === "noise") && place.arrived !== index;
    const letter = isBroken ? undefined : letters?.(index, read);
    for (const link of links?.get(index) ?? []) {
      if (mayTake && !mayTake(link, crossed)) continue;
      const [next, ...corrected] = follow(place, link);
      if (next) go(letter ? 1 : 0, next);
      for (const other of corrected) go(1, other);
    }
    if (isBroken) continue;
    const isNumber = token.isNumber;
    if (!isNumber && read !== "" && skipped < fillersInARow && fillers.has(token.word))
      go(0, { ...place, index: index + 1, skipped: skipped + 1 });
    const readings = isNumber ? readAt(index) : nothing;
    const count = isPlainOnly ? Math.min(1, readings.length) : readings.length;
    for (let rank = 0; rank <= count; rank += 1) {
      const reading = rank < count ? readings[rank] : letter;
      if (!reading) continue;
      const { to, digits } = reading;
      const grown = read + digits;
      const isUsual = rank === 0 || crossed.isUnusual || reading === letter;
      const next: Place = {
        index: to,
        arrived: place.arrived,
        read: grown,
        skipped: 0,
        before: { length: read.length, before: place.before },
        crossed: isUsual ? crossed : { ...crossed, isUnusual: true },
      };
      const isFit = digits === "" || (grown.length <= longestSecret && visit(grown, to, next.crossed));
      if (isFit) go(Math.min(rank, 1), next);
    }
  }
  return steps;
}

const nothing: readonly Reading[] = [];

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
