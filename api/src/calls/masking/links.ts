import { otherNumberAt } from "./cues.ts";
import { asideWords, corrections, fillers, leadWords, units } from "./digit-words.ts";
import type { Link, Run, Spoken } from "./spoken.ts";
import { digitsAtMost } from "./spoken-digits.ts";

/** More words are another subject. */
const wordsAtMost = 30;
/** How many later runs one may lead to: that after it, and those after what only counts something. */
const linksAtMost = 6;
/** Nouns that number the groups of a number: "groupe 1 : 4970". */
const groupNouns = /^(?:groupe|bloc|partie|serie|paquet|segment)s?$/u;

/** Whether a word may be in the middle of a number: Corsica's letters, "trois fois le zéro". */
function isInside({ tokens }: Spoken, index: number): boolean {
  const word = tokens[index]?.word ?? "";
  return /^(?:[ab]|fois)$/u.test(word) || (word === "le" && tokens[index - 1]?.word === "fois");
}

/** The runs of tokens that may be read as one number; hesitations do not end a run. */
export function runsOf(spoken: Spoken): Run[] {
  const { tokens } = spoken;
  const runs: Run[] = [];
  let current: Run | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.gap === "break" || token.gap === "noise") current = undefined;
    if (token.isNumber) {
      if (!current) {
        current = { from: index, to: index };
        runs.push(current);
      }
      current.to = index + 1;
    } else if (!fillers.has(token.word) && !isInside(spoken, index)) current = undefined;
  }
  return runs;
}

/** Whether a run counts something within a sentence: "j'ai 2 cartes". */
function isCount({ tokens }: Spoken, { from, to }: Run): boolean {
  const [token, before, after] = [tokens[from], tokens[from - 1], tokens[to]];
  if (to !== from + 1 || !token || digitsAtMost(token) > 2) return false;
  if (before && groupNouns.test(before.word)) return true;
  const isWord = (word: string) => !fillers.has(word);
  return (
    token.gap === "space" &&
    before !== undefined &&
    isWord(before.word) &&
    after?.gap === "space" &&
    isWord(after.word)
  );
}

/** What only separates groups, and makes them neither a time nor an amount. */
const separators = /^[^\p{L}\p{N}€$£%:/°]*$/u;

function isSeparator({ tokens, text }: Spoken, index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (!before || !token || separators.test(text.slice(before.end, token.start))) return true;
  const isGroup = (one: typeof token) => one.isDigits && one.word.length > 2;
  return isGroup(before) && isGroup(token) && /^ ?[:/] ?$/u.test(text.slice(before.end, token.start));
}

function linkBetween(spoken: Spoken, from: number, to: number): Link | undefined {
  const { tokens } = spoken;
  const link: Link = { to, kind: "noise", noise: 0, isCorrection: false };
  const words: number[] = [];
  for (let index = from; index <= to; index += 1) {
    const token = tokens[index];
    if (!token) return undefined;
    if (token.gap === "break" && index === to && words.length === 0 && link.noise === 0) return undefined;
    if (token.gap === "noise" && index === from && !isSeparator(spoken, index)) link.noise += 1;
    if (index === to || fillers.has(token.word)) continue;
    if (units.has(token.word) && words.length === 0) link.noise += 1;
    else words.push(index);
    if (words.length > wordsAtMost) return undefined;
    if (corrections.has(token.word)) link.isCorrection = true;
  }
  const [first] = words;
  if (first === undefined) return link;
  if (otherNumberAt(spoken, to) !== undefined) return undefined;
  const said = words.map((index) => tokens[index]?.word ?? "");
  const isAside =
    said.every((word) => asideWords.has(word) || leadWords.has(word)) ||
    (isStarted(spoken, from, first) && isStarted(spoken, first + 1, to));
  return { ...link, kind: isAside ? "aside" : "loose" };
}

/** Whether a sentence starts between two tokens, followed only by words that lead to a number. */
function isStarted({ tokens }: Spoken, from: number, to: number): boolean {
  for (let index = to; index >= from; index -= 1) {
    if (tokens[index]?.isStart) return true;
    if (index <= from) return false;
    const word = tokens[index - 1]?.word ?? "";
    if (!fillers.has(word) && !leadWords.has(word) && !units.has(word)) return false;
  }
  return false;
}

/** The ways from the ends of runs to later runs, which may be parts of the same number. */
export function linksOf(spoken: Spoken, runs: readonly Run[]): ReadonlyMap<number, readonly Link[]> {
  const links = new Map<number, Link[]>();
  for (const [at, run] of runs.entries()) {
    const found: Link[] = [];
    for (let next = at + 1; next < runs.length; next += 1) {
      const later = runs[next] as Run;
      const link = linkBetween(spoken, run.to, later.from);
      if (link) found.push(link);
      if (!link || !isCount(spoken, later) || found.length === linksAtMost) break;
    }
    if (found.length > 0) links.set(run.to, found);
  }
  return links;
}
