import { type ConversationSummary, limits, type Outcome } from "@souffleur/contracts";
import { hearWords } from "../../suggestions/matching/negation.ts";
import { dayOf, lastTurns, nextStepOf, type ReadTurn, type Step } from "./next-step.ts";
import { isNotInterested } from "./objections.ts";
import { textOf } from "./turns.ts";

type Suggested = Pick<ConversationSummary, "outcome" | "nextStep" | "nextStepAt" | "nextStepWhen">;

const agreed =
  /(?:on|je|nous|vais|va|peut|peux) (?:peut |peux |vais |va )?(?:signer?|signons|la prends|le prends|prends|commande(?:r|z)?|valide(?:r)?)(?![a-z])|on y va|ok banco|(?:c'est|marche) (?:d'accord pour|bon pour|conclu|signe)|marche conclu|affaire conclue|bon de commande|(?:envoyez|preparez)(?:-moi| nous|-nous)?(?: donc)? le (?:contrat|bon)|je vous (?:suis|confirme la commande)|on part (?:la-dessus|avec vous)|on fait affaire/u;
const withOthers =
  /(?:on a|j'ai|nous avons) (?:deja )?(?:signe|choisi|pris) (?:[a-z' ]{0,20})(?:ailleurs|concurrent|autre)|(?:on|je|nous) (?:part|pars|partons|reste|restons|va|vais) (?:avec|chez) (?:un |une |votre |notre |nos |le |l'|mon )/u;
const unreached =
  /(?:messagerie|repondeur)|apres le (?:bip|signal)|(?:pas|n'est pas) (?:joignable|disponible|la)(?![a-z])/u;
const tooDear = /trop cher|plus de budget|pas (?:de |le |cette |ce )(?:budget|somme|moyens)/u;
const undecided =
  /(?:je|on|nous) (?:vais |va |allons )?(?:reflechi|hesit)|laissez-moi reflechir|on verra|je vous dirai/u;

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

/**
 * What the call's outcome could be, without an amount.
 * @param today the day of the call
 */
export function suggestOutcome(turns: readonly ReadTurn[], today: string): Suggested {
  const step = nextStepOf(turns);
  const outcome = outcomeOf(turns, step);
  const isRefused = outcome === "no_need" || outcome === "competitor";
  const nextStep = step && !isRefused ? textOf(step.turn, step).slice(0, limits.nextStepMax) : undefined;
  const { day, words } = step && nextStep !== undefined ? dayOf(step, turns, today) : {};
  return {
    ...(outcome && { outcome }),
    ...(nextStep !== undefined && { nextStep: capital(nextStep) }),
    ...(day !== undefined && { nextStepAt: day }),
    ...(words !== undefined && { nextStepWhen: words }),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
