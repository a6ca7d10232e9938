import { readNumbers } from "@souffleur/contracts/numbers";
import { stem, wordsOf } from "./french-stem.ts";

/** Words that occur in any sentence, without accents. Words of one or two letters are ignored anyway. */
const functionWords = new Set(
  `les une des aux cet cette ces mon mes ton tes son ses notre nos votre vos leur leurs quel quelle quels quelles
  chaque plusieurs quelque quelques dans par pour vers avec sans sous sur chez entre contre depuis pendant avant apres
  derriere devant selon malgre parmi jusque des mais donc car que qui quoi dont quand lorsque puisque comme parce alors
  ainsi elle nous vous ils elles lui eux moi toi soi est sont etait etaient etes etre sera serait soit suis sommes avez
  avons ont avait auriez aurait aura avoir ete fait faire faites font peut peuvent pouvez pouvons pourrait pourriez
  pouvoir veut voulez voulons voudrais vais vas allez allons vont aller tres plus moins aussi trop peu pas non oui
  bien tout tous toute toutes cela celui celle ceux celles ici deja encore toujours jamais meme ensuite puis voila
  merci bonjour madame monsieur`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** The stems of a text's content words, and the values of its numbers, which recognizers write in words or figures. */
export function contentWords(text: string): Set<string> {
  // "Un" is an article more often than a number.
  const numbers = readNumbers(text).filter(({ value, kind }) => value !== 1 && kind !== "ordinal");
  let rest = text;
  for (const { start, end } of numbers.toReversed()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  const words = wordsOf(rest).filter(
    (word) => /\d/.test(word) || (word.length > 2 && !functionWords.has(word)),
  );
  return new Set([...words.map(stem), ...numbers.map(({ value }) => String(value))]);
}

/** The share of content words that counts as said: recognizers and agents change some words. */
const saidShare = 0.55;

/** "ne … pas"; the tag question "n'est-ce pas" is no negation. */
const negation = /\bne? (?!est ce pas)(?:\w+ ){1,3}(?:pas|jamais)\b/;

/** The parts of a text that are compared with another one. */
export interface Content {
  words: ReadonlySet<string>;
  /** Whether it contains a negation. */
  denies: boolean;
}

export function contentOf(text: string): Content {
  return { words: contentWords(text), denies: negation.test(wordsOf(text).join(" ")) };
}

/**
 * Whether these lines together have most of a reply's content words. False for a reply without content words, and where a
 * line with some of the words has a negation that the reply does not have. `api/docs/playbook-figures.md` has the accuracy.
 * @param lines the agent's own, as `nextLines` chooses them
 */
export function isSaid(reply: Content, lines: readonly Content[]): boolean {
  const found = new Set<string>();
  let denied = false;
  for (const { words, denies } of lines) {
    const own = [...reply.words].filter((word) => words.has(word));
    denied ||= own.length > 0 && denies;
    for (const word of own) found.add(word);
  }
  return found.size > 0 && found.size >= reply.words.size * saidShare && (!denied || reply.denies);
}

/** The number of the agent's lines in which a suggested reply counts as said. */
export const linesAfter = 2;

/**
 * The agent's lines that are searched for a suggested reply.
 * @param agentLines in order
 * @param seq the number of the call's last line before the suggestion
 */
export function nextLines<Line extends { seq: number }>(agentLines: readonly Line[], seq: number): Line[] {
  const first = agentLines.findIndex((line) => line.seq > seq);
  return first < 0 ? [] : agentLines.slice(first, first + linesAfter);
}
