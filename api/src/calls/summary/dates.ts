import { readNumber } from "@souffleur/contracts/numbers";
import type { Part } from "./turns.ts";

/** A day or a time that is said. */
export interface SaidDate extends Part {
  /** Whether it lies before the call. */
  isPast: boolean;
  /** The day that it names, such as 2026-03-31; undefined where it names none, or a time alone. */
  dayAfter: (today: string) => string | undefined;
}

const weekdays = ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"];
const months = "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre".split(
  " ",
);
const weekday = `(?:${weekdays.join("|")})`;
const month = `(?:${months.join("|")})`;
const units = "un|deux|trois|quatre|cinq|six|sept|huit|neuf";
const small = `(?:dix[ -](?:sept|huit|neuf)|dix|onze|douze|treize|quatorze|quinze|seize|vingt[ -]et[ -](?:un|une)|trente[ -]et[ -]un|vingt[ -](?:${units})|vingt|trente|une|${units})`;
const day = `(?:1er|premier|\\d{1,2}|${small})`;
/** Of days and hours that something takes. */
const large = `(?:(?:quarante|cinquante|soixante)(?:[ -]et[ -]|[ -])?(?:${small})?|quatre[ -]vingts?(?:[ -]${small})?|cent)`;
const hour = `(?:midi|minuit|(?:\\d{1,2}|${small}) ?(?:h(?:eures?)?)(?![a-z])(?: ?(?:\\d{2}(?!\\d)|trente|quinze|quarante-cinq|et quart|et demie?|moins le quart))?|\\d{1,2}h\\d{2})`;
const partOfDay =
  "(?:(?:dans |en (?:debut|fin) d'|en (?:debut|fin) de |en |l'|la )*(?:matinee|matin|apres[ -]midi|soiree|soir))";
const before =
  "(?:(?:pas )?avant |apres |d'ici (?:a |au |la |le )?|depuis |des |jusqu'(?:a|au|en) |pour |courant |vers )?";
/** What may follow a day. */
const more = `(?:,? (?:(?:a|vers|des|avant|apres|pour|entre|plutot) )?(?:${hour}|${partOfDay}))*`;
/** "Vendredi dernier", but not "vendredi dernier délai". */
const last = "derniere?(?! (?:delai|jour|carat))";
/** After a day. "Le 12 mars passe mieux" is to come. */
const lately = `(?: ${last}| passe(?= ?(?:[,.;:!?]|$)))?`;
const figures = "(?<![/\\d])(?!24/7(?![/\\d]))(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|1[0-2])";
const counted = `(?:jours?|semaines?|mois|ans?|annees?|heures?)`;

