import { fillers } from "./digit-words.ts";
import type { Link, Spoken } from "./spoken.ts";
import type { Reading } from "./spoken-digits.ts";

/** What lies between the digits that were read. */
export interface Crossed {
  noise: number;
  asides: number;
  /** Whether words were not read in the most likely way. */
  isUnusual: boolean;
  /** The last interjection with those before it. */
  cuts: Cut | undefined;
}

/** The last token before an interjection, end exclusive, and the first one after it. */
interface Cut {
  to: number;
  from: number;
  before: Cut | undefined;
}

/** The interjections in order. */
export function cutsOf({ cuts }: Crossed): (readonly [to: number, from: number])[] {
  const all: (readonly [number, number])[] = [];
  for (let cut = cuts; cut; cut = cut.before) all.unshift([cut.to, cut.from]);
  return all;
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
const none: Crossed = { noise: 0, asides: 0, isUnusual: false, cuts: undefined };

/** Where a link leads from a place; not made before it is read, since most are never reached. */
interface Ahead {
  origin: Place;
  link: Link;
  /** What a correction replaces: this reading and those after it. */
  replaced: Place["before"];
}

function arrive({ origin: { index, read, before, crossed }, link, replaced }: Ahead): Place {
  const isNoise = link.kind === "noise";
  return {
    index: link.to,
    arrived: link.to,
    skipped: 0,
    read: replaced ? read.slice(0, replaced.length) : read,
    before: replaced ? replaced.before : before,
    crossed: {
      noise: crossed.noise + link.noise,
      asides: crossed.asides + (isNoise ? 0 : 1),
      isUnusual: crossed.isUnusual,
      cuts: isNoise ? crossed.cuts : { to: index, from: link.to, before: crossed.cuts },
    },
  };
}

/**
 * Reads from a token on, and passes each result to the search. Number words can be read in several ways ("soixante douze"
 * is 72 or 60, 12): the most likely reading comes first, then those that differ from it in one place, in two, and so on.
 * The numbers of steps and of places are limited, which keeps the time linear.
 * @returns how many steps were taken
 */
export function walk({ tokens, read: readAt }: Spoken, start: number, first: string, search: Search): number {
  const { visit, letters, links, mayTake, isPlainOnly = false, steps = 1024 } = search;
  const places: (Place | Ahead)[][] = [
    [{ index: start, arrived: start, read: first, skipped: 0, before: undefined, crossed: none }],
  ];
  let unusual = 0;
  let gone = 0;
  const go = (rank: number, next: Place | Ahead) => {
    gone += 1;
    const some = places[unusual + rank];
    if (some) some.push(next);
    else places[unusual + rank] = [next];
  };
  // A step may lead to several places, of which each costs as much.
  for (let step = 0; step < steps && gone < 4 * steps; step += 1) {
    while (unusual < places.length && places[unusual]?.length === 0) unusual += 1;
    const next = places[unusual]?.pop();
    if (!next || (unusual > 0 && search.isFound())) return step;
    const place = "link" in next ? arrive(next) : next;
    const { index, read, crossed, skipped } = place;
    const token = tokens[index];
    if (!token) continue;
    const isBroken = (token.gap === "break" || token.gap === "noise") && place.arrived !== index;
    const letter = isBroken ? undefined : letters?.(index, read);
    for (const link of links?.get(index) ?? []) {
      if (mayTake && !mayTake(link, crossed)) continue;
      go(letter ? 1 : 0, { origin: place, link, replaced: undefined });
      let replaced = link.isCorrection ? place.before : undefined;
      for (let more = 0; replaced && more < correctedAtMost; more += 1, replaced = replaced.before)
        go(1, { origin: place, link, replaced });
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
