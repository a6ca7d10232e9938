/** The words of French dates as patterns of a text of `plainOf`: lowercase, without accents. */
export const weekdays = ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"];
export const months =
  "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre".split(" ");
export const weekday = `(?:${weekdays.join("|")})`;
export const month = `(?:${months.join("|")})`;
const units = "un|deux|trois|quatre|cinq|six|sept|huit|neuf";
export const small = `(?:dix[ -](?:sept|huit|neuf)|dix|onze|douze|treize|quatorze|quinze|seize|vingt[ -]et[ -](?:un|une)|trente[ -]et[ -]un|vingt[ -](?:${units})|vingt|trente|une|${units})`;
/** The date of a month. */
export const day = `(?:1er|premier|\\d{1,2}|${small})(?![\\d-])`;
/** Of days and hours that something takes. */
export const large = `(?:(?:quarante|cinquante|soixante)(?:[ -]et[ -]|[ -])?(?:${small})?|quatre[ -]vingts?(?:[ -]${small})?|cent)`;
export const number = `(?:\\d{1,3}|${large}|${small})`;
export const yearNumber = `(?:20\\d\\d|deux[ -]mille[ -](?:vingt|trente|quarante)(?:[ -]et[ -]un|[ -](?:${units}))?)(?![\\d-])`;
export const ofYear = `(?: (?:de l'an )?${yearNumber}| (?:de )?(?:cette annee|l'annee prochaine|l'an prochain))?`;
export const hour = `(?:midi|minuit|(?:\\d{1,2}|${small}) ?(?:h(?:eures?)?)(?![a-z])(?: ?(?:\\d{2}(?!\\d)|trente|quinze|quarante-cinq|et quart|et demie?|moins le quart))?|\\d{1,2}h\\d{2})`;
const partOfDay =
  "(?:(?:dans |en (?:debut|fin) d'|en (?:debut|fin) de |en |a la |l'|la )*(?:matinee|matin|apres[ -]midi|soiree|soir|fin de journee|premiere heure))";
/** What may follow a day. */
export const more = `(?:,? (?:(?:a|vers|des|avant|apres|pour|entre|plutot) )?(?:${hour}|${partOfDay}))*`;
/** "Vendredi dernier", but not "vendredi dernier délai". */
export const last = "derniere?(?! (?:delai|jour|carat))";
/** After a day. "Le 12 mars passe mieux" is to come. */
export const lately = `(?: ${last}| passe(?= ?(?:[,.;:!?]|$)))?`;
/** Before a day, of which some words leave it open: see `opens`. */
export const before =
  "(?:(?:pas )?avant |apres (?!demain)|d'ici (?:a |au |la |le )?|depuis |des |(?:a partir|a compter|autour|au[ -]dela|aux (?:alentours|environs)) (?:de |du |d')|passe |jusqu'(?:a|au|en) |(?:au|pas) plus tard (?:que )?|pour |courant |vers )?";
/** "Après le 20", "vers le 20": not that day, or not surely. */
export const opens =
  /^(?:pas avant|apres(?![ -]demain)|depuis|a partir|a compter|autour|aux |au[ -]dela|passe |jusqu|courant|vers)/u;
export const counted = "(?:jours?|semaines?|mois|ans?|annees?|heures?)";
export const ordinals: Record<string, number> = Object.fromEntries(
  ["premier|premiere|1er|1ere", "deuxieme|second|2e|2eme|2nd", "troisieme|3e|3eme", "quatrieme|4e|4eme"]
    .concat(["cinquieme|5e|5eme"])
    .flatMap((words, at) => words.split("|").map((word) => [word, at + 1])),
);
export const ordinal = `(?:${Object.keys(ordinals)
  .sort((a, b) => b.length - a.length)
  .join("|")}|(?:avant[ -])?derniere?)`;
