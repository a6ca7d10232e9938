import type { Part } from "../turns.ts";
import { number, small } from "./date-words.ts";
import type { SaidDate } from "./dates.ts";
import { formatDay, parseDay, settle, vague } from "./days.ts";

/** What the words of a step say about its day. */
export interface StepDay {
  /** Undefined where they leave none, or two. */
  day?: string;
  /** The words, where they name no day that is certain. */
  said?: Part;
  /** Whether it is done at once: a day that is named later is that of something else. */
  isNow?: true;
}

/** A step in its turn. */
export interface StepPlace {
  plain: string;
  sentence: Part;
  /** Its subject and verb. */
  verb: Part;
  /** Where it ends. */
  to: number;
}

/** Words that stand around a day and say nothing else. */
const fillers =
  /^(?:[\s,;:.!?…-]|(?:alors|donc|bon|ben|et|ok|okay|voila|oui|ouais|non|d'accord|euh|entendu|parfait|tres bien|super|ecoutez|on (?:dit|va dire|part sur|se dit|prend)|disons|va pour|plutot|c'est (?:note|bon|parfait|ca|entendu|mieux|possible)|ce sera|ca (?:marche|roule|me va|vous va|vous irait|vous convient|m'arrange|irait)|si (?:ca|cela) vous (?:va|convient|arrange)|moi|merci|ah|hmm|eh bien|quoi|le|la|ce|a|par exemple|s'il vous plait|volontiers|avec plaisir|des|ou|ou bien|soit|pas|est-ce que|je veux dire|pardon)(?![a-z]))*$/u;
const isBare = (text: string) => fillers.test(text);

/** "Mardi, non, plutôt jeudi", "mardi ou mercredi, disons mercredi": what is said before is taken back. */
const takenBack =
  /^(?:[^.?!]{0,20}[^a-z'])?(?:(?<!et |mais )non|pardon|plutot(?! que)|je veux dire|excusez-moi|enfin|disons|finalement|ou plutot)(?![a-z])[^.?!]{0,20}$/u;
/** "Mardi ou mercredi", "de lundi à mercredi", "lundi et mardi". */
const either =
  /(?:^|[^a-z])(?:ou|et|voire|sinon|soit|puis|ensuite|a|au|jusqu'a|jusqu'au)(?![a-z])[^.?!]{0,30}$|^ ?[/-] ?$/u;
const deniedBefore =
  /(?:^|[^a-z'])(?:(?<!pourquoi )pas|jamais|ni|sauf|hors|excepte|plutot que|au lieu|(?:et|mais) non)(?: (?:pas|le|ce|pour|de|du|des))* ?$/u;
const denying =
  /(?:^|[^a-z])(?:ne |n')[a-z' ]{0,25}?(?:pas|plus)(?![a-z])|impossible|complet(?![a-z])|feriee?(?![a-z])|(?:c'est|est|sera) (?:deja )?(?:prise?|fermee?|bloquee?|pleine?|chargee?|mort|complique|trop)|absente?s?(?![a-z])|(?:suis|serai|sera|est|sommes|serons) (?:deja )?(?:prise?s?|occupee?s?|en (?:reunion|rendez-vous|formation|vacances|conges?))|deplacement|indisponible|(?:ca|c'est|je|j'|on) [a-z' ]{0,15}pas(?![a-z])|on ferme|fermee?s?(?![a-z])/u;
const boundary = /[,;:.?!–—(]|(?<= )(?:mais|donc|car|puisque)(?= )/gu;

/** The clause around a part, and the one after it. */
function clausesAround(plain: string, sentence: Part, part: Part): { own: Part; next: Part } {
  const ends = [...plain.slice(sentence.from, sentence.to).matchAll(boundary)].map(
    ({ index }) => sentence.from + index,
  );
  const from = ends.findLast((end) => end < part.from);
  const to = ends.find((end) => end >= part.to) ?? sentence.to;
  const next = ends.find((end) => end > to) ?? sentence.to;
  return {
    own: { from: from === undefined ? sentence.from : from + 1, to },
    next: { from: to + 1, to: next },
  };
}

/** "Pas mardi", "mardi je ne peux pas", "mardi, c'est férié". */
function isDenied(date: SaidDate, { plain, sentence, verb }: StepPlace, dates: readonly SaidDate[]): boolean {
  if (deniedBefore.test(plain.slice(Math.max(sentence.from, date.from - 24), date.from))) return true;
  const { own, next } = clausesAround(plain, sentence, date);
  const hasStep = own.from < verb.to && own.to > verb.from;
  if (hasStep) return false;
  const text = plain.slice(own.from, own.to);
  if (denying.test(text)) return true;
  const rest = plain.slice(own.from, date.from) + plain.slice(date.to, own.to);
  const isNextFree = !dates.some((one) => one.from < next.to && one.to > next.from);
  return isBare(rest) && isNextFree && denying.test(plain.slice(next.from, next.to));
}

const subject =
  "(?:je|j'|tu|il|elle|on|nous|vous|ils|elles)(?: |(?<='))(?!dit |part sur |va dire |veux dire |prend |se dit )";
const foreignClause = new RegExp(
  [
    "(?:^|[ ,'])(?:que|qu'|qui|dont|car|parce|puisque|quand|lorsque|comme(?! (?:convenu|prevu|promis))|pendant que)(?![a-z])",
    "(?:^|[^a-z])a (?:me |nous |lui |leur )?[a-z]+(?:er|ir|re) ",
    "(?:^| )vous (?:l'|le |la |les |en |y |me |m'|nous )*(?!(?:voulez|preferez|souhaitez|pouvez|permettez) )(?:[a-z]+ez|etes) ",
    "(?:^| )si (?!vous (?:voulez|preferez|etes d'accord|souhaitez|le voulez)|ca |cela |possible)",
    `(?:^| )(?:et|mais|puis|donc|alors) (?:${subject}|(?:votre|notre|vos|nos|mon|ma|le|la|les) [a-z-]+ [a-z])`,
  ].join("|"),
  "u",
);
const foreignStart = new RegExp(
  `^ *(?:(?:et|mais|puis|alors|donc) )*(?:${subject}|(?:votre|notre|vos|nos|mon|ma|mes|le|la|les|son|sa) [a-z-]+ [a-z])`,
  "u",
);
/** "La réunion de jeudi", "l'offre prévue le 30", "avant votre départ vendredi": the day of something else. */
const ofAnother = new RegExp(
  [
    "(?:^|[^a-z])(?!(?:partir|compter|lieu|alentours|environs|matin|matinee|apres-midi|soir|soiree|journee|courant|fin|debut|ici|plus|bien) )[a-z-]+ (?:de |d'|des )$",
    "(?<!comme )(?:prevu|signe|recu|date|fixe|envoye|valable|programme|qui a lieu)e?s? (?:a |au |pour )?$",
    "(?:^|[^a-z])(?:avant|apres|depuis|pendant|lors de) (?:votre|vos|notre|nos|la|le|les|son|sa|leurs?|mon|ma|mes) [a-z-]+ $",
  ].join("|"),
  "u",
);
/** "La réunion le 20", "un démarrage le 1er mai". */
const event =
  /(?:reunion|rendez-vous|comite|salon|visite|demo|demonstration|presentation|conseil|seminaire|evenement|formation|depart|retour|echeance|demarrage|livraison|installation|mise en service|lancement|ouverture|arrivee|creneau|session|entree en vigueur) $/u;
/** What is arranged now for a day: the day is not that of the step. */
const reserving = /^(?:[a-z]+ |[a-z]')*(?:reserv|bloqu|inscri|note(?![a-z])|retien)/u;
/** "Je vous rappelle pour la livraison le 2 avril", but not "on se voit pour la démo mardi". */
const purpose = /(?:^|[^a-z])pour (?:votre|vos|notre|nos|la|le|les|l'|son|sa|leurs?) ?[a-z-]+ $/u;
const meeting =
  /(?<![a-z])(?:re)?(?:voi|voy|verr|trouv|rencontr|pass|vien|fai|fer|livr|install|organis|planifi|programm)[a-z]*$/u;
const sending = /(?<![a-z])(?:envo|enverr|transm|adress|expedi|joi[gn]|partag|parvenir|recev|aur)[a-z]*$/u;
/** "L'invitation pour jeudi". */
const appointments =
  "(?:invitations?|convocations?|liens?|confirmations?|visio|creneaux?|billets?|places?|inscriptions?|reservations?)(?![a-z])";
const appointment = new RegExp(`${appointments} $`, "u");
/** "Jeudi à dix heures, je vous envoie l'invitation": the day is that of the appointment. */
const ofAppointment = new RegExp(`^ (?:[a-z]+ |[a-z]')*${appointments}`, "u");
const partOfDayBefore = /(?:matin|matinee|apres[ -]midi|soir|soiree|journee|date) $/u;

/** Whether a date after a step's verb is the step's, and not that of something that is named with it. */
function belongs(date: SaidDate, { plain, verb }: StepPlace): boolean {
  const between = plain.slice(verb.to, date.from);
  const comma = between.search(/[,;:–—(][^,;:–—(]*$/u);
  const clause = between.slice(comma + 1);
  if (foreignClause.test(clause) || (comma >= 0 && foreignStart.test(clause))) return false;
  const said = plain.slice(verb.from, verb.to);
  const lead = plain.slice(Math.max(verb.to, date.from - 60), date.from);
  const isComplement = plain.startsWith("du ", date.from) && comma + 1 < between.length - 1;
  if (isComplement && !partOfDayBefore.test(lead)) return false;
  // "Le tarif au 1er avril".
  if (/^au (?!plus tard)/u.test(plain.slice(date.from)) && sending.test(said)) return false;
  if (plain.startsWith("pour ", date.from) && appointment.test(lead)) return false;
  if (reserving.test(said)) return false;
  if ((purpose.test(lead) || event.test(lead)) && !meeting.test(said)) return false;
  return !ofAnother.test(lead);
}

/** What follows a length of time or a day and makes it relative to something, or only about so. */
const relative = new RegExp(
  [
    "^,? (?:de (?:la|votre|notre|l'|reception)|qui sui(?:t|vent|vra|vront)(?![a-z])|suivant|apres(?![ -]midi)|avant(?! (?:midi|\\d))",
    "a compter|a partir|a reception|environ|a peu pres|plus ou moins|au plus tot|au mieux|minimum",
    `(?:ou |a )?(?:une?|${number}) (?:jours?|semaines?|mois)`,
    "ou (?:deux|trois|quatre|\\d|par la|a peu pres|un autre jour|plus tard|avant|apres|celui|le (?:suivant|lendemain)))",
  ].join("|"),
  "u",
);

/** "À peu près dans un mois", "les 16 et 17 mars". */
const about = new RegExp(
  `(?:environ|a peu pres|grosso modo|plus ou moins|plutot vers|(?:\\d|(?<![a-z])${small}) ?(?:[/-]|ou|et|a)(?: le)?) ?$`,
  "u",
);

/**
 * The day of which some dates of a step speak: the one that all leave which are neither denied nor taken back. Words that do not
 * agree, or of which one is unsure, leave none.
 */
function settleDates(dates: readonly SaidDate[], place: StepPlace, today: string): StepDay {
  const { plain } = place;
  const between = (at: number) => plain.slice(dates[at - 1]?.to ?? 0, dates[at]?.from ?? 0);
  const denied = new Set(dates.filter((date) => isDenied(date, place, dates)));
  const start = dates.findLastIndex((date, at) => at > 0 && !denied.has(date) && takenBack.test(between(at)));
  const left = dates.filter((date, at) => at >= start && !denied.has(date));
  const said = dates.filter(({ isNow }) => !isNow);
  const [first, last] = [said[0], said.at(-1)];
  const none: StepDay = first && last ? { said: { from: first.from, to: last.to } } : {};
  if (left.length === 0) return none;
  const now = parseDay(today);
  const meanings = left.map((date) => {
    const isRelative =
      relative.test(plain.slice(date.to, date.to + 30)) ||
      about.test(plain.slice(Math.max(0, date.from - 24), date.from));
    return isRelative ? [vague] : date.meanings(now);
  });
  const isEither = left.some(
    (date, at) => at > 0 && either.test(plain.slice(left[at - 1]?.to ?? 0, date.from)),
  );
  const days = isEither ? meanings.map((own) => settle(own, now)) : [settle(meanings.flat(), now)];
  const [day] = days;
  return day === undefined || days.some((one) => one !== day) ? none : { day: formatDay(day) };
}

const nowhere = (at: number): Part => ({ from: at, to: at });
const isOfDay = ({ isPast, isTime }: SaidDate) => !isPast && !isTime;
const daysIn = ({ from, to }: Part, all: readonly SaidDate[]) =>
  all.filter((one) => isOfDay(one) && one.from >= from && one.to <= to);

/**
 * What a step's own words say about its day; undefined where it has none. A day before it counts where it opens its sentence:
 * "mardi, je vous rappelle".
 * @param all the dates of its turn
 */
export function dayOfStep(place: StepPlace, all: readonly SaidDate[], today: string): StepDay | undefined {
  const { plain, sentence, verb, to } = place;
  const dates = daysIn(sentence, all);
  const own = dates.filter((one) => one.from >= verb.to && one.from < to && belongs(one, place));
  if (own.length > 0 && !own.every(({ isNow }) => isNow)) return settleDates(own, place, today);
  if (own.length > 0) return { isNow: true };
  const said = plain.slice(verb.from, verb.to);
  const isOfAppointment = sending.test(said) && ofAppointment.test(plain.slice(verb.to, to));
  if (isOfAppointment || reserving.test(said)) return undefined;
  const opening = dates.filter((one) => one.to <= verb.from);
  const after =
    opening.length === 0
      ? undefined
      : opening.reduceRight<number | undefined>((right, one) => {
          return right !== undefined && isBare(plain.slice(one.to, right)) ? one.from : undefined;
        }, verb.from);
  if (after === undefined || !isBare(plain.slice(sentence.from, after))) return undefined;
  return settleDates(opening, { ...place, verb: nowhere(to) }, today);
}

/** Whether a sentence names a day and says nothing else. */
export function isDayAlone(plain: string, sentence: Part, all: readonly SaidDate[]): boolean {
  const dates = daysIn(sentence, all);
  const rest = [...dates, nowhere(sentence.to)].map(({ from }, at) =>
    plain.slice(dates[at - 1]?.to ?? sentence.from, from),
  );
  return dates.length > 0 && rest.every(isBare);
}

/** What a sentence without a step says about the day of one. */
export interface SentenceDay extends StepDay {
  /** Whether it says nothing else. */
  isBare: boolean;
  /** The days that it denies. */
  denied: readonly (string | undefined)[];
}

/**
 * What a sentence without a step says about the day of one: "Jeudi à dix heures.", "Non, mardi je ne peux pas, plutôt mercredi."
 * Undefined where it has no day.
 */
export function dayOfSentence(
  plain: string,
  sentence: Part,
  all: readonly SaidDate[],
  today: string,
): SentenceDay | undefined {
  const dates = daysIn(sentence, all);
  if (dates.length === 0) return undefined;
  const end = sentence.to;
  const place: StepPlace = { plain, sentence, verb: nowhere(end), to: end };
  return {
    ...settleDates(dates, place, today),
    isBare: isDayAlone(plain, sentence, all),
    denied: dates.filter((date) => isDenied(date, place, dates)).map(({ dayAfter }) => dayAfter(today)),
  };
}
