import type { Line } from "@souffleur/contracts";
import type { Placeholder } from "@souffleur/contracts/playbook";

export type SpokenLine = Pick<Line, "sender" | "text">;

/** Values from the conversation that replies can use. */
export type Slots = Partial<Record<Placeholder, string>>;

const numberWord =
  "(?:un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|septante|huitante|nonante|cents?|mille|et)";
const spokenNumber = `(?!et )${numberWord}(?:[ -]${numberWord}){0,7}`;
const figures = "\\d{1,3}(?:[ .]\\d{3})+|\\d{1,7}(?:,\\d{1,2})?";
const number = `(?:${figures}|${spokenNumber})`;
const start = "(?<![\\p{L}\\p{N}])";
const stop = "(?![\\p{L}\\p{N}])";
const months = "(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)";
const days = "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)";
const people =
  "(?:commerciaux|commerciales|utilisateurs|utilisatrices|personnes|collaborateurs|salariés|vendeurs|vendeuses|conseillers|conseillères|téléconseillers|agents|postes|licences)";
const ten =
  "(?:dizaine|douzaine|quinzaine|vingtaine|trentaine|quarantaine|cinquantaine|soixantaine|centaine)";
// A name has one or two capitalized words, except common capitalized words and abbreviations.
const name =
  "(?!(?:CRM|ERP|API|RGPD|Monsieur|Madame|Bonjour|Oui|Non|Vous|Nous|Souffleur)\\b)(?:(?:L[ea]|D[eu]|de|du) )?\\p{Lu}[\\p{L}-]{2,}";

// "Je travaille chez …" names the client's own company.
const employer = "(?<!(?:suis|sommes|travaille|travaillons|appelle|responsable|directeur|directrice|ici) )";

interface SlotPattern {
  slot: Placeholder;
  /** Only lines of this speaker are read. */
  from?: SpokenLine["sender"];
  /** A quick test that is run before the pattern. */
  hint?: RegExp;
  /** Its first group is the value. */
  pattern: RegExp;
}

const patterns: readonly SlotPattern[] = [
  {
    slot: "amount",
    hint: /€|euro/iu,
    pattern: new RegExp(`${start}(${number} ?(?:k€|€|euros?))${stop}`, "giu"),
  },
  {
    slot: "percent",
    hint: /%|pour cent/iu,
    pattern: new RegExp(`${start}(${number} ?(?:%|pour cent))${stop}`, "giu"),
  },
  {
    slot: "users",
    hint: new RegExp(people, "iu"),
    pattern: new RegExp(`${start}((?:${number} |une (?:petite )?${ten} (?:de |d'))${people})${stop}`, "giu"),
  },
  {
    slot: "duration",
    hint: /mois|(?<!\p{L})ans?\b|année/iu,
    pattern: new RegExp(`${start}(${number} (?:mois|ans?|années?))${stop}`, "giu"),
  },
  {
    slot: "date",
    pattern: new RegExp(
      `${start}(après-demain|demain(?: matin| après-midi| soir)?|${days}(?: prochain| matin| après-midi)?|la semaine prochaine|le mois prochain|l'année prochaine|à la rentrée|à la fin du mois|(?:(?:le )?(?:1er|\\d{1,2}) |début |mi-|fin |en )?${months})${stop}`,
      "giu",
    ),
  },
  {
    slot: "competitor",
    from: "client",
    hint: /chez /iu,
    pattern: new RegExp(`${employer}${start}[Cc]hez (${name}(?: ${name})?)`, "gu"),
  },
  {
    slot: "competitor",
    from: "client",
    hint: /utilis|travaill|prestataire|fournisseur|concurrent|contrat avec|face à|équipé/u,
    pattern: new RegExp(
      `${start}(?:utilise|utilisons|utilisait|travaille avec|travaillons avec|prestataire|fournisseur|concurrent|contrat avec|face à|équipés? de),? (?:actuel )?(?:est |c'est |s'appelle )?(${name}(?: ${name})?)`,
      "gu",
    ),
  },
  {
    slot: "product",
    hint: /logiciel|outil|plateforme|solution|application|abonnement|connecteur|module|crm/iu,
    pattern: new RegExp(
      `${start}((?:logiciel|outil|plateforme|solution|application|abonnement|connecteur|module|CRM)s?)${stop}`,
      "giu",
    ),
  },
  {
    slot: "client",
    from: "agent",
    hint: /onsieur|adame/u,
    pattern: new RegExp(`${start}((?:[Mm]onsieur|[Mm]adame) ${name})`, "gu"),
  },
  {
    slot: "client",
    from: "client",
    hint: /m'appelle|e suis|ci |c'est/u,
    pattern: new RegExp(
      `${start}(?:[Jj]e m'appelle|[Jj]e suis|[Ii]ci|c'est) ((?:(?:monsieur|madame) ${name})|${name} ${name})`,
      "gu",
    ),
  },
  {
    slot: "client",
    from: "client",
    hint: /à l'appareil|je vous écoute/u,
    pattern: new RegExp(`${start}(${name} ${name}),? (?:à l'appareil|je vous écoute)`, "gu"),
  },
];

const feminine = new Set(["plateforme", "solution", "application"]);

/** Turns values into their form within a sentence. */
const lower = (value: string) => value.charAt(0).toLowerCase() + value.slice(1);
const written: Partial<Record<Placeholder, (value: string) => string | undefined>> = {
  amount: lower,
  percent: lower,
  // "une personne" is more often a figure of speech than a number.
  users: (value) => (/^une? (?!.*(?:aine))/u.test(value) ? undefined : value.toLowerCase()),
  duration: (value) => (/^un mois/iu.test(value) ? undefined : value.toLowerCase()),
  date: (value) => {
    const date = value.toLowerCase();
    if (/^(?:\d|1er)/u.test(date)) return `le ${date}`;
    return new RegExp(`^${months}$`, "u").test(date) ? `en ${date}` : date;
  },
  product: (value) => {
    const word = /crm/iu.test(value) ? "CRM" : value.toLowerCase().replace(/s$/u, "");
    if (/^[aeiou]/u.test(word)) return `l’${word}`;
    return feminine.has(word) ? `la ${word}` : `le ${word}`;
  },
  client: (value) => value.replace(/^(?:Monsieur|Madame)/u, lower),
};

const linesRead = 60;
/** Limits per line and in all, far above half an hour of conversation. */
const lettersRead = 2000;
const lettersReadInAll = 20_000;

/** The last value of each kind in the last lines. */
export function readSlots(lines: readonly SpokenLine[]): Slots {
  const slots: Slots = {};
  let letters = 0;
  for (const { sender, text } of lines.slice(-linesRead).reverse()) {
    letters += Math.min(text.length, lettersRead);
    if (letters > lettersReadInAll) break;
    const plain = text
      .slice(0, lettersRead)
      .replace(/[\u00a0\u202f]/gu, " ")
      .replaceAll("’", "'");
    const found: Slots = {};
    for (const { slot, from, hint, pattern } of patterns) {
      if (slots[slot] !== undefined || (from && from !== sender) || hint?.test(plain) === false) continue;
      for (const [, value = ""] of plain.matchAll(pattern)) {
        const words = written[slot] ? written[slot](value) : value;
        if (words !== undefined) found[slot] = words.replaceAll("'", "’");
      }
    }
    Object.assign(slots, found);
  }
  return slots;
}
