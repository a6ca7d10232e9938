import { datesOf } from "./dates/dates.ts";
import { isDayAlone } from "./dates/step-day.ts";
import { sentencesOf, type Turn } from "./turns.ts";

/** Also after the day that it repeats: "jeudi, d'accord". */
const assent =
  /^(?:[a-z0-9' ]{1,20}, )?(?:(?:ah|bon|alors|eh bien|ben),? )*(?:oui|ouais|d'accord|ok|okay|parfait|tres bien|volontiers|entendu|avec plaisir|ca marche|bien sur|super|carrement|pourquoi pas|c'est (?:parfait|note|bon|entendu|ca)|voila|allez|si vous voulez|tout a fait|absolument|exactement|impeccable|nickel|va pour|ca roule|faites)(?![a-z])/u;

/** Whether a turn says yes to the one before, also by a day: "Je vous rappelle lundi ou mardi ?" "Mardi." */
export function agrees(turn: Turn | undefined): boolean {
  if (turn === undefined) return false;
  const [first] = sentencesOf(turn);
  return (
    assent.test(turn.plain) || (first !== undefined && isDayAlone(turn.plain, first, datesOf(turn.plain)))
  );
}
