import {
  type CompiledEntry,
  type CompiledPlaybook,
  matchEntries,
} from "../../suggestions/matching/compile-playbook.ts";
import type { Sentence, Turn } from "./turns.ts";

/** What the playbook's entries of a group are for a summary. */
const needGroups: ReadonlySet<CompiledEntry["group"]> = new Set(["needs", "solution"]);
const scoreMin = 1.5;
/** A weak phrase of an objection is said in other moments, too. */
const objectionMin = 2.5;
/** A question about these is a question, and no objection. */
const asking =
  /combien|quel(?:le)?s? (?:prix|tarif|remise|budget)|(?:et|a|pour) (?:le |la |quel )?(?:prix|tarif|remise)|c'est possible|vous (?:avez|formez|pouvez|faites)|est-ce que/u;
/** What resists, whatever the playbook has. */
const resisting = new RegExp(
  [
    "trop (?:cher|chere|long|longue|petite?|complique|complexe|juste|eleve|lourd|gros|risque|beau)",
    "(?:c'est|ca fait|un peu|quand meme|assez|plutot|bien|tres|vraiment) (?:cher|chere|long|complique)(?![a-z])",
    "(?:passe|convient|marche|rentre) pas|pas (?:sure?|convaincue?s?|besoin|le temps|l'utilite|l'interet|les moyens|d'accord|confiance|contente?s?|prevu|possible|fiable|interessee?s?|demandeurs?|satisfaite?s?)(?![a-z])",
    "(?:ne|n'|plus|pas)[a-z' ]{0,12} (?:de |le |cette |ce |les |aucun )?(?:budget|somme|moyens|argent)|budget (?:est )?(?:serre|limite|boucle|gele|epuise)",
    "j'hesite|(?:on|nous) hesit|me mefie|on se mefie|mauvaises? (?:surprises?|experiences?|souvenirs?)|une catastrophe|decue?s?(?![a-z])",
    "(?:on|j'|nous|avons|ai|a|est|sommes|suis) deja (?:un|une|quelqu'un|equipe|essaye|tente|teste|sous contrat|engage)|(?:on est|nous sommes) (?:engages?|sous contrat|lies?)",
    "resilier|resiliation|on regarde ailleurs|inadmissible|inacceptable|scandaleux|arnaque",
    "(?:moins cher|la meme chose) (?:ailleurs|chez|sans)|vous etes (?:plus|trop) chers?|au-dessus de (?:ce que|mon|notre)",
    "(?:il faut|il faudrait|faut|je dois|doit) (?:juste |d'abord |aussi )?(?:que j'en parle|que je (?:voie|demande)|qu'on en parle|en parler|demander|valider)|c'est (?:elle|lui|eux|mon|ma|la|le) [a-z' -]{0,40}(?:qui (?:valide|decide|signe|devra)|decide)",
    "pas avant|pas le (?:bon )?moment|pas (?:vraiment )?(?:ma|une|notre) priorite|prioritaire",
    "(?:peur|crains|craint|inquiete) (?:que|de|pour)|qui me (?:dit|garantit|prouve)|qu'est-ce qui me (?:dit|garantit|prouve)",
    "(?:m'|me |nous )(?:embete|ennuie|gene|derange|inquiete|freine|pose probleme)",
    // Price, and what one can't pay.
    "hors de prix|exorbitant|pas donne(?![a-z])|(?:commence a|ca) (?:faire|fait) (?:beaucoup|cher)|ca (?:chiffre|grimpe)(?![a-z])|plus (?:cher|chere) qu",
    "(?:peux|peut|pouvons|pourra|pourrai|pourrons) pas (?:me |nous |leur |se )?(?:permettre|facturer|payer|depenser|augmenter|suivre|assumer|engager)",
    // Time, and who decides.
    "(?:je suis|on est|nous sommes) (?:en (?:reunion|rendez-vous|deplacement|plein|voiture)|au volant|deborde|presse|sous l'eau)|trop tot|premature",
    "(?:pas moi|c'est pas moi) qui (?:decide|signe|gere|m'en)|(?:associes?|direction|patronne?|chef|comptable|directeur|directrice)(?: ne| n')? (?:va|vont|veut|veulent|voudra|voudront|acceptera|accepteront|refusera|refuseront)(?![a-z])",
    // What is there already, and serves.
    "(?:on|nous) (?:s'en sort|se debrouille|fait|faisons) (?:tres |plutot )?bien (?:sans|comme|avec)|(?:marche|fonctionne|va) (?:tres |plutot )?bien comme (?:ca|cela)|toujours (?:fait|travaille) comme|nos habitudes|(?:a|ai|avons) deja [a-z' -]{2,30} qui (?:nous|me|m'|s'en|fait|gere)",
    "(?:ne |n')?(?:nous |me |m'|nous en )?(?:sert|servirait|servira) (?:a rien|pas)|(?:vois|voit|voyons) pas (?:bien )?(?:l'|ce que|a quoi|en quoi|pourquoi)",
    // Contracts, trust and what went wrong before.
    "pieds et poings|(?:veux|veut|voulons|envie) (?:pas )?(?:de )?(?:m'|nous |s'|etre )?(?:engager|coince|lie)|reconduction|penalites?(?![a-z])",
    "(?:on|vous|ils) (?:m'|nous )?(?:a|avez|ont) (?:deja )?(?:promis|fait le coup)|(?:belles|que des) (?:paroles|promesses)|(?:vous )?dites tous|(?:crois|croit|croirai) (?:pas|plus|qu'a moitie)",
    "mordu les doigts|echaudee?s?(?![a-z])|refroidie?s?(?![a-z])|mal (?:passe|fini|tourne|vecu)|laissee?s? tomber|galere|et (?:puis )?(?:plus )?rien(?: du tout)?$|jamais (?:rappele|repondu|recu|marche|fonctionne|servi)|m'(?:a|ont) dit la meme",
    "pour rien(?![a-z])|(?:deux|trois|quatre|cinq|dix|plusieurs|[2-9]) fois|toujours (?:pas|rien)",
  ].join("|"),
  "u",
);
/** "Pas de souci", "c'est pas mal", "pourquoi pas": words of agreement. */
const agreeing =
  /^(?:oui|ok|d'accord|super|parfait)(?![a-z])|pas de (?:souci|probleme)|pas mal|pourquoi pas|(?:c'est|trouve) (?:bien|malin|bon|parfait|interessant)|n'est-ce pas/u;
