import { type ConversationSummary, limits, type Outcome } from "@souffleur/contracts";
import { hearWords } from "../../suggestions/matching/negation.ts";
import { appointmentOf } from "./appointment.ts";
import { dayOf, lastTurns, nextStepOf, type ReadTurn } from "./next-step.ts";
import { isNotInterested } from "./objections.ts";
import { cut, linesOf, type Part, type Sentence, type Turn, textOf } from "./turns.ts";

type Suggested = Pick<
  ConversationSummary,
  "outcome" | "outcomeSaid" | "nextStep" | "nextStepLines" | "nextStepAt" | "nextStepWhen"
>;

const agreed =
  /(?:on|je|nous|vais|va|peut|peux) (?:peut |peux |vais |va )?(?:signer?|signons|la prends|le prends|prends|commande(?:r|z)?|valide(?:r)?)(?![a-z])|on y va|ok banco|(?:c'est|marche) (?:d'accord pour|bon pour|conclu|signe)|marche conclu|affaire conclue|bon de commande|(?:envoyez|preparez)(?:-moi| nous|-nous)?(?: donc)? le (?:contrat|bon)|je vous (?:suis|confirme la commande)|on part (?:la-dessus|avec vous)|on fait affaire/u;
const withOthers =
  /(?:on a|j'ai|nous avons) (?:deja )?(?:signe|choisi|pris) (?:[a-z' ]{0,20})(?:ailleurs|concurrent|autre)|(?:on|je|nous) (?:part|pars|partons|reste|restons|va|vais) (?:avec|chez) (?:un |une |votre |notre |nos |le |l'|mon )/u;
const unreached =
  /(?:messagerie|repondeur)|apres le (?:bip|signal)|(?:pas|n'est pas) (?:joignable|disponible|la)(?![a-z])/u;
const tooDear = /trop cher|plus de budget|pas (?:de |le |cette |ce )(?:budget|somme|moyens)/u;
const undecided =
  /(?:je|on|nous) (?:vais |va |allons )?(?:reflechi|hesit)|laissez-moi reflechir|on verra|je vous dirai/u;

/** A sentence, and the place of its turn among some. */
type Said = Sentence & { at: number };

/** The last sentence of some turns in which a client says such a thing, and does not deny it. */
function lastWith(pattern: RegExp, turns: readonly ReadTurn[]): Said | undefined {
  const said = turns.flatMap(({ turn, sentences }, at) =>
    [...turn.plain.matchAll(/[^.?!]+/gu)].flatMap(({ 0: sentence, index }) => {
      const found = pattern.exec(sentence);
      if (found === null || /(?:^| )si (?:on|je|nous|vous|tu) /u.test(sentence)) return [];
      const { words, isNegated } = hearWords(sentence.slice(0, found.index + found[0].length));
      if (isNegated(words.length - 1)) return [];
      const start = index + found.index;
      const whole = sentences.find(({ from, to }) => from <= start && to > start);
      return whole === undefined ? [] : [{ ...whole, at }];
    }),
  );
  return said.at(-1);
}

interface FoundOutcome {
  outcome: Outcome;
  said: (Part & { turn: Turn }) | undefined;
}

function outcomeOf(turns: readonly ReadTurn[], step: FoundOutcome["said"]): FoundOutcome | undefined {
  const clients = turns.filter(({ turn }) => turn.sender === "client");
  const last = clients.slice(-lastTurns);
  const is = (outcome: Outcome, said: FoundOutcome["said"]): FoundOutcome => ({ outcome, said });
  const unanswered = turns.length < lastTurns && lastWith(unreached, clients.slice(0, 2));
  if (unanswered) return is("unreachable", unanswered);
  // What is said last counts.
  const sold = lastWith(agreed, last);
  const soldAt = sold?.at ?? -1;
  const elsewhere = lastWith(withOthers, last);
  if (elsewhere && elsewhere.at > soldAt) return is("competitor", elsewhere);
  const refusedAt = last.findLastIndex(({ objections }) => objections.some(isNotInterested));
  if (refusedAt > soldAt)
    return is("no_need", last[refusedAt]?.objections.find(isNotInterested)?.sentences[0]);
  if (sold) return is("successful", sold);
  if (step) return is("follow_up", step);
  const dated = turns.slice(-lastTurns / 2).findLast(({ dates }) => dates.some(({ isPast }) => !isPast));
  const day = dated?.dates.findLast(({ isPast }) => !isPast);
  if (dated && day)
    return is(
      "follow_up",
      dated.sentences.find(({ from, to }) => from <= day.from && to >= day.to),
    );
  for (const [outcome, pattern] of [
    ["too_expensive", tooDear],
    ["no_decision", undecided],
  ] as const) {
    const turn = last.findLast((one) => pattern.test(one.turn.plain));
    if (turn)
      return is(
        outcome,
        turn.sentences.find(({ from, to }) => pattern.test(turn.turn.plain.slice(from, to))),
      );
  }
  return undefined;
}

/**
 * What the call's outcome could be, without an amount.
 * @param today the day of the call
 */
export function suggestOutcome(turns: readonly ReadTurn[], today: string): Suggested {
  const step = nextStepOf(turns);
  const { day, words } = step ? dayOf(step, turns, today) : {};
  const appointment = step?.isCall && day !== undefined ? undefined : appointmentOf(turns, today);
  const agreed = appointment && { ...appointment.sentence, turn: appointment.turn };
  const { outcome, said } = outcomeOf(turns, agreed ?? step) ?? {};
  const isRefused = outcome === "no_need" || outcome === "competitor";
  return {
    ...(outcome && { outcome }),
    ...(said && { outcomeSaid: quote(said) }),
    ...(!isRefused &&
      (appointment
        ? {
            nextStep: `Rendez-vous ${small(textOf(appointment.turn, appointment.words))}`,
            nextStepLines: linesOf(appointment.turn, appointment.words),
            nextStepAt: appointment.day,
          }
        : step && {
            nextStep: capital(textOf(step.turn, step).slice(0, limits.nextStepMax)),
            nextStepLines: linesOf(step.turn, step),
            ...(day !== undefined && { nextStepAt: day }),
            ...(words !== undefined && { nextStepWhen: words }),
          })),
  };
}

function quote(said: Part & { turn: Turn }) {
  const part = cut(said.turn, said, said);
  return { text: textOf(said.turn, part), lines: linesOf(said.turn, part) };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
