import {
  counted,
  day,
  hour,
  large,
  last,
  lately,
  month,
  number,
  ofYear,
  ordinal,
  small,
  weekday,
  yearNumber,
} from "./date-words.ts";
import { type Day, everyWeekday, exactly, type Meaning, vague } from "./days.ts";
import {
  readDate,
  readDateAlone,
  readEnd,
  readFigures,
  readHoliday,
  readLength,
  readNeighbour,
  readNth,
  readSpan,
  readWeek,
  readWeekday,
  validDay,
  weekdayIn,
  weeksAfter,
} from "./read-dates.ts";

/** A way to say a day, or a time. */
export interface DateKind {
  pattern: string;
  /** What its words mean; nothing where they are a time alone. */
  read: (core: string, today: Day) => Meaning[];
  /** Whether it only makes a day unsure, and is no date to note. */
  isSilent?: boolean;
  /** Whether it says that something is done at once. */
  isNow?: boolean;
}

const figures = "(?<![/\\d])(?!24/7(?![/\\d]))(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|1[0-2])";
const ofMonth = `(?:du mois(?: prochain)?(?! (?:de|d') ?${month})|de ce mois(?:[ -]ci)?|(?:du mois )?(?:de |d'|d )${month}${ofYear})`;
const week = `(?:cette semaine|(?:la |en )?semaine (?:prochaine|suivante|d'apres|(?:numero )?(?:\\d{1,2}|${large}|${small})(?! ?(?:heures?|h|jours?)(?![a-z]))|du ${day}(?: ${month}${ofYear})?))`;
const spans = "(?:mois|semaine|annee|trimestre|semestre|journee)(?: prochaine?)?";
const notHour =
  "(?! ?(?:h(?:eures?)?(?![a-z])|h\\d|[:.]\\d)| (?:et une?|sept|huit|neuf) ?h(?:eures?)?(?![a-z]))";
const neighbour = "(?:la veille|l'avant[ -]veille|le (?:sur)?lendemain)";
const howMany = `(?:une? (?:petite |bonne )?|${number} )`;

