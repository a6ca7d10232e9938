import type { Line } from "@souffleur/contracts";
import type { Placeholder } from "@souffleur/contracts/playbook";
import { clock } from "../../clock.ts";
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

/** A day that is past, that somebody refuses, or of which one tells what others have said of it. */
const notProposed = new RegExp(
  `${start}(?:depuis|hier|derni[eè]re?|pas(?: avant| ce| cette| le| la| un| en)?|sauf|ni|entre|mise à jour(?: de| du)?|(?:me|m'a|nous|on a) (?:dit|promis|répondu)(?:[^.!?]{0,20})|(?:était|étaient|avait|avaient|devait|devaient|a été|ont été|a eu|ai eu|est (?:passée?|venue?|tombée?)|s'est|demandé|acheté|reçu|créée?s?|terminée?)(?: \\S+){0,4}) ?$`,
  "iu",
);
const isPast = /^ (?:derni[eè]re?|passée?)(?!\p{L})/iu;
const monthNames =
  "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");

/** Whether a day is one that somebody proposes, and not past on `now`'s day. */
function isProposed(plain: string, { start, end }: Place, now: number): boolean {
  const before = plain.slice(Math.max(0, start - 80), start);
  if (notProposed.test(before) || isPast.test(plain.slice(end))) return false;
  const today = new Date(now);
  const named = plain.slice(start, end).split(" ").at(-1)?.toLowerCase() ?? "";
  const alone = monthNames.indexOf(named);
  // "Entre le 2 et le 9 mars" is no month to come, and neither is that which was last.
  if (/^\D*$/u.test(plain.slice(start, end)) && alone >= 0) {
    const months = (alone - today.getUTCMonth() + 12) % 12;
    if (/\d $/u.test(before) || months > 10) return false;
  }
  const [, day, month] = /(\d+|premier) (\p{L}+)$/iu.exec(plain.slice(start, end)) ?? [];
  const at = monthNames.indexOf(month?.toLowerCase() ?? "");
  if (day === undefined || at < 0) return true;
  const ahead = at - today.getUTCMonth() || (Number(day) || 1) - today.getUTCDate();
  // What seems to be more than half a year ago is in the next year.
  return (ahead >= 0 && at - today.getUTCMonth() < 10) || at - today.getUTCMonth() < -6;
}

const linesRead = 60;
/** A day and a share are taken from what is being said alone: earlier ones were about something else. */
const turnsOfNow = 2;
const ofNow: readonly Placeholder[] = ["date", "percent", "amount"];
/** Limits per line and in all, far above half an hour of conversation. */
const lettersRead = 2000;
const lettersReadInAll = 20_000;

const numberSlots: readonly NumberSlot[] = ["amount", "percent", "users", "duration", "date"];

/** The last value in a line of each kind that is not known yet. */
function slotsOf(plain: string, sender: SpokenLine["sender"], known: Slots, now: number): Slots {
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
      if (slot === "date" && !isProposed(plain, place, now)) continue;
      const value = plain.slice(place.start, place.end);
      take(slot, slot === "date" ? `le ${value}` : value, place);
    }
  }
  for (const { slot, from, hint, pattern } of patterns) {
    if (known[slot] !== undefined || (from && from !== sender) || hint?.test(plain) === false) continue;
    for (const { 0: all, 1: value = "", index: start } of plain.matchAll(pattern)) {
      const place = { start, end: start + all.length };
      if (slot !== "date" || isProposed(plain, place, now)) take(slot, value, place);
    }
  }
  return found;
}

/**
 * The last value of each kind in the last lines; a day, a share and an amount of the last two turns alone, and a day only where
 * it is ahead and not refused.
 */
export function readSlots(lines: readonly SpokenLine[], now = clock.ms()): Slots {
  const slots: Slots = {};
  let letters = 0;
  let turns = 0;
  let speaker: SpokenLine["sender"] | undefined;
  for (const { sender, text } of lines.slice(-linesRead).reverse()) {
    letters += Math.min(text.length, lettersRead);
    if (letters > lettersReadInAll) break;
    if (sender !== speaker) turns += 1;
    speaker = sender;
    const plain = text
      .slice(0, lettersRead)
      .replace(/[\u00a0\u202f]/gu, " ")
      .replaceAll("’", "'");
    const found = slotsOf(plain, sender, slots, now);
    for (const slot of ofNow) if (turns > turnsOfNow) delete found[slot];
    Object.assign(slots, found);
  }
  return slots;
}
