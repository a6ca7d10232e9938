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

/** Recognizers write small numbers as words or digits; "12 000" is the two words "12" and "000". */
const figures = new Map(
  `deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15
  seize 16 vingt 20 trente 30 quarante 40 cinquante 50 soixante 60 cent 100 cents 100 mille 000 zero 0`
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(" ") as [string, string]),
);

/** The stems of a text's content words, numbers in digits or words among them. */
export function contentWords(text: string): Set<string> {
  const words = wordsOf(text)
    .map((word) => figures.get(word) ?? word)
    .filter((word) => /\d/.test(word) || (word.length > 2 && !functionWords.has(word)));
  return new Set(words.map(stem));
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
