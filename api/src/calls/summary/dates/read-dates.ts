import { readNumber } from "@souffleur/contracts/numbers";
import {
  day,
  large,
  month,
  months,
  ordinal,
  ordinals,
  small,
  weekday,
  weekdays,
  yearNumber,
} from "./date-words.ts";
import {
  type Day,
  dayOf,
  easterOf,
  everyDate,
  everyWeekday,
  everyYear,
  exactly,
  lastOfMonth,
  type Meaning,
  mondayOf,
  mondayOfWeek,
  oneOf,
  partsOf,
  plusMonths,
  plusWorkingDays,
  settle,
  span,
  vague,
} from "./days.ts";

const find = (core: string, pattern: string) => new RegExp(pattern, "u").exec(core);

const numberOf = (word: string): number =>
  /^(?:1er|premier)$/u.test(word) ? 1 : /^une?$/u.test(word) ? 1 : (readNumber(word)?.value ?? Number.NaN);

export const weekdayIn = (core: string) => weekdays.findIndex((name) => core.includes(name));
const monthIn = (core: string) => {
  const name = find(core, `(?<![a-z])${month}(?![a-z])`)?.[0] ?? "";
  return months.indexOf(name);
};
export const weeksAfter = (core: string) =>
  core.includes("en huit") ? 1 : core.includes("en quinze") ? 2 : undefined;

