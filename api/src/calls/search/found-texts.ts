import type { FoundText } from "@souffleur/contracts";
import { type PlacedStem, placedStems } from "../../suggestions/matching/french-stem.ts";
import { figureTerms } from "./figure-terms.ts";
import { nameTerms } from "./name-terms.ts";
import type { SearchTerms } from "./search-terms.ts";

/** One of a call's texts. */
export type Passage = Omit<FoundText, "marks">;
type Mark = FoundText["marks"][number];

/** The maximum number of texts of one call. */
const shownTexts = 3;
const excerptLength = 240;
/** How many characters an excerpt shows before its first mark. */
const lead = 60;

/** Prepares a search for the same terms in many calls. */
export function createFinder({ words, phrases }: Pick<SearchTerms, "words" | "phrases">) {
  const wanted = new Set(words);
  // The terms of figures are digits, and reading them takes longer than the words.
  const hasFigures = words.some((word) => /\d/u.test(word));
  const known = new Map<string, readonly string[]>();

  function look(passage: Passage) {
    const stems = placedStems(passage.text, known);
    const isName = passage.place === "client" || passage.place === "agent";
    const terms = [
      ...stems,
      ...(hasFigures ? figureTerms(passage.text) : []),
      ...(isName ? nameTerms(passage.text) : []),
    ];
    const single = terms.filter(({ stem }) => wanted.has(stem));
    const rows = phrases.map((phrase) => rowsOf(phrase, stems));
    const score =
      new Set(single.map(({ stem }) => stem)).size +
      phrases.reduce((sum, phrase, index) => sum + (rows[index]?.length ? phrase.length : 0), 0);
    return { passage, rows, score, marks: unite([...single, ...rows.flat()]) };
  }

  /** The texts of a call with most of the terms, in the given order; undefined where no text has one of the phrases. */
  return function find(passages: readonly Passage[]): FoundText[] | undefined {
    const looked = passages.map(look).filter(({ score }) => score > 0);
    if (phrases.some((_, index) => !looked.some(({ rows }) => rows[index]?.length))) return undefined;
    const best = new Set(looked.toSorted((a, b) => b.score - a.score).slice(0, shownTexts));
    return looked.filter((one) => best.has(one)).map(({ passage, marks }) => excerpt(passage, marks));
  };
}

/** The places of a phrase's stems in sequence. */
function rowsOf(phrase: readonly string[], stems: readonly PlacedStem[]): Mark[] {
  return stems.flatMap(({ from, to }, at) =>
    phrase.every((one, index) => stems[at + index]?.stem === one)
      ? [{ from, to: stems[at + phrase.length - 1]?.to ?? to }]
      : [],
  );
}

/** Sorts marks and unites overlapping ones. */
function unite(marks: readonly Mark[]): Mark[] {
  const united: Mark[] = [];
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    const last = united.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else united.push({ from, to });
  }
  return united;
}

/** A long text is cut at spaces around its first mark. */
function excerpt(passage: Passage, marks: readonly Mark[]): FoundText {
  const { text } = passage;
  const [first] = marks;
  if (text.length <= excerptLength || first === undefined) return { ...passage, marks: [...marks] };
  const from = first.from <= lead ? 0 : text.lastIndexOf(" ", first.from - lead) + 1;
  const end = from + Math.max(excerptLength, first.to - from);
  const to = end >= text.length ? text.length : Math.max(first.to, text.lastIndexOf(" ", end));
  const [before, after] = [from > 0 ? "… " : "", to < text.length ? " …" : ""];
  const shift = before.length - from;
  return {
    ...passage,
    text: before + text.slice(from, to) + after,
    marks: marks
      .filter((mark) => mark.to <= to)
      .map((mark) => ({ from: mark.from + shift, to: mark.to + shift })),
  };
}
