import { type ConversationSummary, isWon, limits, type Outcome } from "@souffleur/contracts";
import { hearWords } from "../../suggestions/matching/negation.ts";
import type { SaidDate } from "./dates.ts";
import type { SaidFigure } from "./figures.ts";
import { type FoundObjection, isNotInterested } from "./objections.ts";
import type { SaidPromise } from "./promises.ts";
import { type Part, type Turn, textOf } from "./turns.ts";

/** What the rules have found in a turn. */
export interface ReadTurn {
  turn: Turn;
  dates: readonly SaidDate[];
  figures: readonly SaidFigure[];
  promises: readonly SaidPromise[];
  objections: readonly FoundObjection[];
}

type Suggested = Pick<ConversationSummary, "outcome" | "amount" | "nextStep" | "nextStepAt">;

/** How a client concludes, in their last turns; the others only say goodbye. */
const lastTurns = 6;
const agreed =
  /(?:on|je|nous|vais|va|peut|peux) (?:peut |peux |vais |va )?(?:signer?|signons|la prends|le prends|prends|commande(?:r|z)?|valide(?:r)?)(?![a-z])|on y va|ok banco|(?:c'est|marche) (?:d'accord pour|bon pour|conclu|signe)|marche conclu|affaire conclue|bon de commande|(?:envoyez|preparez)(?:-moi| nous|-nous)?(?: donc)? le (?:contrat|bon)|je vous (?:suis|confirme la commande)|on part (?:la-dessus|avec vous)|on fait affaire/u;
