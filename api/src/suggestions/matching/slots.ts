import type { Line } from "@souffleur/contracts";
import type { Placeholder } from "@souffleur/contracts/playbook";
import { createNumberSlots, months, type NumberSlot, type Place } from "./number-slots.ts";

export type SpokenLine = Pick<Line, "sender" | "text">;

/** Values from the conversation that replies can use. */
export type Slots = Partial<Record<Placeholder, string>>;

const start = "(?<![\\p{L}\\p{N}])";
const stop = "(?![\\p{L}\\p{N}])";
const days = "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)";
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
    slot: "date",
    pattern: new RegExp(
      `${start}(après-demain|demain(?: matin| après-midi| soir)?|${days}(?: prochain| matin| après-midi)?|la semaine prochaine|le mois prochain|l'année prochaine|à la rentrée|à la fin du mois|(?:début |mi-|fin |en )?${months})${stop}`,
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

/** Turns values into their form within a sentence; an abbreviation such as "CHF" stays as it is. */
const lower = (value: string) => value.replace(/^\p{Lu}(?=[\p{Ll} ])/u, (letter) => letter.toLowerCase());
const written: Partial<Record<Placeholder, (value: string) => string>> = {
  amount: lower,
  percent: lower,
  users: (value) => value.toLowerCase(),
  duration: (value) => value.toLowerCase(),
  date: (value) => {
    const date = value.toLowerCase();
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

const numberSlots: readonly NumberSlot[] = ["amount", "percent", "users", "duration", "date"];

/** The last value in a line of each kind that is not known yet. */
function slotsOf(plain: string, sender: SpokenLine["sender"], known: Slots): Slots {
  const found: Slots = {};
  const ends: Partial<Record<Placeholder, number>> = {};
  const take = (slot: Placeholder, value: string, { start, end }: Place) => {
    if (start < (ends[slot] ?? 0)) return;
    found[slot] = (written[slot]?.(value) ?? value).replaceAll("'", "’");
    ends[slot] = end;
  };
  const placesOf = createNumberSlots(plain);
  for (const slot of numberSlots) {
    if (known[slot] !== undefined) continue;
    for (const place of placesOf(slot)) {
      const value = plain.slice(place.start, place.end);
      take(slot, slot === "date" ? `le ${value}` : value, place);
    }
  }
  for (const { slot, from, hint, pattern } of patterns) {
    if (known[slot] !== undefined || (from && from !== sender) || hint?.test(plain) === false) continue;
    for (const { 0: all, 1: value = "", index: start } of plain.matchAll(pattern))
      take(slot, value, { start, end: start + all.length });
  }
  return found;
}

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
    Object.assign(slots, slotsOf(plain, sender, slots));
  }
  return slots;
}
