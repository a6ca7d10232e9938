import { agrees } from "./agrees.ts";
import { hour } from "./dates/date-words.ts";
import { dayOfSentence, dayOfStep, isDayAlone } from "./dates/step-day.ts";
import { lastTurns, type ReadTurn } from "./next-step.ts";
import type { Part, Sentence, Turn } from "./turns.ts";

/** A day with its time on which both sides have agreed. */
export interface Appointment {
  turn: Turn;
  /** The sentence that names it. */
  sentence: Part;
  /** "Jeudi à dix heures". */
  words: Part;
  day: string;
}

const time = new RegExp(`(?<![a-z\\d])${hour}(?![a-z])`, "u");
const named = /(?:rendez-vous|rdv|creneau|visio|demo(?:nstration)?(?![a-z]))/u;
/** "Je vous propose un rendez-vous jeudi à dix heures", but not "j'ai un rendez-vous jeudi à dix heures". */
const offered =
  /\?|(?:^|[^a-z])(?:propos|pourr|peux|peut|pouvons|fix|cal|bloqu|reserv|pren|on (?:se )?(?:dit|part|voit|met))/u;
/** "Votre réunion est quand ?" "Jeudi à dix heures." */
const asksOfTheirs = /(?:^|[^a-z])(?:votre|vos|ta|ton|tes|leur|leurs|sa|son) [a-z' -]+\?/u;
/** "Oui, mais plutôt le matin." */
const reserved = /(?:^|[^a-z])(?:mais|plutot|par contre|sinon|sauf)(?![a-z])/u;

/** The words of a day with its time, in a sentence that says nothing but these and a promise, or offers them. */
function wordsIn(
  { turn: { plain }, allDates, promises }: ReadTurn,
  sentence: Sentence,
  day: string,
  today: string,
) {
  const inside = ({ from, to }: Part) => from >= sentence.from && to <= sentence.to;
  const own = promises.filter(({ verb, isAnswer }) => inside(verb) && !isAnswer);
  if (own.some(({ verb, to }) => dayOfStep({ plain, sentence, verb, to }, allDates, today))) return undefined;
  const dates = allDates.filter((one) => inside(one) && !one.isPast && !one.isNow);
  const [first, last] = [dates.find(({ dayAfter }) => dayAfter(today) === day), dates.at(-1)];
  if (first === undefined || last === undefined || !time.test(plain.slice(first.from, last.to)))
    return undefined;
  // "Mardi je ne peux pas, jeudi à dix heures."
  const isCorrection = first !== dates.find(({ isTime }) => !isTime);
  const alone = { from: isCorrection ? first.from : sentence.from, to: own[0]?.verb.from ?? sentence.to };
  const said = plain.slice(sentence.from, sentence.to);
  const isMeant = isDayAlone(plain, alone, allDates) || (named.test(said) && offered.test(said));
  return isMeant ? { from: first.from, to: last.to } : undefined;
}

/**
 * The appointment on which both have agreed last: one names the day and the time, and the other says yes, or has named the same
 * day before.
 */
export function appointmentOf(turns: readonly ReadTurn[], today: string): Appointment | undefined {
  const read = turns.slice(-2 * lastTurns);
  const days = read.map(({ turn, sentences, allDates }) =>
    sentences.map((sentence) => dayOfSentence(turn.plain, sentence, allDates, today)),
  );
  const isAgreed = (at: number, day: string): boolean => {
    const [before, after] = [read[at - 1]?.turn.plain ?? "", read[at + 1]?.turn];
    if (asksOfTheirs.test(before)) return false;
    if (days[at - 1]?.some((one) => one?.day === day)) return true;
    return after !== undefined && agrees(after) && !reserved.test(after.plain);
  };
  /** "Non, vendredi." */
  const isChanged = (at: number, day: string): boolean =>
    days
      .slice(at + 1)
      .some((ofTurn) =>
        ofTurn.some((one) => one && (one.denied.length > 0 || (one.isBare && one.day !== day))),
      );
  for (const [at, one] of [...read.entries()].toReversed())
    for (const [index, sentence] of [...one.sentences.entries()].toReversed()) {
      const { day, denied = [] } = days[at]?.[index] ?? {};
      if (day === undefined || denied.includes(day)) continue;
      const words = wordsIn(one, sentence, day, today);
      if (words && isAgreed(at, day) && !isChanged(at, day)) return { turn: one.turn, sentence, words, day };
    }
  return undefined;
}
