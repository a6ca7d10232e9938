import { type FoundNumber, readNumbers } from "@souffleur/contracts/numbers";
import type { Part, Turn } from "./turns.ts";

/** An amount, a share, a number of things, or a length of time that is said. */
export type SaidFigure = FoundNumber;

/** What every figure has one of; "un" alone is none, and is what most turns have. */
const sign =
  /\d|zero|deux|trois|quatr|cinq|six|sept|huit|neu[fv]|dix|quatorz|onz|douz|treiz|quinz|seiz|vingt|trent|quarant|soixant|octant|nonant|huitain|cent|mil|billi|dizain|tiers|quart|demi|une? (?:[a-z-]+ )?(?:jour|semaine|mois|ans?(?![a-z])|annee|heure|euro|eur(?![a-z])|€|dollar|usd|\$|livre|gbp|£|franc|chf|%|pour|p\.)/u;
/** After a number: what makes it a figure of speech, a time of day, or a part of "deux ou trois". */
const idiomAfter =
  /^ ?(?:(?:petites? |bonnes? )?(?:minutes?|secondes?|mots?|choses?|points?|doigts|cotes|sens|fois|premier|premiere|dernier|autres|instants?|trucs?|questions?|raisons?|options?|possibilites)|heures?|h)(?![a-z])/u;
const idiomBefore =
  /(?:^|[^a-z])(?:les|ces|nos|vos|mes|leurs|des|entre|ou|une? a|numero|article|version|option|etape) $/u;
const unitAfter =
  /^ ?(?:de |d')?(?:(?:[a-z-]+ )?(?:jours?|semaines?|mois|ans?|annees?|heures? (?:par|de)))(?![a-z])/u;
const nounAfter =
  /^ (?:de |d')?(?!(?:pour|par|avec|sans|chez|dans|mais|donc|alors|plus|moins|tout|sur|vers|vous|nous|elle|elles|c'est|environ|maximum|minimum|quand|puis|entre|avant|apres|depuis|sous)(?![a-z]))[a-z]{4,}/u;
/** Alone, a smaller number is more often a word than a figure. */
const bareMin = 10;
const asked =
  /combien|quel (?:prix|tarif|budget|montant)|quelle (?:enveloppe|remise|somme)|budget|prix|tarif|cout|enveloppe|postes|licences|personnes/u;
const counted = /(?:on est|nous sommes|sommes|vous etes|etes|pour) $/u;

/**
 * The figures of a turn, in order.
 * @param dates their numbers are none
 * @param before the turn before it, which may ask for a figure
 */
export function figuresOf({ text, plain }: Turn, dates: readonly Part[], before?: Turn): SaidFigure[] {
  if (!sign.test(plain)) return [];
  return readNumbers(text).filter((number) => {
    const { value, kind, unit, start, end } = number;
    if (dates.some(({ from, to }) => start < to && end > from)) return false;
    // "Pas un centime".
    if (unit !== undefined) return value !== 0 && !/(?:^| )pas $/u.test(plain.slice(0, start));
    const [lead, rest] = [plain.slice(Math.max(0, start - 24), start), plain.slice(end)];
    if (kind === "ordinal") return false;
    if (unitAfter.test(rest)) return true;
    if (value < 2 || idiomAfter.test(rest) || idiomBefore.test(lead)) return false;
    if (kind === "fraction" || kind === "approximate" || nounAfter.test(rest)) return true;
    if (counted.test(lead)) return true;
    return value >= bareMin || asked.test(plain) || asked.test(before?.plain ?? "");
  });
}
