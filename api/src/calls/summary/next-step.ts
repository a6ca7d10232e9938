import type { SaidDate } from "./dates/dates.ts";
import { dayOfSentence, dayOfStep, type StepDay, type StepPlace } from "./dates/step-day.ts";
import type { SaidFigure } from "./figures.ts";
import type { FoundObjection } from "./objections.ts";
import type { SaidPromise } from "./promises.ts";
import { type Part, type Sentence, type Turn, textOf } from "./turns.ts";

/** What the rules have found in a turn. */
export interface ReadTurn {
  turn: Turn;
  sentences: readonly Sentence[];
  dates: readonly SaidDate[];
  /** With those that were corrected, and those that only make a day unsure. */
  allDates: readonly SaidDate[];
  figures: readonly SaidFigure[];
  promises: readonly SaidPromise[];
  objections: readonly FoundObjection[];
}

/** How both sides conclude, in their last turns; the others only say goodbye. */
export const lastTurns = 6;
/** "Rappelez-moi vendredi", "envoyez-moi leurs noms": what the client asks the agent to do. */
const request =
  /(?:r?appelez|rappelle|recontactez|envoyez|envoie|transmettez|faites|preparez|revenez)[- ](?:moi|nous|la-moi|le-moi|les-moi|vers|un|une|le|la|les)/u;

export interface Step extends Part {
  turn: Turn;
  at: number;
  verb: Part;
  /** Whether it is to speak again, so that a day that was agreed on beside it is its day. */
  isCall: boolean;
  weight: number;
}

/** The strongest next step: a promise of the agent counts most, to speak again before all, the latest first. */
export function nextStepOf(turns: readonly ReadTurn[]): Step | undefined {
  const steps: Step[] = turns.flatMap(({ turn, promises, dates }, at) => {
    const isAgent = turn.sender === "agent";
    const promised = promises
      .filter(({ isQuestion }) => !isQuestion)
      // "C'est noté, vendredi": what is noted was asked for before.
      .filter(({ isAnswer }) => !isAnswer)
      .map(({ from, to, verb, isCall, date }): Step => {
        const weight = (isAgent ? 2 : 1) + (isCall ? 2 : 0) + (date ? 1 : 0);
        return { turn, at, from, to, verb, isCall, weight };
      });
    const asked = isAgent || promised.length > 0 ? null : request.exec(turn.plain);
    if (asked === null) return promised;
    const from = asked.index;
    const to = from + (/[.?!]/u.exec(turn.plain.slice(from))?.index ?? turn.plain.length - from);
    if (isDenied(turn.plain, from)) return promised;
    const hasDate = dates.some((one) => !one.isPast && one.from >= from && one.to <= to);
    const isCall = /^r?appel|^recontact|^reven/u.test(asked[0]);
    const verb = { from, to: from + asked[0].length };
    return [{ turn, at, from, to, verb, isCall, weight: 1.5 + (hasDate ? 1 : 0) }];
  });
  const recent = steps.filter(({ at }) => at >= turns.length - 2 * lastTurns);
  return recent.reduce<Step | undefined>(
    (best, one) => (best === undefined || one.weight >= best.weight ? one : best),
    undefined,
  );
}

function isDenied(plain: string, at: number): boolean {
  const lead = plain.slice(Math.max(0, at - 12), at);
  return (
    /(?:ne|n'|pas)\s*$/u.test(lead) || /^[a-z]+[- ](?:moi|nous) (?:pas|plus|rien)/u.test(plain.slice(at))
  );
}

/** The day of a step, or the words that leave none or two. */
interface AgreedDay {
  day?: string;
  words?: string;
}

const agreedDay = (turn: Turn, { day, said }: StepDay): AgreedDay => ({
  ...(day !== undefined && { day }),
  ...(said && { words: textOf(turn, said) }),
});

const asksWhen = /(?:quand|quel jour|quelle date|quelle heure|quel moment)/u;
/** "Plutôt vendredi", "non, vendredi". */
const corrects = /(?:^|[^a-z])(?:plutot|non|disons)(?![a-z])/u;

/** What is said of the day after the step: "Non, plutôt vendredi", "mardi je ne peux pas". */
function correctionOf(
  own: StepDay | undefined,
  later: readonly ReadTurn[],
  today: string,
): AgreedDay | undefined {
  let open: AgreedDay | undefined;
  for (const { turn, sentences, allDates } of later) {
    for (const sentence of sentences) {
      const found = dayOfSentence(turn.plain, sentence, allDates, today);
      if (found === undefined) continue;
      const { denied, isBare, day } = found;
      const isDecided = own !== undefined && !own.isNow && own.day === undefined && day !== undefined;
      const isCorrected = open !== undefined || corrects.test(turn.plain.slice(sentence.from, sentence.to));
      const isTakenBack = denied.some((one) => one === undefined || one === own?.day);
      const isNew = isBare && (isDecided || isCorrected);
      if (isNew || (denied.length > 0 && day !== undefined)) return agreedDay(turn, found);
      // "Mardi je ne peux pas": another one may follow.
      if (isTakenBack) open = agreedDay(turn, found);
    }
  }
  return open;
}

/** The day that a turn beside the step names alone, or asks for: "Quel jour ?" "Jeudi." */
function dayBeside(read: ReadTurn, sentences: readonly Sentence[], today: string): AgreedDay | undefined {
  const { turn, allDates } = read;
  for (const sentence of sentences) {
    const found = dayOfSentence(turn.plain, sentence, allDates, today);
    if (found === undefined) continue;
    const isAsked = request.test(turn.plain.slice(sentence.from, sentence.to));
    if (found.isBare || isAsked) return agreedDay(turn, found);
  }
  return undefined;
}

/** The day of the step: what was agreed on after it, its own words, or for a call what was said beside it. */
export function dayOf(step: Step, turns: readonly ReadTurn[], today: string): AgreedDay {
  const read = turns[step.at];
  const sentence = read?.sentences.find((one) => one.from <= step.verb.from && one.to >= step.verb.to);
  if (read === undefined || sentence === undefined) return {};
  const place: StepPlace = { plain: step.turn.plain, sentence, verb: step.verb, to: step.to };
  const own = dayOfStep(place, read.allDates, today);
  const rest = { ...read, sentences: read.sentences.filter((one) => one.from > step.verb.from) };
  const corrected = correctionOf(own, [rest, ...turns.slice(step.at + 1)], today);
  if (corrected) return corrected;
  if (own) return agreedDay(step.turn, own);
  const [after, answer, before] = [turns[step.at + 1], turns[step.at + 2], turns[step.at - 1]];
  const isAsked = after !== undefined && asksWhen.test(after.turn.plain);
  if (!step.isCall && !isAsked) return {};
  const beside: (readonly [ReadTurn | undefined, readonly Sentence[] | undefined])[] = [
    [read, read.sentences.filter((one) => one !== sentence)],
    [after, after?.sentences],
    [isAsked ? answer : undefined, answer?.sentences],
    [before, before?.sentences.toReversed()],
  ];
  for (const [one, sentences] of beside) {
    const day = one && sentences && dayBeside(one, sentences, today);
    if (day) return day;
  }
  return {};
}