/** In their order: those that contain others come first. */
export const dateKinds: readonly DateKind[] = [
  {
    pattern: `${neighbour} (?:de |du |d')?${day} ${month}${ofYear}`,
    read: readNeighbour,
  },
  // Of what no calendar has.
  {
    pattern: `${neighbour}(?: (?:de |du |d'|de la |de l')?(?:${weekday}|[a-z]+))?`,
    read: () => [vague],
    isSilent: true,
  },
  {
    pattern: `(?:le |du |au |l'|ce )?${ordinal} (?:${weekday}|jour(?: ouvre| ouvrable)?) ${ofMonth}`,
    read: readNth,
  },
  // Of what it doesn't say, or in words that are not known.
  {
    pattern: `(?:le |du |au |l'|ce )?${ordinal} (?:${weekday}|jour(?: ouvre| ouvrable)?)`,
    read: () => [vague],
  },
  // "Le 16 ou 17 avril", but not "le 16 à 17 heures".
  {
    pattern: `(?:du|de|le|entre le|des|${weekday}) ${day}(?! et (?:une?|onze)(?![a-z]))(?: ${month})? (?:au|a|et|et le|ou|ou le|ou au) (?:${weekday} )?${day}${notHour}(?: ${month})?`,
    read: () => [vague],
  },
  {
    pattern: `(?:le |du |au |ce )?(?:${weekday},? )?(?:le )?${day} ${month}${ofYear}${lately}`,
    read: readDate,
  },
  {
    pattern: `20\\d\\d-\\d\\d-\\d\\d`,
    read(core) {
      const [year = 0, number = 0, date = 0] = core.split("-").map(Number);
      return [exactly(validDay(year, number - 1, date))];
    },
  },
  {
    // With a word, a year or two figures for each, so that "24/7", "les 2/3" and "10/10" are none.
    pattern: `(?:(?:(?:le |du |au |ce )(?:${weekday} )?|${weekday} |(?<=avant ))${figures}(?:/(?:20)?\\d\\d)?|${figures}/(?:20)?\\d\\d|(?!10/10)(?=\\d\\d/\\d\\d)${figures})(?![/\\d])${lately}`,
    read: readFigures,
  },
  {
    pattern: `(?:chaque|tou(?:s|tes) les|les) (?:premiers |derniers )?(?:${weekday}s?|jours ouvres)`,
    read: () => [vague],
    isSilent: true,
  },
  { pattern: "(?:le )?(?:mardi gras|vendredi saint)", read: () => [vague] },
  {
    pattern: `(?:le |ce |du |au )?${weekday} de (?:paques|pentecote|l'ascension)`,
    read: readHoliday,
  },
  {
    pattern: `(?:(?:le |ce |du |au )?${weekday}(?: (?:prochaine?|qui vient|en huit|en quinze|${last}|passee?|suivante?|d'apres|d'avant|precedent|qui suit|${day}${notHour}(?![a-z-]))(?![a-z]))?(?:,? (?:de |en |pour )?${week})?)`,
    read: readWeekday,
  },
  { pattern: `un ${weekday}`, read: (core, today) => [everyWeekday(weekdayIn(core), today, 0)] },
  {
    pattern: "(?:d')?aujourd'hui(?: meme)?(?: en (?:huit|quinze))?",
    read: (core, today) => [exactly(today + (weeksAfter(core) ?? 0) * 7)],
    // "Et aujourd'hui, vous faites comment ?"
    isSilent: true,
  },
  {
    pattern: "(?:apres[ -])?demain(?: en (?:huit|quinze))?",
    read: (core, today) => [exactly(today + (core.includes("apres") ? 2 : 1) + (weeksAfter(core) ?? 0) * 7)],
  },
  { pattern: "avant[ -]hier|hier", read: () => [] },
  { pattern: `il y a (?:${howMany}|quelques )${counted}`, read: () => [], isSilent: true },
  {
    pattern: "ce (?:soir|matin|midi)|cet apres[ -]midi|dans la (?:journee|matinee|soiree)|tout a l'heure",
    read: (_core, today) => [exactly(today)],
  },
  {
    pattern: `(?:a |la |en |d'ici (?:a |la )?)*fin (?:(?:de |du |d'|de l'|de la )?(?:${spans}|(?:mois (?:de |d'))?${month}${ofYear}|${yearNumber}|semaine \\d{1,2})(?: ${last})?)`,
    read: readEnd,
  },
  {
    pattern: `(?:dans (?:le |la )|en |le |au |a la |d'ici )*(?:tout )?(?:debut|mi|milieu|courant)[ -](?:de |du |d'|de l'|de la |l')*(?:${spans}|(?:mois (?:de |d'))?${month}${ofYear}|${yearNumber})`,
    read: readSpan,
  },
  {
    pattern: `(?:(?:dans )?la |en |au )?(?:premiere?|deuxieme|seconde?|troisieme|quatrieme|derniere?|1ere?|2e|3e|4e) (?:quinzaine|semaine|moitie|trimestre|semestre)(?: (?:de |d'|du )(?:${month}|mois)(?: prochain)?)?|(?<=au |en |pour |d'ici |pour le )[ts][1-4]|(?:au printemps|en ete|cet ete|a l'automne|cet automne|cet hiver|en hiver|l'(?:ete|hiver|automne) prochain|le printemps prochain)`,
    read: () => [vague],
    isSilent: true,
  },
  { pattern: `(?:dans |pour |en )?${week}|s[1-5]?\\d`, read: readWeek },
  {
    pattern:
      "(?:en |d'ici )?(?:la semaine|le mois|l'annee|l'an|le trimestre) (?:prochaine?|suivante?|derniere?|passee?|d'apres)",
    read: readSpan,
  },
  {
    pattern: "ce mois[ -]ci|dans le mois|dans la semaine",
    read: readSpan,
  },
  { pattern: "cette annee|dans l'annee", read: readSpan, isSilent: true },
  { pattern: "(?:ce |le )week[ -]?end(?: prochain)?", read: () => [vague], isSilent: true },
  {
    pattern: `(?:dans|sous|d'ici)(?: a)?(?: les| ces)? (?:environ |a peu pres |${number} (?:a|ou|-) ?|\\d+-)?(?:${howMany}(?:${number} )?|une quinzaine de |une dizaine de |une huitaine de |une? demi-|(?:trois|un) quarts? d')${counted}(?: et demie?)?(?: ouvre(?:e)?s?| ouvrables?)?|(?:sous|dans) \\d{1,3} ?[hj]|d'ici (?:\\d{1,3} ?j|(?:24|48|72) ?h)|(?:sous|dans|d'ici|a)(?: une)? (?:huitaine|quinzaine)`,
    read: readLength,
  },
  {
    pattern: `(?:dans|d'ici|sous) (?:quelques|plusieurs|une dizaine de|une vingtaine de|une trentaine de) ${counted}|(?:(?:dans|ces|les|d'ici|des|sous) )+(?:tout )?(?:premiers|derniers|prochains|quelques|\\d+) jours(?: ${ofMonth})?|(?:${howMany}|quelques )${counted} (?:avant|apres|plus tard|plus tot)|un (?:de ces|des) (?:jours|quatre)|d'ici peu|sous peu|bientot|prochainement`,
    read: () => [vague],
    isSilent: true,
  },
  {
    pattern:
      "tout de suite|de suite|immediatement|maintenant|dans la (?:foulee|minute|seconde)|a l'instant|sur-le-champ|illico|sans attendre|aussitot|des que possible|au plus vite|juste apres",
    read: () => [vague],
    isSilent: true,
    isNow: true,
  },
  {
    pattern: `(?:en )?${month}(?: (?:prochaine?|${last}))?${ofYear}|en ${yearNumber}`,
    read: readSpan,
  },
  {
    pattern:
      "(?:a |de |avant |apres |pour )?(?:la rentree|les (?:soldes|fetes|vacances|conges)|noel|paques|la toussaint|le jour de l'an)",
    read: () => [vague],
  },
  {
    // "Le quinze", but not "le dix pour cent" or "le deux poste".
    pattern: `(?:le |(?<=jusqu'au |d'ici au |partir du |compter du |autour du |alentours du |environs du ))(?:1er|premier(?= du mois)|\\d{1,2}|(?!une? )${small})(?! ?(?:%|€|h\\d|h(?:eures?)?(?![a-z])|pour cent)|[\\d.,:/-]*\\d|-)(?=$|[^ a-z0-9'-]| (?:a|au|pour|en|vers|dans|avec|chez|donc|matin|soir|si|et|ou|c'|ca|je|on|vous|est (?:deja|pris|complet|ferie)|mais|voire|sinon|puis|plutot|max|maximum|prochain|dernier delai|du mois)(?![a-z]))(?: prochain(?! mois)| du mois(?: prochain)?)?`,
    read: readDateAlone,
  },
  {
    pattern: `(?:(?:a|vers|des|avant|apres|jusqu'a) )${hour}|(?<=^|[.?!,;:…] )${hour}(?! (?:par|de|d'|chacun|chaque))`,
    read: () => [],
  },
];
