import {
  type CompiledEntry,
  type CompiledPlaybook,
  matchEntries,
} from "../../suggestions/matching/compile-playbook.ts";
import { contradicts, reluctanceOf, resists } from "./reluctance.ts";
import { type Part, type Sentence, sentencesOf, type Turn } from "./turns.ts";

/** What the playbook's entries of a group are for a summary. */
const needGroups: ReadonlySet<CompiledEntry["group"]> = new Set(["needs", "solution"]);
const scoreMin = 1.5;
/** A weak phrase of an objection is said in other moments, too. */
const objectionMin = 2.5;
/** A question about these is a question, and no objection. */
const asking =
  /combien|quel(?:le)?s? (?:prix|tarif|remise|budget)|(?:et|a|pour) (?:le |la |quel )?(?:prix|tarif|remise)|c'est possible|vous (?:avez|formez|pouvez|faites)|est-ce que/u;
/** "Pas de souci", "c'est pas mal", "pourquoi pas": words of agreement. */
const agreeing =
  /^(?:oui|ok|d'accord|super|parfait)(?![a-z])|pas de (?:souci|probleme)|pas mal|pourquoi pas|(?:c'est|trouve) (?:bien|malin|bon|parfait|interessant)|n'est-ce pas/u;
/** What goes on, ends or arranges the call, and what a client asks for or gives: no reluctance, whatever its words. */
const going =
  /^(?:(?:ah|oh|bon|ben|alors|eh bien|euh|hmm),? )*(?:oui|ouais|ok|okay|d'accord|tres bien|parfait|super|top|entendu|volontiers|merci|voila|c'est (?:note|bon|entendu)|faites|envoyez|rappelez|appelez|passez|mettez|on prend|je prends|on part|plutot|vers|bonjour|bonsoir|au revoir|bonne)(?![a-z])|je (?:vous |le |la |les |l')?(?:ecoute|attends|regarderai|dis|rappelle|renvoie)/u;
const praising =
  /(?:ca|cela) (?:tombe bien|me va|nous va|change|m'interesse|nous interesse)|bluffee?s?(?![a-z])|ador(?:e|ent|ons)(?![a-z])|ravie?s?(?![a-z])|interessant/u;
const needing =
  /(?:j'|on|nous|en) ?(?:ai|a|avons|aurait|aurais|aurai) besoin|il (?:me|nous) (?:le |la |les |en )?(?:faut|faudrait)|(?:on|je|nous) (?:cherch|voudr|aimer|souhait|veu|voul)[a-z]*|c'est pour |(?:on|nous) (?:perd|rat|rate)[a-z]*|on recrute|il faudrait que|ce qui (?:me|nous) (?:gene|manque|embete)|qui m'embete|le (?:probleme|souci) c'est|on a du mal/u;
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

/** So many signs of reluctance, of which right after what the agent tells or offers is one. */
const reluctanceMin = 2;
const wordsOfOffer = 4;
const closing = /merci|au revoir|bonne (?:journee|soiree|fin)|a (?:bientot|tout de suite)|^bonjour/u;

/** Whether an agent's turn ends with something to which a client can object, and not with a question. */
function offers(turn: Turn | undefined): boolean {
  if (turn?.sender !== "agent") return false;
  const last = sentencesOf(turn).at(-1);
  if (last === undefined || last.isQuestion) return false;
  const plain = plainOfSentence(last);
  return (plain.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= wordsOfOffer && !closing.test(plain);
}

/** "Parce que personne ne relit" goes on with what was said before. */
const continued = /^(?:et|parce qu|car|avec|donc|puis|dont|il y a|ca,? c'est)(?![a-z])/u;
const wordsOfReluctance = 5;

/** "Il me le faut", but not "il faudrait que ma direction valide". */
const isWish = (plain: string) =>
  needing.test(plain) && !/il faudrait que|le (?:probleme|souci)|gene|embete|besoin d'en parler/u.test(plain);

/** Where this sentence stands in its call. */
interface Place {
  isAfterOffer: boolean;
  /** Whether it says a figure, a day or a time: such sentences inform more often than they resist. */
  hasFact: boolean;
}

/** What neither agrees nor informs nor asks after an offer is reluctance in words that no list has. */
function reluctanceAt(plain: string, { isAfterOffer, hasFact }: Place): number {
  if (praising.test(plain) || isWish(plain) || (going.test(plain) && !contradicts(plain))) return 0;
  const words = plain.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const isTelling =
    words >= wordsOfReluctance &&
    !hasFact &&
    !continued.test(plain) &&
    !needing.test(plain) &&
    !polite.test(plain);
  return reluctanceOf(plain) + (isAfterOffer ? 1 : 0) + (isAfterOffer && isTelling ? 1 : 0);
}

function hear(playbook: CompiledPlaybook, sentence: Sentence, place: Place): Heard {
  const { isQuestion } = sentence;
  const plain = plainOfSentence(sentence);
  const scores = [...matchEntries(playbook, plain)].filter(([, score]) => score >= scoreMin);
  const objections = scores
    .filter(([{ group }, score]) => group === "objections" && score >= objectionMin)
    .map(([{ id }]) => id);
  const isSure = resists(plain) && !/^(?:non |et )?pourquoi pas/u.test(plain);
  const isReluctant = isSure || reluctanceAt(plain, place) >= reluctanceMin;
  const isAsked = isQuestion && (asking.test(plain) || !isSure);
  const isAgreed = agreeing.test(plain) && !isReluctant;
  return {
    sentence,
    objections,
    isObjection: !isAsked && !isAgreed && (objections.length > 0 || isReluctant),
    isNeed: needing.test(plain) || scores.some(([{ group }]) => needGroups.has(group)),
  };
}

/**
 * What a client's turn objects to and needs. What was said in several sentences on end is one objection.
 * @param before the turn before it
 * @param facts its figures and dates
 */
export function heardInTurn(
  playbook: CompiledPlaybook,
  sentences: readonly Sentence[],
  { before, facts }: { before: Turn | undefined; facts: readonly Part[] },
) {
  let isAfterOffer = offers(before);
  const heard = sentences.map((sentence) => {
    const plain = plainOfSentence(sentence);
    const hasFact = facts.some(({ from, to }) => from < sentence.to && to > sentence.from);
    const one = hear(playbook, sentence, { isAfterOffer, hasFact });
    // What follows "parfait" no longer resists the offer.
    if (going.test(plain) && !contradicts(plain)) isAfterOffer = false;
    return one;
  });
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