/** The kinds of dates, those first that contain others. Group `core` of each is read by its `dayAfter`. */
const kinds: readonly { pattern: string; read: (core: string, today: Date) => Date | undefined }[] = [
  {
    pattern: `(?:le |du |au )?(?:${weekday} )?(?:le )?${day} ${month}(?: 20\\d\\d)?${lately}`,
    read: (core, today) => dayOfMonth(core, today),
  },
  {
    pattern: `20\\d\\d-\\d\\d-\\d\\d`,
    read(core, today) {
      const [year, number, date] = core.split("-").map(Number);
      return nextInYear(today, Number(number) - 1, Number(date), year);
    },
  },
  {
    // With a word, a year or two figures for each, so that "24/7", "les 2/3" and "10/10" are none.
    pattern: `(?:(?:(?:le |du |au |ce )(?:${weekday} )?|${weekday} |(?<=avant ))${figures}(?:/(?:20)?\\d\\d)?|${figures}/(?:20)?\\d\\d|(?!10/10)(?=\\d\\d/\\d\\d)${figures})(?![/\\d])${lately}`,
    read(core, today) {
      const [, date, number, year] = /(\d{1,2})\/(\d{1,2})(?:\/(?:20)?(\d\d))?/u.exec(core) ?? [];
      return nextInYear(
        today,
        Number(number) - 1,
        Number(date),
        year === undefined ? undefined : 2000 + Number(year),
      );
    },
  },
  {
    pattern: `(?:(?:le |ce )?${weekday}(?: (?:prochaine?|qui vient|en huit|en quinze|${last}|passee?|de la semaine prochaine|${day}(?! (?:h|heure)|h\\d|[a-z]{4,}))(?![a-z]))?)`,
    read: (core, today) => dayOfWeek(core, today),
  },
  { pattern: "apres[ -]demain", read: (_core, today) => plusDays(today, 2) },
  { pattern: "demain", read: (_core, today) => plusDays(today, 1) },
  { pattern: "avant[ -]hier|hier", read: () => undefined },
  {
    pattern: "ce (?:soir|matin|midi)|cet apres[ -]midi|dans la (?:journee|matinee)|tout a l'heure",
    read: (_core, today) => today,
  },
  {
    pattern: `(?:a |la |en |d'ici (?:a |la )?)*fin (?:de |du |d'|de l'|de la )(?:mois|semaine|annee|trimestre|journee)(?: prochaine?)?`,
    read: (core, today) => endOf(core, today),
  },
  {
    pattern:
      "(?:en |debut |d'ici )?(?:la semaine|le mois|l'annee|l'an|le trimestre) (?:prochaine?|suivante?|derniere?|passee?|d'apres)",
    read: (core, today) => nextSpan(core, today),
  },
  { pattern: "cette semaine|ce mois[ -]ci|dans le mois|dans la semaine", read: () => undefined },
  {
    pattern: `(?:dans|sous|d'ici)(?: a)? (?:une? (?:petite |bonne )?|\\d{1,3} |${small} |${large} |une quinzaine de |une dizaine de |une huitaine de )${counted}(?: ouvre(?:e)?s)?|(?:sous|dans) \\d{1,3} ?[hj]|d'ici (?:\\d{1,3} ?j|(?:24|48|72) ?h)`,
    read: (core, today) => inSpan(core, today),
  },
  {
    pattern: `(?:fin |debut |mi[ -]|en |courant |debut de |fin de )?${month}(?: (?:prochaine?|${last}))?`,
    read: (core, today) => monthOf(core, today),
  },
  {
    pattern: "(?:a |de |avant |apres |pour )?(?:la rentree|les (?:soldes|fetes|vacances|conges)|noel)",
    read: () => undefined,
  },
  {
    // "Le quinze", but not "le dix pour cent" or "le deux poste".
    pattern: `le (?:1er|premier|\\d{1,2}|(?!une? )${small})(?! ?(?:%|€|h\\d|h(?:eures?)?(?![a-z])|pour cent)|[\\d.,:/-]*\\d)(?=$|[^ a-z0-9'-]| (?:a|au|pour|en|si|et|ou|c'|ca|je|on|vous|plutot|max|maximum|prochain|dernier delai|du mois)(?![a-z]))(?: prochain| du mois(?: prochain)?)?`,
    read: (core, today) => dateAlone(core, today),
  },
  {
    pattern: `(?:(?:a|vers|des|avant|apres|jusqu'a) )${hour}|(?<=^|[.?!,;:…] )${hour}(?! (?:par|de|d'|chacun|chaque))`,
    read: () => undefined,
  },
];

const whole = new RegExp(
  `(?<![\\p{L}\\p{N}]|(?:bonne|belle|bon) )${before}(?:${kinds.map(({ pattern }, at) => `(?<k${at}>${pattern})`).join("|")})(?![\\p{L}\\p{N}])${more}(?![\\p{L}\\p{N}])`,
  "gu",
);
/** What every date has one of; most sentences have none, and this is found much sooner. */
const sign = new RegExp(
  `\\d|${weekday}|${month}|demain|hier|soir|matin|midi|minuit|apres-midi|heure|journee|semaine|annee|trimestre|(?:mois|ans?)(?![a-z])|l'an |jours?(?![a-z])|rentree|soldes|fetes|vacances|conges|noel|le (?:premier|${small})(?![a-z])|${small} ?h(?![a-z])`,
  "u",
);
const past = /^depuis|hier|dernier|passe/u;

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
    const at = kinds.findIndex((_kind, kind) => groups[`k${kind}`] !== undefined);
    const core = groups[`k${at}`] ?? "";
    const isPast = past.test(said);
    return {
      from: start + index,
      to: start + index + said.length,
      isPast,
      dayAfter(today) {
        if (isPast) return undefined;
        const day = kinds[at]
          ?.read(core, new Date(`${today}T00:00:00Z`))
          ?.toISOString()
          .slice(0, 10);
        return day !== undefined && day >= today ? day : undefined;
      },
    };
  });
}

const utc = (year: number, monthIndex: number, date: number) => new Date(Date.UTC(year, monthIndex, date));

const plusDays = (today: Date, days: number) =>
  utc(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days);

/** The next such date from today on; undefined where the month has no such day. */
function nextInYear(today: Date, monthIndex: number, date: number, given?: number): Date | undefined {
  const year = given ?? today.getUTCFullYear();
  // "Le contrat du 01/09/95".
  if (year > today.getUTCFullYear() + 20) return undefined;
  const found = utc(year, monthIndex, date);
  if (!(monthIndex >= 0 && monthIndex < 12) || found.getUTCMonth() !== monthIndex) return undefined;
  return found >= today || given !== undefined ? found : utc(year + 1, monthIndex, date);
}

