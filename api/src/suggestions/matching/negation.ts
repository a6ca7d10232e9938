import { wordsOf } from "./french-stem.ts";

// French negation, in writing and as it is spoken ("ça m'intéresse pas"). Words are those of `wordsOf`, so without accents.

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** The second half of "ne … pas", which negates without "ne", too, unless it stands below. */
const negators = setOf("pas jamais guere rien aucun aucune nullement ni");
/** "Plus", "personne" and "point" are other words without "ne". */
const withNe = setOf("plus personne point");
/** These negate the next word alone. */
const nextOnly = setOf("aucun aucune sans");
/** Between a negator and what it negates. */
const adverbs = setOf(
  "du tout tres vraiment trop assez encore forcement tellement si plus bien specialement particulierement franchement beaucoup super hyper non",
);
const determiners = setOf(
  "le la les l un une des du de d ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs quel quelle",
);
const subjects = setOf("je j tu il elle on nous vous ils elles ca cela c qui");
const clitics = setOf("me m te t se s nous vous le la l les lui leur y en");
const clauseStarts = setOf("et mais ou car donc que qu quand si parce puisque comme alors oui par pour");
/** "Je ne pense pas que ça nous intéresse": the clause is negated. */
const opinions =
  /^(?:pens|croi|croy|trouv|dirai|dis$|dit$|veu|voul|voudr|souhait|faut|faudr|vois$|voit$|voyons|sur|sure|certain|convaincu|impression)/u;
/** What is not there is a subject like any other ("pas de budget"), but for these. */
const stances = setOf("accord interet avis");
const infinitive = /(?:er|ir|re|oir)$/u;
/** Adjectives and nouns before "pas" belong to what was said before it ("c'est trop cher, pas possible"). */
const notVerbs = setOf(
  "un une des du de d ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs trop tres si plus assez tout a au aux pour par avec sur dans est suis es sommes etes sont etait sera serait",
);
const clauseWordsMost = 5;

const negativeWords = setOf("pas jamais guere rien aucun aucune nullement ni sans non ne n plus personne");

/** Whether a phrase is itself negative, so that it is found as it is written. */
export const isNegative = (words: readonly string[]): boolean =>
  words.some((word) => negativeWords.has(word));

/** The words of a text, and which of them are negated. */
export interface HeardWords {
  words: readonly string[];
  isNegated: (at: number) => boolean;
}

class Clause {
  readonly negated = new Set<number>();

  constructor(private readonly words: readonly string[]) {
    for (const at of words.keys()) {
      if (this.isNegator(at)) this.negate(at);
      else if (words[at] === "sans") this.forward(at, 1);
      else if (words[at] === "non" && !subjects.has(words[at + 1] ?? "")) this.forward(at, 1);
    }
  }

  /** The "ne" before a place, without another negator between them. */
  private neBefore(at: number): number {
    for (let index = at - 1; index >= 0 && index >= at - 8; index -= 1) {
      const word = this.words[index] ?? "";
      if (word === "ne" || word === "n") return index;
      if (negators.has(word) && !this.negated.has(index)) return -1;
    }
    return -1;
  }

  private isNegator(at: number): boolean {
    const { words } = this;
    const word = words[at] ?? "";
    if (withNe.has(word)) return this.neBefore(at) >= 0;
    if (!negators.has(word)) return false;
    if (word !== "pas") return true;
    const isTag = words[at - 1] === "ce" && /^(?:est)$/u.test(words[at - 2] ?? "") && words[at - 3] === "n";
    return !isTag && words[at - 1] !== "pourquoi" && words[at + 1] !== "mal";
  }

  private negate(at: number): void {
    const ne = this.neBefore(at);
    for (let index = ne + 1; ne >= 0 && index < at; index += 1) this.negated.add(index);
    const verb = ne >= 0 ? at - 1 : this.verbBefore(at);
    if (ne < 0 && verb !== undefined) this.negated.add(verb);
    const isOpinion = verb !== undefined && opinions.test(this.words[verb] ?? "");
    this.forward(at, nextOnly.has(this.words[at] ?? "") ? 1 : clauseWordsMost, isOpinion);
  }

  /** The verb before "pas" in spoken French. */
  private verbBefore(at: number): number | undefined {
    const { words } = this;
    let verb = at - 1;
    while (verb >= 0 && (adverbs.has(words[verb] ?? "") || words[verb] === "meme")) verb -= 1;
    if (verb < 0 || subjects.has(words[verb] ?? "")) return undefined;
    const before = words[verb - 1] ?? "";
    if (notVerbs.has(before)) return undefined;
    const isNoun = /^l[ea]?s?$/u.test(before) && !subjects.has(words[verb - 2] ?? "");
    return isNoun ? undefined : verb;
  }

  /** Negates what follows, up to the next noun or clause. */
  private forward(from: number, most: number, isOpinion = false): void {
    const { words } = this;
    let left = most;
    for (let at = from + 1; at < words.length && left > 0; at += 1) {
      const word = words[at] ?? "";
      const next = words[at + 1] ?? "";
      if (left === most && adverbs.has(word)) continue;
      if ((word === "d" || word === "de") && (stances.has(next) || words[from] === "rien")) continue;
      const opened = opinions.test(words[at - 1] ?? "") || isOpinion;
      if ((word === "que" || word === "qu") && opened) {
        for (let index = at + 1; index < words.length; index += 1) this.negated.add(index);
        return;
      }
      if (clitics.has(word) && (infinitive.test(next) || clitics.has(next))) continue;
      if (determiners.has(word) || subjects.has(word) || clauseStarts.has(word)) return;
      this.negated.add(at);
      left -= 1;
    }
  }
}

/**
 * Hears negation round verbs and what follows them: "ça ne nous intéresse pas du tout", "j'accroche pas", "pas du tout
 * convaincu", "plus intéressés" after "ne", "sans intérêt", "non merci", "je ne pense pas que ça nous intéresse". What is
 * missing is no negation ("on n'a pas de budget" is about the budget), and neither are "pourquoi pas", "pas mal", "n'est-ce pas".
 */
export function hearWords(text: string): HeardWords {
  const words: string[] = [];
  const negated = new Set<number>();
  for (const part of text.split(/[.,;:!?…\n()«»"–—]+| - /u)) {
    const clause = wordsOf(part);
    for (const at of new Clause(clause).negated) negated.add(words.length + at);
    // "Non, merci."
    if (clause[0] === "merci" && words.at(-1) === "non") negated.add(words.length);
    words.push(...clause);
  }
  return { words, isNegated: (at) => negated.has(at) };
}