function yearIn(core: string, today: Day): number | undefined {
  const { year } = partsOf(today);
  if (/l'an(?:nee)? prochaine?/u.test(core)) return year + 1;
  if (core.includes("cette annee")) return year;
  const [said] = find(core, yearNumber) ?? [];
  return said === undefined ? undefined : numberOf(said.replaceAll("-", " "));
}

export function validDay(year: number, monthIndex: number, date: number): Day | undefined {
  const found = dayOf(year, monthIndex, date);
  const isValid = monthIndex >= 0 && monthIndex < 12 && partsOf(found).date === date;
  return isValid ? found : undefined;
}

/** The month's first and last day; without a year the next such month, or the one that is running. */
function monthSpan(monthIndex: number, year: number | undefined, today: Day): [Day, Day] {
  const parts = partsOf(today);
  const own = year ?? (monthIndex < parts.month ? parts.year + 1 : parts.year);
  return [dayOf(own, monthIndex, 1), lastOfMonth(own, monthIndex)];
}

const dayOrYearly = (date: number, monthIndex: number, year: number | undefined, today: Day): Meaning =>
  year === undefined ? everyYear(monthIndex, date, today) : exactly(validDay(year, monthIndex, date));

export function readDate(core: string, today: Day): Meaning[] {
  const [, date = "", name = ""] = find(core, `(${day}) (${month})`) ?? [];
  const at = weekdayIn(core);
  const own = dayOrYearly(numberOf(date), months.indexOf(name), yearIn(core, today), today);
  return at < 0 ? [own] : [everyWeekday(at, today), own];
}

export function readFigures(core: string, today: Day): Meaning[] {
  const [, date, number, year] = /(\d{1,2})\/(\d{1,2})(?:\/(?:20)?(\d\d))?/u.exec(core) ?? [];
  const given = year === undefined ? undefined : 2000 + Number(year);
  // "Le contrat du 01/09/95".
  if (given !== undefined && given > partsOf(today).year + 20) return [vague];
  const own = dayOrYearly(Number(date), Number(number) - 1, given, today);
  const at = weekdayIn(core);
  return at < 0 ? [own] : [everyWeekday(at, today), own];
}

/** "Le premier lundi d'avril", "le dernier jour du mois". */
export function readNth(core: string, today: Day): Meaning[] {
  const { year, month: current } = partsOf(today);
  const [word = ""] = find(core, ordinal) ?? [];
  const at = weekdayIn(core);
  const nthIn = (own: number, monthIndex: number): Day | undefined => {
    const [from, to] = [dayOf(own, monthIndex, 1), lastOfMonth(own, monthIndex)];
    const days = Array.from({ length: to - from + 1 }, (_, offset) => from + offset).filter((one) => {
      if (at >= 0) return partsOf(one).weekday === at;
      return !core.includes("ouvr") || plusWorkingDays(one - 1, 1, core.includes("ouvrable")) === one;
    });
    return word.startsWith("avant")
      ? days.at(-2)
      : days.at(word.startsWith("der") ? -1 : (ordinals[word] ?? 99) - 1);
  };
  const monthIndex = monthIn(core);
  if (monthIndex < 0) return [exactly(nthIn(year, current + (core.includes("prochain") ? 1 : 0)))];
  const given = yearIn(core, today);
  const own = nthIn(given ?? year, monthIndex);
  const isOver = given === undefined && own !== undefined && own < today;
  return [exactly(isOver ? nthIn(year + 1, monthIndex) : own)];
}

/** "La veille du 15 avril". */
export function readNeighbour(core: string, today: Day): Meaning[] {
  const named = settle(readDate(core, today), today);
  const step = core.includes("veille") ? -1 : 1;
  const steps = /avant[ -]veille|surlendemain/u.test(core) ? 2 * step : step;
  return [exactly(named === undefined ? undefined : named + steps)];
}

export function readHoliday(core: string, today: Day): Meaning[] {
  const after = core.includes("paques") ? 1 : core.includes("pentecote") ? 50 : 39;
  const { year } = partsOf(today);
  const day = [easterOf(year) + after, easterOf(year + 1) + after].find((one) => one >= today);
  return [exactly(day), everyWeekday(weekdayIn(core), today)];
}

export function readWeekday(core: string, today: Day): Meaning[] {
  const at = weekdayIn(core);
  const every = everyWeekday(at, today);
  const next = every.next ?? today;
  if (/(?:suivante?|d'apres|d'avant|precedent|qui suit)(?![a-z])/u.test(core)) return [vague];
  if (core.includes("semaine")) return [every, ...readWeek(core, today)];
  const weeks = weeksAfter(core);
  // "Mardi en huit" on a Tuesday.
  if (weeks !== undefined)
    return next === today + 7 ? [oneOf([today + 7 * weeks, next + 7 * weeks])] : [exactly(next + 7 * weeks)];
  // "Mercredi prochain" on a Monday is the day after tomorrow to some.
  const isUnsure = core.includes("prochain") && (mondayOf(next) === mondayOf(today) || next === today + 1);
  if (isUnsure) return [oneOf([next, next + 7])];
  if (core.includes("prochain")) return [exactly(next)];
  const [, date] = find(core, `${weekday} (${day})$`) ?? [];
  return date === undefined ? [every] : [every, everyDate(numberOf(date), today)];
}

export function readWeek(core: string, today: Day): Meaning[] {
  if (/suivante|d'apres/u.test(core)) return [vague];
  const monday = mondayOf(today);
  if (core.includes("prochaine")) return [span(monday + 7, monday + 13)];
  if (core.includes("cette")) return [span(today, monday + 6)];
  const [, date, name] = find(core, `semaine du (${day})(?: (${month}))?`) ?? [];
  if (date !== undefined) {
    const named =
      name === undefined
        ? [everyDate(numberOf(date), today)]
        : readDate(core.replace(/^.*semaine du /u, ""), today);
    const own = settle(named, today);
    return own === undefined ? [vague] : [span(mondayOf(own), mondayOf(own) + 6)];
  }
  const [, word = ""] = find(core, `(?:semaine (?:numero )?|^s)(\\d{1,2}|${large}|${small})`) ?? [];
  const count = numberOf(word);
  if (!(count >= 1 && count <= 53)) return [vague];
  const { year } = partsOf(today);
  const own = [year, year + 1].map((one) => mondayOfWeek(one, count)).find((one) => one + 6 >= today);
  return own === undefined ? [vague] : [span(own, own + 6)];
}

/** The end of a span is its last day, that of a week its Friday; unsure where it is today or over. */
export function readEnd(core: string, today: Day): Meaning[] {
  const { year, month: current, weekday: weekdayToday } = partsOf(today);
  const later = core.includes("prochain") ? 1 : 0;
  const end = (): Day => {
    if (core.includes("journee")) return today;
    if (core.includes("semaine")) {
      const own = /\d/u.test(core) ? readWeek(core, today)[0]?.within?.[0] : mondayOf(today) + 7 * later;
      return (own ?? today) + 4;
    }
    const monthIndex = monthIn(core);
    const given = yearIn(core, today);
    if (monthIndex >= 0) return monthSpan(monthIndex, given, today)[1];
    if (core.includes("trimestre")) return lastOfMonth(year, Math.floor(current / 3) * 3 + 2 + 3 * later);
    if (core.includes("semestre")) return lastOfMonth(year, Math.floor(current / 6) * 6 + 5 + 6 * later);
    if (core.includes("annee") || given !== undefined) return lastOfMonth(given ?? year + later, 11);
    return lastOfMonth(year, current + later);
  };
  const day = end();
  if (core.includes("journee")) return [exactly(day)];
  const isWeekend = core.includes("semaine") && (weekdayToday === 0 || weekdayToday === 6);
  return [day <= today || isWeekend ? vague : exactly(day)];
}

export function readSpan(core: string, today: Day): Meaning[] {
  const { year, month: current } = partsOf(today);
  const later = core.includes("prochain") ? 1 : 0;
  if (/suivante?|d'apres|trimestre|semestre/u.test(core)) return [vague];
  const monthIndex = monthIn(core);
  if (monthIndex >= 0) return [span(...monthSpan(monthIndex, yearIn(core, today), today))];
  if (core.includes("semaine"))
    return [span(Math.max(today, mondayOf(today) + 7 * later), mondayOf(today) + 7 * later + 6)];
  if (core.includes("mois"))
    return [span(dayOf(year, current + later, 1), lastOfMonth(year, current + later))];
  const own = yearIn(core, today) ?? year + later;
  return [span(dayOf(own, 0, 1), lastOfMonth(own, 11))];
}

/** How French counts: "huit jours" is a week, and "quinze jours" are two. */
const weeksOfDays: Record<number, number> = { 8: 7, 15: 14 };

export function readLength(core: string, today: Day): Meaning[] {
  if (/huitaine/u.test(core)) return [exactly(today + 7)];
  if (/quinzaine/u.test(core)) return [exactly(today + 14)];
  if (/demi-heure|quarts? d'heure/u.test(core)) return [exactly(today)];
  const said = core
    .replace(/^(?:dans|sous|d'ici)(?: a)?(?: les| ces)? /u, "")
    .replace(/ (?:petite|bonne) /u, " ")
    .replace(/^(\d+) ?([hj])$/u, (_, count, unit) => `${count} ${unit === "h" ? "heures" : "jours"}`);
  const [, word = "", unit = ""] = /^(.*?) (jour|semaine|mois|an|annee|heure)/u.exec(said) ?? [];
  const count = word.includes("dizaine") ? Number.NaN : numberOf(word);
  // "Deux ou trois jours", "environ trois semaines".
  if (!Number.isFinite(count)) return [vague];
  const isHalf = /et demie?/u.test(said);
  if (unit === "heure") {
    // "Dans dix heures" may be tomorrow.
    const isSure = count % 24 === 0 || count <= 4;
    return [isSure ? exactly(today + Math.floor(count / 24)) : vague];
  }
  if (unit === "an" || unit === "annee") return [exactly(plusMonths(today, 12 * count + (isHalf ? 6 : 0)))];
  if (isHalf) return [vague];
  if (unit === "mois") return [exactly(plusMonths(today, count))];
  if (unit === "semaine") return [exactly(today + 7 * count)];
  if (said.includes("ouvr")) return [exactly(plusWorkingDays(today, count, said.includes("ouvrable")))];
  return [exactly(today + (weeksOfDays[count] ?? count))];
}

/** "Le 15": of this month, or of the next one that has such a day. */
export function readDateAlone(core: string, today: Day): Meaning[] {
  const date = numberOf(core.replace(/^le | prochain$| du mois(?: prochain)?$/gu, ""));
  if (!(date >= 1 && date <= 31)) return [vague];
  const { year, month: current } = partsOf(today);
  if (!core.includes("du mois")) return [everyDate(date, today)];
  return [exactly(validDay(year, current + (core.includes("prochain") ? 1 : 0), date))];
}
