import { stem, wordsOf } from "./french-stem.ts";

/** Words that any sentence may have, without accents; a word of one or two letters is none of content either. */
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

/** Recognizers write small numbers either way; "12 000" is the two words "12" and "000". */
const figures = new Map(
  `deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15
  seize 16 vingt 20 trente 30 quarante 40 cinquante 50 soixante 60 cent 100 cents 100 mille 000 zero 0`
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(" ") as [string, string]),
);

/** The stems of a text's words that carry its content; figures count, in digits or in words. */
export function contentWords(text: string): Set<string> {
  const words = wordsOf(text)
    .map((word) => figures.get(word) ?? word)
    .filter((word) => /\d/.test(word) || (word.length > 2 && !functionWords.has(word)));
  return new Set(words.map(stem));
}

/** Speech recognition and one's own wording change a part of what was proposed. */
const saidShare = 0.55;

/** "ne … pas"; the tag "n'est-ce pas" negates nothing. */
const negation = /\bne? (?!est ce pas)(?:\w+ ){1,3}(?:pas|jamais)\b/;

/** What a text comes down to, when it is looked for in another one. */
export interface Content {
  /** Its content words. */
  words: ReadonlySet<string>;
  /** Whether it denies something. */
  denies: boolean;
}

export function contentOf(text: string): Content {
  return { words: contentWords(text), denies: negation.test(wordsOf(text).join(" ")) };
}

/**
 * Whether these lines, together, have most of a reply's content words. A reply without any is never said, and none is
 * where a line that has some of its words denies and the reply does not. `api/docs/playbook-figures.md` has how often
 * this is right.
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

/** A reply that is said later than this was not said for its suggestion. */
export const linesAfter = 2;

/**
 * The lines in which a reply can be said.
 * @param agentLines the agent's, in order
 * @param seq how many lines the call had when the reply came
 */
export function nextLines<Line extends { seq: number }>(agentLines: readonly Line[], seq: number): Line[] {
  const first = agentLines.findIndex((line) => line.seq > seq);
  return first < 0 ? [] : agentLines.slice(first, first + linesAfter);
}
