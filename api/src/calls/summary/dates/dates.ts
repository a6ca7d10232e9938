import type { Part } from "../turns.ts";
import { type DateKind, dateKinds } from "./date-kinds.ts";
import { before, month, more, opens, small, weekday } from "./date-words.ts";
import { formatDay, type Meaning, parseDay, settle, vague } from "./days.ts";

/** A day or a time that is said. */
export interface SaidDate extends Part {
  /** Whether it lies before the call. */
  isPast: boolean;
  /** Whether it only makes a day unsure ("dans quelques jours"), and is no date to note. */
  isSilent: boolean;
  /** Whether it says that something is done at once. */
  isNow: boolean;
  /** Whether it is a time alone. */
  isTime: boolean;
  /** What it means for a day, in a call of this one. */
  meanings: (today: number) => readonly Meaning[];
  /** The day that it alone names, such as 2026-03-31; undefined where it names none, or two. */
  dayAfter: (today: string) => string | undefined;
}

const whole = new RegExp(
  `(?<![\\p{L}\\p{N}]|(?:bonne|belle|bon) )${before}(?:${dateKinds.map(({ pattern }, at) => `(?<k${at}>${pattern})`).join("|")})(?![\\p{L}\\p{N}])${more}(?![\\p{L}\\p{N}])`,
  "gu",
);
/** What every date has one of; most sentences have none, and this is found much sooner. */
const sign = new RegExp(
  `\\d|${weekday}|${month}|demain|aujourd|hier|soir|matin|midi|minuit|apres-midi|heure|journee|semaine|week|annee|trimestre|semestre|(?:mois|ans?)(?![a-z])|l'an |jours?(?![a-z])|rentree|soldes|fetes|vacances|conges|noel|paques|toussaint|huitaine|quinzaine|veille|printemps|ete(?![a-z])|automne|hiver|suite(?![a-z])|immediat|maintenant|foulee|instant|minute|attendre|aussitot|illico|sur-le-champ|des que|au plus vite|juste apres|bientot|prochainement|peu(?![a-z])|deux mille|le ${small}(?![a-z])|${small} ?h(?![a-z])`,
  "u",
);
/** "Mardi dernier", but not "le dernier mardi". */
const past =
  /^(?:depuis|il y a)|(?:^|[^a-z])hier|(?<!(?:^|[^a-z])(?:le|la|les|du|au|ce|des|l'avant|avant)) (?:derniere?|passee?)(?![a-z])/u;

/** The dates of a text of `plainOf`, in order. */
export function datesOf(plain: string): SaidDate[] {
  const dates: SaidDate[] = [];
  // No date goes on after a full stop.
  for (const { 0: sentence, index } of plain.matchAll(/(?:[^.?!]|[.?!]+(?!\s))+[.?!]*\s*/gu))
    if (sign.test(sentence)) dates.push(...datesIn(sentence, index));
  return dates;
}

function datesIn(sentence: string, start: number): SaidDate[] {
  return [...sentence.matchAll(whole)].map(({ 0: said, index, groups = {} }) => {
    const at = dateKinds.findIndex((_kind, kind) => groups[`k${kind}`] !== undefined);
    const kind = dateKinds[at] as DateKind;
    const core = groups[`k${at}`] ?? "";
    const isPast = past.test(said);
    const isTime = !isPast && kind.read(core, 0).length === 0;
    const meanings = (today: number): readonly Meaning[] => {
      const own = isPast ? [] : kind.read(core, today);
      return opens.test(said) && own.length > 0 ? [vague] : own;
    };
    return {
      from: start + index,
      to: start + index + said.length,
      isPast,
      isSilent: kind.isSilent ?? false,
      isNow: kind.isNow ?? false,
      isTime,
      meanings,
      dayAfter(today) {
        const day = settle(meanings(parseDay(today)), parseDay(today));
        return day === undefined ? undefined : formatDay(day);
      },
    };
  });
}
