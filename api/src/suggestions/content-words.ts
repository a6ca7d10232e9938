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

/** The stems of a text's words that carry its content; figures count. */
export function contentWords(text: string): Set<string> {
  const words = wordsOf(text).filter(
    (word) => /\d/.test(word) || (word.length > 2 && !functionWords.has(word)),
  );
  return new Set(words.map(stem));
}

/** Speech recognition and one's own wording change a part of what was proposed. */
const saidShare = 0.6;

/** Whether these lines, together, have most of a reply's content words; a reply without any is never said. */
export function isSaid(reply: string, lines: readonly string[]): boolean {
  const wanted = contentWords(reply);
  const spoken = contentWords(lines.join(" "));
  const found = [...wanted].filter((word) => spoken.has(word)).length;
  return wanted.size > 0 && found >= wanted.size * saidShare;
}