const withOthers =
  /(?:on a|j'ai|nous avons) (?:deja )?(?:signe|choisi|pris) (?:[a-z' ]{0,20})(?:ailleurs|concurrent|autre)|(?:on|je|nous) (?:part|pars|partons|reste|restons|va|vais) (?:avec|chez) (?:un |une |votre |notre |nos |le |l'|mon )/u;
const unreached =
  /(?:messagerie|repondeur)|apres le (?:bip|signal)|(?:pas|n'est pas) (?:joignable|disponible|la)(?![a-z])/u;
const tooDear = /trop cher|plus de budget|pas (?:de |le |cette |ce )(?:budget|somme|moyens)/u;
const undecided =
  /(?:je|on|nous) (?:vais |va |allons )?(?:reflechi|hesit)|laissez-moi reflechir|on verra|je vous dirai/u;
/** "Rappelez-moi vendredi", "envoyez-moi leurs noms": what the client asks the agent to do. */
const request =
  /(?:r?appelez|rappelle|recontactez|envoyez|envoie|transmettez|faites|preparez|revenez)[- ](?:moi|nous|la-moi|le-moi|les-moi|vers|un|une|le|la|les)/u;
/** In any currency; less is the price of a seat, or of a month. */
const smallestDeal = 100;
/** A price of each month or seat is no amount of a deal. */
const rate =
  /^ ?(?:par|le|la|l'|\/) ?(?:mois|poste|utilisateur|licence|personne|jour|mensuels?|semaine|heure|siege)|^ ?(?:mensuel|chacun)/u;

interface Step extends Part {
  turn: Turn;
  at: number;
  date: SaidDate | undefined;
  weight: number;
}

/** The strongest next step: a promise of the agent counts most, to speak again before all, the latest first. */
function nextStepOf(turns: readonly ReadTurn[]): Step | undefined {
  const steps: Step[] = turns.flatMap(({ turn, promises, dates }, at) => {
    const isAgent = turn.sender === "agent";
    const promised = promises
      .filter(({ isQuestion }) => !isQuestion)
      // "C'est noté, vendredi": what is noted was asked for before.
      .filter(({ isAnswer }) => !isAnswer)
      .map((one): Step => {
        const weight = (isAgent ? 2 : 1) + (one.isCall ? 2 : 0) + (one.date ? 1 : 0);
        return { turn, at, from: one.from, to: one.to, date: one.date, weight };
      });
    const asked = isAgent || promised.length > 0 ? null : request.exec(turn.plain);
    if (asked === null) return promised;
    const end = /[.?!]/u.exec(turn.plain.slice(asked.index))?.index ?? turn.plain.length - asked.index;
    const part = { from: asked.index, to: asked.index + end };
    if (isDenied(turn.plain, part.from)) return promised;
    const date = dates.find((one) => !one.isPast && one.from >= part.from && one.to <= part.to);
    return [{ turn, at, ...part, date, weight: 1.5 + (date ? 1 : 0) }];
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

/** A day that is agreed on after the step: "Jeudi ?" "Non, plutôt vendredi." */
function dateOf(step: Step, turns: readonly ReadTurn[], today: string): string | undefined {
  const dayOf = (date: SaidDate | undefined) => date?.dayAfter(today);
  const later = turns.slice(step.at + 1);
  const corrected = later.find(({ turn, dates }) =>
    dates.some((one) => !one.isPast && /(?:plutot|non|pas)[^.?!]*$/u.test(turn.plain.slice(0, one.from))),
  );
  const instead = corrected?.dates.findLast((one) => !one.isPast && dayOf(one) !== undefined);
  if (instead) return dayOf(instead);
  if (dayOf(step.date)) return dayOf(step.date);
  const near = [step.at, step.at - 1, step.at + 1].flatMap((at) => turns[at]?.dates ?? []);
  return dayOf(near.find((one) => !one.isPast && dayOf(one) !== undefined));
}

/** The last of some turns in which a client says such a thing, and does not deny it; -1 where none does. */
function lastWith(pattern: RegExp, turns: readonly ReadTurn[]): number {
  return turns.findLastIndex(({ turn }) =>
    turn.plain.split(/[.?!]+ */u).some((sentence) => {
      const found = pattern.exec(sentence);
      if (found === null || /(?:^| )si (?:on|je|nous|vous|tu) /u.test(sentence)) return false;
      const { words, isNegated } = hearWords(sentence.slice(0, found.index + found[0].length));
      return !isNegated(words.length - 1);
    }),
  );
}

function outcomeOf(turns: readonly ReadTurn[], step: Step | undefined): Outcome | undefined {
  const clients = turns.filter(({ turn }) => turn.sender === "client");
  const said = clients.slice(-lastTurns);
  if (turns.length < lastTurns && lastWith(unreached, clients.slice(0, 2)) >= 0) return "unreachable";
  // What is said last counts.
  const [sold, refused] = [
    lastWith(agreed, said),
    said.findLastIndex(({ objections }) => objections.some(isNotInterested)),
  ];
  if (lastWith(withOthers, said) > sold) return "competitor";
  if (refused > sold) return "no_need";
  if (sold >= 0) return "successful";
  const isDated = turns.slice(-lastTurns / 2).some(({ dates }) => dates.some(({ isPast }) => !isPast));
  if (step !== undefined || isDated) return "follow_up";
  if (said.some(({ turn }) => tooDear.test(turn.plain))) return "too_expensive";
  if (said.some(({ turn }) => undecided.test(turn.plain))) return "no_decision";
  return undefined;
}

/** The last whole amount that is no rate. */
function amountOf(turns: readonly ReadTurn[]): number | undefined {
  // What the client names may be their budget, or the price of another.
  const offers = turns.filter(({ turn }) => turn.sender === "agent" || agreed.test(turn.plain));
  const amounts = offers.flatMap(({ turn, figures }) =>
    figures.filter(({ unit, value, end }) => {
      const isMoney = unit !== undefined && unit !== "percent";
      return (
        isMoney && value >= smallestDeal && value <= limits.amountMax && !rate.test(turn.plain.slice(end))
      );
    }),
  );
  const last = amounts.at(-1);
  return last && Math.round(last.value);
}

/**
 * What the call's outcome could be. The amount only for a successful call, as `saveOutcome` has it; in the currency that was
 * said.
 * @param today the day of the call
 */
export function suggestOutcome(turns: readonly ReadTurn[], today: string): Suggested {
  const step = nextStepOf(turns);
  const outcome = outcomeOf(turns, step);
  const isRefused = outcome === "no_need" || outcome === "competitor";
  const amount = isWon(outcome) ? amountOf(turns) : undefined;
  const nextStep = step && !isRefused ? textOf(step.turn, step).slice(0, limits.nextStepMax) : undefined;
  const nextStepAt = step && nextStep !== undefined ? dateOf(step, turns, today) : undefined;
  return {
    ...(outcome && { outcome }),
    ...(amount !== undefined && { amount }),
    ...(nextStep !== undefined && { nextStep: capital(nextStep) }),
    ...(nextStepAt !== undefined && { nextStepAt }),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