const needing =
  /(?:j'ai|on a|nous avons|on aurait|j'aurais) besoin|il (?:me|nous) (?:faut|faudrait)|(?:on|je|nous) (?:cherch|voudr|aimer|souhait|veu|voul)[a-z]*|c'est pour |(?:on|nous) (?:perd|rat|rate)[a-z]*|on recrute|il faudrait que|ce qui (?:me|nous) (?:gene|manque|embete)|qui m'embete|le (?:probleme|souci) c'est|on a du mal/u;
const notInterested = new Set(["opposition", "not-interested"]);

export interface FoundObjection {
  sentences: Sentence[];
  /** The playbook's entries that match it. */
  entries: ReadonlySet<string>;
}

const wordsOfNeed = 4;
/** Not "Intéressant.", and not what thanks, praises or concludes. */
const polite =
  /(?:^| )(?:merci|interessante?|c'est (?:bien|malin)|ca change|super|parfait|pourquoi pas)(?![a-z])/u;

const isTelling = (sentence: Sentence) => {
  const plain = plainOfSentence(sentence);
  return (plain.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= wordsOfNeed && !polite.test(plain);
};

const plainOfSentence = ({ turn, from, to }: Sentence) => turn.plain.slice(from, to);

interface Heard {
  sentence: Sentence;
  objections: string[];
  isObjection: boolean;
  isNeed: boolean;
}

function hear(playbook: CompiledPlaybook, sentence: Sentence): Heard {
  const { isQuestion } = sentence;
  const plain = plainOfSentence(sentence);
  const scores = [...matchEntries(playbook, plain)].filter(([, score]) => score >= scoreMin);
  const objections = scores
    .filter(([{ group }, score]) => group === "objections" && score >= objectionMin)
    .map(([{ id }]) => id);
  const resists = resisting.test(plain) && !/^(?:non |et )?pourquoi pas/u.test(plain);
  const isAsked = isQuestion && (asking.test(plain) || !resists);
  const isAgreed = agreeing.test(plain) && !resists;
  return {
    sentence,
    objections,
    isObjection: !isAsked && !isAgreed && (objections.length > 0 || resists),
    isNeed: needing.test(plain) || scores.some(([{ group }]) => needGroups.has(group)),
  };
}

/** What a client's turn objects to and needs. What was said in several sentences on end is one objection. */
export function heardInTurn(playbook: CompiledPlaybook, sentences: readonly Sentence[]) {
  const heard = sentences.map((sentence) => hear(playbook, sentence));
  const objections: FoundObjection[] = [];
  for (const [at, { sentence, objections: ids, isObjection }] of heard.entries()) {
    if (!isObjection) continue;
    const last = objections.at(-1);
    const isSame = last !== undefined && heard[at - 1]?.isObjection;
    if (isSame) {
      last.sentences.push(sentence);
      last.entries = new Set([...last.entries, ...ids]);
    } else objections.push({ sentences: [sentence], entries: new Set(ids) });
  }
  const needs = heard
    .filter(({ sentence, isObjection, isNeed }) => isNeed && !isObjection && isTelling(sentence))
    .map(({ sentence }) => sentence);
  return { objections, needs };
}

export const isNotInterested = ({ entries }: FoundObjection) =>
  [...entries].some((id) => notInterested.has(id));

/** Empathy and signs of listening, which answer nothing. */
const empathy =
  /^(?:(?:ah|oh|bon|alors|oui|non|d'accord|bien|tres bien|entendu|justement|voila|pardon),? *)*(?:je (?:vous |l'|le |t')?(?:comprends?|entends|ecoute|vois|regrette|imagine)(?: [a-z]+){0,3}|je suis desolee?|d'accord|bien sur|dites-moi tout|c'est (?:une crainte frequente|normal|note)|parfait|vous avez raison)[^a-z]*$/u;

/** How the agent answers in the turn after an objection: the first sentence that says something, a question where there is none. */
export function answerIn(turn: Turn, sentences: readonly Sentence[]): Sentence | undefined {
  if (turn.sender !== "agent") return undefined;
  const telling = sentences.filter((one) => {
    const plain = plainOfSentence(one).trim();
    return !empathy.test(plain) && (plain.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > 2;
  });
  return telling.find(({ isQuestion }) => !isQuestion) ?? telling[0];
}
