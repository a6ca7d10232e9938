import { type FoundNumber, readNumbers } from "@souffleur/contracts/numbers";
import type { Placeholder } from "@souffleur/contracts/playbook";

/** In UTF-16 units, end exclusive. */
export interface Place {
  start: number;
  end: number;
}

export type NumberSlot = Extract<Placeholder, "amount" | "percent" | "users" | "duration" | "date">;

const wordEnd = "(?![\\p{L}\\p{N}])";
export const months =
  "(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)";
const people =
  "(?:commerciaux|commerciales|utilisateurs|utilisatrices|personnes|collaborateurs|collaboratrices|salariés|salariées|vendeurs|vendeuses|conseillers|conseillères|téléconseillers|téléconseillères|agents|postes|licences)";
const counted = new RegExp(`^ (?:de |d')?${people}${wordEnd}`, "iu");
const span = new RegExp(`^ (?:mois|ans?|années?)(?: et demie?)?${wordEnd}`, "iu");
const month = new RegExp(`^ ${months}${wordEnd}`, "iu");

/** Texts without any of these have no value of the kind, so that their numbers are not read. */
const hints: Readonly<Record<NumberSlot, RegExp>> = {
  amount: /[€$£]|euro|dollar|franc|livre|centime|chf|eur|usd|gbp/iu,
  percent: /%|cent/iu,
  users: new RegExp(people, "iu"),
  duration: /mois|(?<!\p{L})ans?(?!\p{L})|année/iu,
  date: new RegExp(months, "iu"),
};

const isPlain = ({ value, kind, unit }: FoundNumber) => kind !== "ordinal" && !unit && value > 0;

/** The number with the words after it that a pattern finds. */
function withNext(text: string, { start, end }: FoundNumber, next: RegExp): Place | undefined {
  const [found] = next.exec(text.slice(end)) ?? [];
  return found === undefined ? undefined : { start, end: end + found.length };
}

const places: Readonly<
  Record<NumberSlot, (text: string, numbers: readonly FoundNumber[]) => readonly Place[]>
> = {
  amount: (_text, numbers) =>
    numbers.filter(({ unit, value }) => unit !== undefined && unit !== "percent" && value > 0),
  percent: (_text, numbers) => numbers.filter(({ unit, value }) => unit === "percent" && value > 0),
  // "une personne" is more often a figure of speech than a number.
  users: (text, numbers) =>
    numbers.flatMap((number) => {
      const isCount =
        Number.isInteger(number.value) && number.value > 1 && number.kind !== "ordinal" && !number.unit;
      return (isCount && withNext(text, number, counted)) || [];
    }),
  duration: (text, numbers) => {
    const spans = numbers.flatMap((number) => (isPlain(number) && withNext(text, number, span)) || []);
    return joined(text, spans).filter(({ start, end }) => !/^un mois$/iu.test(text.slice(start, end)));
  },
  date: (text, numbers) =>
    numbers.flatMap((number, index) => {
      const isDay = Number.isInteger(number.value) && number.value >= 1 && number.value <= 31 && !number.unit;
      const day = isDay ? withNext(text, number, month) : undefined;
      const year = numbers[index + 1];
      const isYear =
        day &&
        year &&
        isPlain(year) &&
        /^ $/u.test(text.slice(day.end, year.start)) &&
        year.value > 1999 &&
        year.value < 2100;
      return day ? { start: day.start, end: isYear ? year.end : day.end } : [];
    }),
};

/** "Deux ans et six mois" is one duration. */
function joined(text: string, spans: readonly Place[]): Place[] {
  const whole: Place[] = [];
  for (const next of spans) {
    const last = whole.at(-1);
    if (last && /^(?: et|,)? $/u.test(text.slice(last.end, next.start))) last.end = next.end;
    else whole.push({ ...next });
  }
  return whole;
}

/**
 * Prepares a text, of which the numbers are read once and only when needed.
 * @returns the places of the values of a kind, in order
 */
export function createNumberSlots(text: string): (slot: NumberSlot) => readonly Place[] {
  let numbers: readonly FoundNumber[] | undefined;
  return (slot) => {
    if (!hints[slot].test(text)) return [];
    numbers ??= readNumbers(text);
    return places[slot](text, numbers);
  };
}