const numberOf = (word: string): number =>
  /^(?:1er|premier)$/u.test(word) ? 1 : word === "une" ? 1 : (readNumber(word)?.value ?? Number.NaN);

function dayOfMonth(core: string, today: Date): Date | undefined {
  const [, date = "", name = "", year] =
    new RegExp(`(${day}) (${month})(?: (20\\d\\d))?$`, "u").exec(core) ?? [];
  return nextInYear(
    today,
    months.indexOf(name),
    numberOf(date),
    year === undefined ? undefined : Number(year),
  );
}

function dayOfWeek(core: string, today: Date): Date {
  const wanted = weekdays.findIndex((name) => core.includes(name));
  const [, date] = new RegExp(`${weekday} (${day})$`, "u").exec(core) ?? [];
  if (date !== undefined) {
    const found = dateAlone(`le ${date}`, today);
    if (found !== undefined) return found;
  }
  const ahead = ((wanted - today.getUTCDay() + 6) % 7) + 1;
  if (core.includes("de la semaine prochaine")) {
    const monday = plusDays(today, ((1 - today.getUTCDay() + 6) % 7) + 1);
    return plusDays(monday, (wanted + 6) % 7);
  }
  return plusDays(today, ahead + (core.includes("en huit") ? 7 : core.includes("en quinze") ? 14 : 0));
}

function endOf(core: string, today: Date): Date {
  const [year, monthIndex] = [today.getUTCFullYear(), today.getUTCMonth()];
  const later = core.includes("prochain") ? 1 : 0;
  if (core.includes("journee")) return today;
  if (core.includes("semaine")) return plusDays(today, ((5 - today.getUTCDay() + 7) % 7) + 7 * later);
  if (core.includes("annee")) return utc(year + later, 11, 31);
  if (core.includes("trimestre")) return utc(year, Math.floor(monthIndex / 3) * 3 + 3 + 3 * later, 0);
  return utc(year, monthIndex + 1 + later, 0);
}

function nextSpan(core: string, today: Date): Date {
  const [year, monthIndex] = [today.getUTCFullYear(), today.getUTCMonth()];
  if (core.includes("semaine")) return plusDays(today, ((1 - today.getUTCDay() + 6) % 7) + 1);
  if (core.includes("mois")) return utc(year, monthIndex + 1, 1);
  if (core.includes("trimestre")) return utc(year, Math.floor(monthIndex / 3) * 3 + 3, 1);
  return utc(year + 1, 0, 1);
}

function inSpan(core: string, today: Date): Date | undefined {
  const said = core
    .replace(/^(?:dans|sous|d'ici)(?: a)? /u, "")
    .replace(/ (?:petite|bonne) /u, " ")
    .replace(/^(\d+) ?([hj])$/u, (_, count, unit) => `${count} ${unit === "h" ? "heures" : "jours"}`);
  const [, word = "", unit = ""] = /^(.*?) (?:de )?(jour|semaine|mois|an|annee|heure)/u.exec(said) ?? [];
  const howMany = /^une?$/u.test(word)
    ? 1
    : (({ "une quinzaine": 15, "une dizaine": 10, "une huitaine": 8 } as Record<string, number>)[word] ??
      numberOf(word));
  if (!Number.isFinite(howMany)) return undefined;
  const [year, monthIndex, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  if (unit === "heure") return plusDays(today, Math.floor(howMany / 24));
  if (unit === "jour") return plusDays(today, howMany);
  if (unit === "semaine") return plusDays(today, 7 * howMany);
  const later = unit === "mois" ? howMany : 12 * howMany;
  // The last day of a shorter month.
  return utc(year, monthIndex + later, Math.min(date, utc(year, monthIndex + later + 1, 0).getUTCDate()));
}

function monthOf(core: string, today: Date): Date | undefined {
  const monthIndex = months.findIndex((name) => core.includes(name));
  const date = core.startsWith("mi") ? 15 : 1;
  const first = nextInYear(today, monthIndex, date);
  if (first === undefined || !core.startsWith("fin")) return first;
  const end = utc(today.getUTCFullYear(), monthIndex + 1, 0);
  return end >= today ? end : utc(today.getUTCFullYear() + 1, monthIndex + 1, 0);
}

/** "Le 15": of this month, or of the next one that has such a day. */
function dateAlone(core: string, today: Date): Date | undefined {
  const date = numberOf(core.replace(/^le | prochain$| du mois(?: prochain)?$/gu, ""));
  if (!(date >= 1 && date <= 31)) return undefined;
  for (let later = /mois prochain$/u.test(core) ? 1 : 0; later < 3; later += 1) {
    const found = utc(today.getUTCFullYear(), today.getUTCMonth() + later, date);
    if (found.getUTCDate() === date && found >= today) return found;
  }
  return undefined;
}
