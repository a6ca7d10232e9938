import { limits } from "@souffleur/contracts";
import { readNumbers } from "@souffleur/contracts/numbers";
import { appError } from "../../http/errors.ts";
import { stem, wordsOf } from "../../suggestions/matching/french-stem.ts";
import type { ApiText, Values } from "../../texts/texts.ts";
import { searchedDigits } from "./digit-terms.ts";
import { numberTerms } from "./number-terms.ts";

/** The terms of a search, as stems. */
export interface SearchTerms {
  /** Each must occur in one of the call's texts; of a number it is the value. */
  words: readonly string[];
  /** The stems of each must occur in sequence in one of the call's texts. */
  phrases: readonly (readonly string[])[];
  /** All stems that the call must have before its phrases are searched. */
  needed: readonly string[];
  /** By the stem of each word outside of quotation marks, the word as it was typed, folded: more of it may follow. */
  typed: ReadonlyMap<string, string>;
}

const quoted = /["“«]([^"“”«»]*)["”»]/gu;

/** Leaves out single letters, which are mostly the rest of an elision; a single figure is a word. */
export const isFound = (one: string): boolean => one.length > 1 || one <= "9";

/** @throws AppError VALIDATION_ERROR for no searchable word, or too many */
export function searchTerms(q: string): SearchTerms {
  const stemsOf = (text: string) => wordsOf(text).map(stem);
  const quotations = [...q.matchAll(quoted)].map(([, text = ""]) => stemsOf(text));
  const phrases = quotations.filter((stems) => stems.length > 1);
  const single = quotations.filter((stems) => stems.length === 1).flat();
  const free = q.replace(quoted, " ");
  const read = readNumbers(free);
  const digits = searchedDigits(free, read);
  const apart = numberTerms(free, read).filter(
    ({ from, to }) => !digits.some((run) => run.from < to && run.to > from),
  );
  const numbers = [...apart, ...digits];
  let rest = free;
  for (const { from, to } of numbers.toSorted((a, b) => b.from - a.from))
    rest = `${rest.slice(0, from)} ${rest.slice(to)}`;
  const values = numbers.map(({ stem: value }) => value);
  const typed = new Map(wordsOf(rest).map((word) => [stem(word), word]));
  const words = [...new Set([...typed.keys(), ...values, ...single].filter(isFound))];
  const needed = [...new Set([...words, ...phrases.flat().filter(isFound)])];
  if (needed.length === 0) throw refused("Search needs a word of two letters or more, or a figure");
  if (needed.length > limits.callSearchWords) {
    throw refused("Search takes at most {max} different words", { max: limits.callSearchWords });
  }
  return { words, phrases, needed, typed };
}

function refused(text: ApiText, values: Values = {}) {
  return appError("VALIDATION_ERROR", { text, values, field: "q" });
}
