/** A day as the number of days since the epoch, so that no clock change and no time zone can shift it. */
export type Day = number;

/** What some words say about a day: which days they allow, and where they alone name one. */
export interface Meaning {
  allows: (day: Day) => boolean;
  /** The first and the last day that it allows; undefined for what recurs, such as each Tuesday. */
  within?: readonly [from: Day, to: Day];
  /** Of what recurs: the one that is meant without more words, undefined where that is unsure. */
  next?: Day | undefined;
  /** Of what recurs: the rarer the more it decides; 0 only confirms another. */
  rank?: number;
}

const ms = 24 * 60 * 60_000;
export const dayOf = (year: number, monthIndex: number, date: number): Day =>
  Date.UTC(year, monthIndex, date) / ms;
export const parseDay = (text: string): Day => Date.parse(`${text}T00:00:00Z`) / ms;
export const formatDay = (day: Day): string => new Date(day * ms).toISOString().slice(0, 10);

export function partsOf(day: Day) {
  const date = new Date(day * ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

/** The last day of a month, which may be beyond its year. */
export const lastOfMonth = (year: number, monthIndex: number): Day => dayOf(year, monthIndex + 1, 0);
/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => day - ((partsOf(day).weekday + 6) % 7);
/** The Monday of an ISO week. */
export const mondayOfWeek = (year: number, week: number): Day => mondayOf(dayOf(year, 0, 4)) + 7 * (week - 1);

/** The same date so many months later, or the last one of a shorter month. */
export function plusMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day);
  return Math.min(dayOf(year, month + months, date), lastOfMonth(year, month + months));
}

/** Easter Sunday of the Gregorian calendar, by Meeus. */
export function easterOf(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const e = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7;
  const g = e + f - 7 * Math.floor((a + 11 * e + 22 * f) / 451) + 114;
  return dayOf(year, Math.floor(g / 31) - 1, (g % 31) + 1);
}

const fixedHolidays = new Set(["0-1", "4-1", "4-8", "6-14", "7-15", "10-1", "10-11", "11-25"]);
/** Days after Easter Sunday: its Monday, Ascension, and Whit Monday. */
const movableHolidays = new Set([1, 39, 50]);

function isHoliday(day: Day): boolean {
  const { year, month, date } = partsOf(day);
  return fixedHolidays.has(`${month}-${date}`) || movableHolidays.has(day - easterOf(year));
}

/** So many working days of France later; Saturdays are some of them as "jours ouvrables". */
export function plusWorkingDays(today: Day, count: number, withSaturdays: boolean): Day {
  let day = today;
  for (let left = count; left > 0; ) {
    day += 1;
    const { weekday } = partsOf(day);
    if (weekday !== 0 && (weekday !== 6 || withSaturdays) && !isHoliday(day)) left -= 1;
  }
  return day;
}

/** No day at all, so that nothing is certain. */
export const vague: Meaning = { allows: () => false, within: [0, -1] };
export const span = (from: Day, to: Day): Meaning => ({
  allows: (day) => day >= from && day <= to,
  within: [from, to],
});
export const exactly = (day: Day | undefined): Meaning => (day === undefined ? vague : span(day, day));
export const oneOf = (days: readonly Day[]): Meaning => ({
  allows: (day) => days.includes(day),
  within: [Math.min(...days), Math.max(...days)],
});

/** Each such weekday; alone the next one. */
export function everyWeekday(weekday: number, today: Day, rank = 1): Meaning {
  const ahead = ((weekday - partsOf(today).weekday + 6) % 7) + 1;
  return { allows: (day) => partsOf(day).weekday === weekday, next: today + ahead, rank };
}

/** Each such date of a month; alone the next one, unless it is today's. */
export function everyDate(date: number, today: Day): Meaning {
  const allows = (day: Day) => partsOf(day).date === date;
  let next: Day | undefined;
  for (let day = today + 1; day < today + 63 && next === undefined; day += 1) if (allows(day)) next = day;
  return { allows, next: allows(today) ? undefined : next, rank: 2 };
}

/** What was so few days ago is more often that than the one of the next year. */
const recentDays = 31;

/** Such a day of each year; alone the next one, unless the last one is recent. */
export function everyYear(monthIndex: number, date: number, today: Day): Meaning {
  const allows = (day: Day) => {
    const parts = partsOf(day);
    return parts.month === monthIndex && parts.date === date;
  };
  const { year } = partsOf(today);
  const [own, later] = [dayOf(year, monthIndex, date), dayOf(year + 1, monthIndex, date)];
  const last = own >= today ? dayOf(year - 1, monthIndex, date) : own;
  const next = own >= today ? own : later;
  const isSure = allows(next) && today - last > recentDays;
  return { allows, next: isSure ? next : undefined, rank: 3 };
}

const searchedDays = 800;

/** The one day that all of some meanings allow, from today on; undefined where they leave none or two. */
export function settle(meanings: readonly Meaning[], today: Day): Day | undefined {
  const spans = meanings.flatMap(({ within }) => (within === undefined ? [] : [within]));
  if (spans.length === 0) {
    const decides = meanings.reduce<Meaning | undefined>(
      (best, one) => ((one.rank ?? 0) > (best?.rank ?? 0) ? one : best),
      undefined,
    );
    const day = decides?.next;
    return day !== undefined && meanings.every(({ allows }) => allows(day)) ? day : undefined;
  }
  const from = Math.max(today, ...spans.map(([first]) => first));
  const to = Math.min(from + searchedDays, ...spans.map(([, last]) => last));
  let found: Day | undefined;
  for (let day = from; day <= to; day += 1) {
    if (!meanings.every(({ allows }) => allows(day))) continue;
    if (found !== undefined) return undefined;
    found = day;
  }
  return found;
}
